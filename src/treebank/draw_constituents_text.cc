#include "treebank/drawing.h"
namespace espalier::treebank { std::string draw_constituents_text(const Sentence&, const WriteOptions&) { return {}; } }
