// A pipeline of all stages, learned in a moment from a few sentences.
#pragma once

#include <string>

#include "espalier/trainer.h"
#include "tests/support/temporary_folder.h"

namespace espalier::fuzz {

/// CoNLL-U with all that stages learn from: a contraction, lemmas, tags, features, trees.
inline std::string small_treebank() {
  std::string text;
  for (const char* end : {".", "!", "?", "..."}) {
    text += "1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_\n";
    text += "1\tDo\tdo\tAUX\tvb\tMood=Imp\t3\taux\t_\t_\n2\tn't\tnot\tPART\trb\t_\t3\tadvmod\t_\t_\n";
    text += "3\tgrow\tgrow\tVERB\tvb\tMood=Imp\t0\troot\t_\t_\n4\told\told\tADJ\tjj\t_\t5\tamod\t_\t_\n";
    text += "5\ttrees\ttree\tNOUN\tnns\tNumber=Plur\t3\tobj\t_\tSpaceAfter=No\n6\t";
    text += std::string(end) + "\t" + end + "\tPUNCT\t.\t_\t3\tpunct\t_\t_\n\n";
  }
  return text;
}

inline Model small_model(const std::string& recipe) {
  const tests::TemporaryFolder folder;
  tests::spill(folder / "train.conllu", small_treebank());
  TrainRequest request;
  request.train = {folder / "train.conllu"};
  request.recipe = Recipe::load(recipe);
  Control control;
  control.threads = 1;
  return train(request, control);
}

}  // namespace espalier::fuzz
