// A byte source cut into lines, or at another byte, however long these are.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/byte_source.h"

namespace espalier::treebank {

/// A line without its line feed; or, of a line beyond the limit, one stretch after the other.
struct LinePart {
  std::string_view bytes;      ///< good until the next call
  std::size_t number = 0;      ///< of the line, from 1
  bool is_first = true;        ///< starts the line
  bool is_last = true;         ///< ends it
  bool has_line_feed = false;  ///< false for the last line of a file that does not end with one
  bool is_whole() const noexcept { return is_first && is_last; }
};

/// Memory: twice the limit on lines.
class LineStream {
 public:
  /// `end`: the byte that ends a line.
  LineStream(std::unique_ptr<base::ByteSource> source, std::size_t line_limit, char end = '\n')
      : source_(std::move(source)), limit_(line_limit), end_(end) {}

  /// False at the end. An empty last line (after the final line feed) is no line.
  bool next(LinePart& part);
  /// next() would not have to wait for more bytes.
  bool has_line() const;
  base::Extent extent() const { return source_->extent(); }

 private:
  bool fill();
  void hand_out(std::size_t size, bool has_line_feed, bool ends, LinePart& part);

  std::unique_ptr<base::ByteSource> source_;
  std::size_t limit_;
  char end_;
  std::string buffer_;
  std::size_t step_ = 16384;  // how much is asked for next: little at first, as answers are waited for text by text
  std::size_t begin_ = 0;     // start of what is not handed out
  std::size_t scanned_ = 0;   // bytes from begin_ known to hold no line feed
  std::size_t number_ = 1;
  bool is_inside_ = false;  // of a line beyond the limit
  bool at_end_ = false;
};

}  // namespace espalier::treebank
