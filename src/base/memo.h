// Values remembered within a sentence, by a key.
//
// Invariant: a key stands for its value alone; keys are hashes of 64 bits, as features are, and well mixed.
// Cost: the table is emptied by a new stamp, and grows to the longest sentence.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace espalier::base {

/// One a thread.
template <class Value>
class Memo {
 public:
  /// The start of a sentence: all is forgotten.
  void start() {
    if (entries_.empty()) entries_.resize(kLeast);
    if (++stamp_ == 0) {  // once in four thousand million sentences: stamps of old would come back
      std::fill(entries_.begin(), entries_.end(), Entry{});
      stamp_ = 1;
    }
    count_ = 0;
  }

  /// The value of a key; make() is called when it is new. Good until the next call. REQUIRES that make() does not ask
  /// this memo.
  template <class Make>
  const Value& get(std::uint64_t key, const Make& make) {
    Entry* entry = &find(key);
    if (entry->stamp == stamp_) return entry->value;
    if (++count_ * 2 > entries_.size()) {
      grow();
      entry = &find(key);
    }
    *entry = {key, stamp_, make()};
    return entry->value;
  }

  /// How many values were made since start().
  std::size_t made() const noexcept { return count_; }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t stamp = 0;  // of the sentence; others are free
    Value value{};
  };
  static constexpr std::size_t kLeast = 1024;  // a power of two, as all sizes

  Entry& find(std::uint64_t key) noexcept {
    std::size_t at = key & (entries_.size() - 1);
    while (entries_[at].stamp == stamp_ && entries_[at].key != key) at = (at + 1) & (entries_.size() - 1);
    return entries_[at];
  }

  void grow() {
    std::vector<Entry> old(entries_.size() * 2);
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.stamp == stamp_) find(entry.key) = entry;
    }
  }

  std::vector<Entry> entries_;
  std::uint32_t stamp_ = 0;
  std::size_t count_ = 0;
};

}  // namespace espalier::base
