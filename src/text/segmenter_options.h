// What may be asked of segmentation.
#pragma once

namespace espalier::text {

struct SegmenterOptions {
  bool sentence_a_line = false;  ///< every line is a sentence, and sentences end nowhere else
  bool token_a_line = false;     ///< every line is a token, a blank line ends a sentence
  bool offsets = false;          ///< MISC has TokenRange=begin:end, in characters from the start of the document
};

}  // namespace espalier::text
