#include "curation/bracket_run.h"

#include <utility>

#include "curation/bracket_injection.h"
#include "curation/error_run.h"

namespace espalier::curation {
namespace {

class BracketRun {
 public:
  BracketRun(const ErrorRequest& request, ReadTreebank treebank, const std::vector<TrainRequest>& parsers,
             const Control& control, const parsing::MakeParserTraining& make_training, parsing::Checkpoint* checkpoint)
      : request_(request),
        treebank_(std::move(treebank)),
        control_(control),
        make_training_(make_training),
        checkpoint_(checkpoint),
        words_(treebank_.sentences) {
    for (const TrainRequest& each : parsers) parsers_.push_back({each, parsers_.size() == 1});
  }

  ErrorResult run() {
    const std::vector<InjectedPlace> injected = inject();
    const NumberedBrackets numbers(treebank_.sentences, parse(parsers_, request_.folds, answer_place(checkpoint_)));
    StringEvidence evidence(words_, numbers);
    Judgements judged =
        judge_all(numbers.gold, numbers.said, request_.agree, bracket_context(words_, numbers), evidence);
    ErrorResult out = begin_result(request_, judged);
    out.brackets = true;
    out.words = numbers.brackets;
    for (std::size_t i = 0; i < parsers_.size(); ++i) {
      out.parsers.push_back(bracket_mark(request_.parsers[i].name(), numbers.gold, numbers.said[i]));
    }
    // A column a parser: those of the same name differ by where they begin.
    if (out.parsers[1].name == out.parsers[0].name || out.parsers[1].name == out.parsers[2].name) {
      out.parsers[1].name += ", backwards";
    }
    for (const RankedItem& each : judged.kept) out.suspects.push_back(suspect_of(each, numbers));
    if (request_.inject.share > 0) out.injection = measure(injected, out.suspects);
    out.sentences = std::move(treebank_.sentences);
    return out;
  }

 private:
  std::vector<std::vector<SpanAnswers>> parse(std::span<const BracketParser> parsers, std::size_t folds,
                                              const parsing::CheckpointPlace& place) {
    return cross_parse_brackets(treebank_.sentences, parsers, folds, control_, make_training_, place);
  }

  std::vector<InjectedPlace> inject() {
    const InjectionRequest& request = request_.inject;
    std::vector<InjectedPlace> out;
    if (request.share == 0) return out;
    base::Random random(request_.seed);
    const BracketConfusions confusions(
        treebank_.sentences, words_, parse(std::span(parsers_).first(2), kConfusionFolds, confusion_place(checkpoint_)),
        request);
    const auto injected = inject_brackets(request.share, words_, confusions, random, treebank_.sentences);
    for (std::size_t i = 0; i < injected.size(); ++i) {
      for (const Bracket& each : injected[i].was) {
        out.push_back({injected[i].sentence, each.span.first, each.span.last, {kNoHead, each.label}, i});
      }
    }
    return out;
  }

  Suspect suspect_of(const RankedItem& item, const NumberedBrackets& numbers) const {
    const auto at = static_cast<std::size_t>(item.item);
    const auto text = [&](const Answer& answer) -> Attachment {
      return {kNoHead, answer.label < 0 ? "" : numbers.labels.names()[static_cast<std::size_t>(answer.label)]};
    };
    Suspect out;
    out.sentence = item.sentence;
    out.word = numbers.spans[item.sentence][at].first;
    out.last = numbers.spans[item.sentence][at].last;
    out.place = {treebank_.files[item.sentence], treebank_.sentences[item.sentence].line(), 0};
    out.gold = text(numbers.gold[item.sentence][at]);
    out.proposed = text(item.proposed);
    for (const Answers& each : numbers.said) out.said.push_back(text(each[item.sentence][at]));
    out.score = item.score;
    out.evidence = item.evidence;
    return out;
  }

  const ErrorRequest& request_;
  ReadTreebank treebank_;
  const Control& control_;
  const parsing::MakeParserTraining& make_training_;
  parsing::Checkpoint* checkpoint_;
  NumberedTreebank words_;
  std::vector<BracketParser> parsers_;
};

}  // namespace

ErrorParser bracket_mark(const std::string& name, const Answers& gold, const Answers& said) {
  double brackets = 0;
  double both = 0;
  double same = 0;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    for (std::size_t item = 1; item < gold[i].size(); ++item) {
      const bool has_gold = gold[i][item].head == kBracketed;
      const bool has_said = said[i][item].head == kBracketed;
      brackets += (has_gold ? 1 : 0) + (has_said ? 1 : 0);
      both += has_gold && has_said ? 1 : 0;
      same += has_gold && said[i][item].same_as(gold[i][item]) ? 1 : 0;
    }
  }
  return {name, 200 * both / std::max(brackets, 1.0), 200 * same / std::max(brackets, 1.0)};
}

ErrorResult find_bracket_errors(const ErrorRequest& request, ReadTreebank treebank,
                                const std::vector<TrainRequest>& parsers, const Control& control,
                                const parsing::MakeParserTraining& make_training, parsing::Checkpoint* checkpoint) {
  return BracketRun(request, std::move(treebank), parsers, control, make_training, checkpoint).run();
}

}  // namespace espalier::curation
