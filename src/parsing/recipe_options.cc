// The table of training options: one row each, for recipes, for the command line and for the manual.
#include "espalier/trainer.h"

namespace espalier {
namespace {

// Which kinds of parsers an option is for.
constexpr std::string_view kAll = "graph|transition|local|token|constituency";
constexpr std::string_view kDependencies = "graph|transition|local|token";
constexpr std::string_view kLabels = "graph|transition|token";
constexpr std::string_view kTrees = "graph|transition|local";
constexpr std::string_view kLearners = "graph|transition|token|constituency";
constexpr std::string_view kEpochs = "graph|transition|constituency";
constexpr std::string_view kBeams = "transition|constituency";
constexpr std::string_view kCounting = "graph|local";
constexpr std::string_view kMoves = "transition|local";
constexpr std::string_view kGraph = "graph";
constexpr std::string_view kTransition = "transition";
constexpr std::string_view kLocal = "local";
constexpr std::string_view kConstituency = "constituency";

constexpr TrainingOption kOptions[] = {
    {"parser", kAll,
     "graph|transition|local|token|constituency|arc-hybrid|arc-eager|arc-standard|swap|covington|covington-projective",
     "graph",
     "the kind of parser; local: transitions with labels, by classifiers that learn one move at a time; token: "
     "the tree that predictors of each head's side, tag and distance think the likeliest; constituency: brackets, by "
     "shifting and reducing; the name of a transition system means a parser of that system"},
    {"tags", kAll, "gold|jackknife", "jackknife",
     "what the parser is trained on: tags of the treebank, or as the tagger gives them to sentences that it did not "
     "see"},
    {"folds", kAll, "N", "5", "into how many parts jackknife divides the treebank", 2},
    {"calibration-folds", kDependencies, "N", "0",
     "confidence is calibrated on the treebank in so many parts, each parsed by a parser of the others; 0: on the "
     "development data, if there are any"},
    {"system", kMoves, "arc-hybrid|arc-eager|arc-standard|swap|covington|covington-projective", "arc-hybrid",
     "the transition system; swap and covington make trees whose arcs may cross"},
    {"explore", kTransition, "X", "0.9",
     "the chance of following the model's own choice in training, where the system has a dynamic oracle; 0: never"},
    {"beam", kBeams, "N", "1", "how many configurations the parser keeps; 1: greedy, more: moves are trained globally",
     1},
    {"update", kBeams, "early|max-violation", "max-violation",
     "where training with a beam compares: where the true moves fall out of it, or where they are behind by most"},
    {"greedy-epochs", kBeams, "N", "0", "passes of greedy training that the one with a beam starts from"},
    {"beam-step", kBeams, "X", "0.01", "mira: the longest update of training with a beam"},
    {"beam-margin", kBeams, "X", "1",
     "by how much a wrong sequence of moves must lose for each arc that it gets wrong"},
    {"beam-gap", kBeams, "X", "0",
     "how far a configuration may be behind the best one in parsing; less: the beam narrows where the parser is sure; "
     "0: any distance"},
    {"sure-labels", kTransition, "X", "0",
     "where so large a share of the arcs between two tags have one label in training, all get it; 0: nowhere"},
    {"sure-moves", kTransition, "N", "0",
     "with a beam: where the tags at the front had one move in training, so many times at least, nothing else is "
     "tried; 0: nowhere"},
    {"most-features", kBeams, "N", "0", "the heaviest so many features of moves stay in the model; 0: all"},
    {"merge-states", kConstituency, "yes|no", "no",
     "with a beam, states that look the same to the templates are one, in training and in parsing"},
    {"heads", kConstituency, "NAME|FILE", "default",
     "head rules, where the treebank marks no heads: english, french, portuguese, spanish, default, or a file"},
    {"kernel", kLocal, "linear|polynomial", "linear",
     "linear: a weight for each feature, by LIBLINEAR; polynomial: support vectors, by libsvm, in time that grows with "
     "the square of the examples"},
    {"solver", kLocal, "0|1|2|3|4|5|6|7", "4",
     "LIBLINEAR's number, such as 4, the multi-class SVM of Crammer and Singer, or 6, L1 logistic regression"},
    {"cost", kLocal, "X", "0.1", "C, the price of an error; learner = libsvm means 1"},
    {"eps", kLocal, "X", "0", "when LIBLINEAR or libsvm stops; 0: LIBLINEAR's choice for the solver, libsvm at 0.1"},
    {"degree", kLocal, "N", "2", "kernel = polynomial: of (gamma · x·y + coef0)^degree", 1},
    {"gamma", kLocal, "X", "0.2", "kernel = polynomial: what a shared feature counts"},
    {"coef0", kLocal, "X", "0.4", "kernel = polynomial: what is added to the shared features"},
    {"most-examples", kLocal, "N", "0",
     "kernel = polynomial: the first so many examples of each classifier are learned from; 0: all"},
    {"split", kLocal, "no|upos|xpos|tag|feats", "no", "one classifier for each value that the front of the buffer has"},
    {"split-least", kLocal, "N", "1000", "the examples of a value below which it shares a classifier with others"},
    {"decoder", kGraph, "mst|eisner", "mst", "mst: trees whose arcs may cross; eisner: projective trees"},
    {"order", kGraph, "1|2|3", "1",
     "the largest parts that are scored: arcs; siblings; grandparents and grand-siblings"},
    {"labels", kGraph, "after|joint", "after",
     "after: chosen by a stage of their own once the tree is known; joint: with the arcs"},
    {"learner", kLearners, "mira|perceptron|liblinear|libsvm", "mira",
     "how far an update goes: as far as needed, or one step; liblinear and libsvm mean a local parser, libsvm one with "
     "kernel = polynomial"},
    {"step", kEpochs, "X", "0.01", "mira: the longest update"},
    {"label-step", kLabels, "X", "0.05", "mira: the longest update of the label stage"},
    {"margin", kLearners, "X", "1", "C: by how much a wrong arc must lose; 0: by any amount"},
    {"average", kLearners, "yes|no", "yes", "the model is the average of the weights after every sentence"},
    {"epochs", kEpochs, "N|auto", "10", "passes over the treebank; auto: as many as held-out data wants", 1},
    {"most-epochs", kEpochs, "N", "30", "the most that epochs = auto tries", 1},
    {"patience", kEpochs, "N", "3", "epochs = auto stops after so many without a better score", 1},
    {"label-epochs", kLabels, "N", "6", "passes of the label stage", 1},
    {"batch", kLearners, "N", "16", "sentences parsed with the same weights; 1: textbook online learning, on one core",
     1},
    {"min-updates", kLearners, "N", "0", "L: features updated less often score nothing and are dropped"},
    {"count-prob", kLearners, "X", "1", "p: the chance that an update is counted for min-updates"},
    {"cutoff", kCounting, "N", "0", "features that the true trees hold less often than this are not learned"},
    {"filter", kGraph, "yes|no|hard|keep-vn|soft", "yes",
     "yes: a small model drops hopeless arcs first; hard, keep-vn, soft: predictors of the head's side and tag do"},
    {"filter-by", kGraph, "answers|truth", "answers",
     "hard, keep-vn, soft: what filters in training, jackknifed answers of the predictors or the true heads"},
    {"cycles", kEpochs, "N", "0",
     "templates are induced from those of [arc] or [move], by decision trees over the arcs that the filter leaves "
     "(S-IFIS) or over the oracle's moves, so many times"},
    {"section", kEpochs, "auto|arc|sibling|grandparent|move|label|reduce", "auto",
     "cycles: the section of the feature file that templates are induced for; auto: arc, move or reduce"},
    {"select-epochs", kEpochs, "N", "5", "cycles: passes of the sparse perceptron that selects features in each", 1},
    {"shortest", kEpochs, "N", "2", "cycles: the fewest terms of an induced template", 1},
    {"longest", kEpochs, "N", "4", "cycles: the most terms of an induced template", 1},
    {"most-templates", kEpochs, "N", "0", "cycles: the best so many of each are taken; 0: all"},
    {"search", kEpochs, "trees|gains", "trees",
     "cycles: where templates come from: the paths of decision trees, or a search by what they are worth on sentences "
     "that they were not fitted to"},
    {"learn-from", kEpochs, "all|mistakes", "all",
     "cycles: what decision trees are grown from: all arcs or moves, or those that a parser gets wrong in sentences it "
     "did not learn from"},
    {"asks", kEpochs, "auto|templates|terms|NAME|FILE", "auto",
     "cycles: what decision trees may ask for: the templates, their terms one by one, or the templates of the same "
     "section in this file, built in or not; auto: templates of arcs, terms of moves"},
    {"least-cases", kEpochs, "N", "2", "cycles: the cases that two answers to a question must have at least", 1},
    {"trees", kEpochs, "N", "1", "cycles: decision trees of each, from the best questions at the root", 1},
    {"pays", kEpochs, "yes|no", "no",
     "cycles: a question counts for what it tells beyond the bits that its answers take to write down"},
    {"keep", kGraph, "X", "0.002",
     "the filter keeps arcs that are at least so likely, beside the likeliest head of the word"},
    {"most", kGraph, "N", "12", "the most heads that the filter leaves to a word", 1},
    {"roots", kDependencies, "auto|one|any", "auto",
     "how many words hang from the root; auto: one if it is so in the treebank"},
    {"lift", kTrees, "no|yes|head|path|head+path", "no",
     "training trees are made projective; the last three mark it in the labels, and parsing undoes it"},
    {"partial", kGraph, "latent|known", "latent",
     "from unknown heads (HEAD _): fill them in with the model's best, or learn from known arcs alone"},
    {"refills", kGraph, "N", "1",
     "partial = latent: how often trees are learned again, from heads that the model has filled in"},
};

}  // namespace

std::span<const TrainingOption> training_options() { return kOptions; }

}  // namespace espalier
