// Puts sentences together from the tokens found in a block, so that the text can be had back byte for byte.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "espalier/sentence.h"
#include "text/block_reader.h"
#include "text/expansion_book.h"
#include "text/segmenter_options.h"
#include "text/segmenter_workspace.h"

namespace espalier::text {

/// Comments are `# newdoc` and `# newpar` where they are due, and `# text`, in which each run of white space is one
/// space. MISC tells what else stood between tokens (SpaceAfter=No, SpacesAfter, SpacesBefore of the first of a block)
/// and in them (SpacesInToken). The last token of a document always tells what follows it.
class SentenceMaker {
 public:
  /// All must outlive it. Tokens, sentence ends and expansions are read from the workspace.
  SentenceMaker(const Block& block, const SegmenterOptions& options, const ExpansionBook& expansions,
                SegmenterWorkspace& workspace);

  void run(const std::function<void(Sentence&)>& sink);

 private:
  void make(std::size_t first, std::size_t last);
  void add_comments(std::size_t first, std::size_t last);
  void add_token(std::size_t index);
  bool is_verbatim(std::int32_t begin, std::int32_t end) const;
  void append_form(std::int32_t begin, std::int32_t end);
  Text form_of(const Token& token);
  Text misc_of(std::size_t index);
  void add_attribute(std::string_view name, std::string_view value);
  void add_range(const Token& token);
  std::string_view space_after(std::size_t token) const;
  std::int32_t add_node(Text form);

  const Block& block_;
  const SegmenterOptions& options_;
  const ExpansionBook& expansions_;
  SegmenterWorkspace& workspace_;
  const Characters& text_;
  Sentence& sentence_;
  std::uint32_t text_place_ = 0;   // of `# text` in the sentence's store
  std::uint32_t text_begin_ = 0;   // of the sentence in the block
  bool is_verbatim_ = true;        // `# text` is the sentence byte for byte
  Text no_space_;                  // `SpaceAfter=No`, once a sentence
  std::size_t counted_bytes_ = 0;  // of the block, and the characters in them
  std::size_t counted_ = 0;
};

/// Adds `# sent_id = number`, before `# text` as is usual.
void name_sentence(Sentence& sentence, std::size_t number);

}  // namespace espalier::text
