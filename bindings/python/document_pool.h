// Documents that Python has let go of, kept for the next texts.
//
// Why: documents are made by threads that parse and are gone in the thread of Python, a hundred thousand of them in
// some seconds. Giving their memory back to the thread that it came from costs both threads a lock and the cache of the
// core; taken from here, the last one first, it is still in a cache.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "python/document.h"

namespace espalier::python {

/// Safe to share between threads. Made by make_shared: documents hold on to it.
class DocumentPool : public std::enable_shared_from_this<DocumentPool> {
 public:
  DocumentPool() { idle_.reserve(kMost); }
  DocumentPool(const DocumentPool&) = delete;
  DocumentPool& operator=(const DocumentPool&) = delete;

  /// An empty document.
  DocumentPtr take() {
    return {taken().release(),
            [pool = shared_from_this()](Document* document) { pool->give_back(std::unique_ptr<Document>(document)); }};
  }

 private:
  // What is kept is the memory of a few batches of short texts; of a long text it would be too much to hold on to.
  static constexpr std::size_t kMost = 512;
  static constexpr std::size_t kMostSentences = 8;
  static constexpr std::int32_t kMostWords = 200;

  std::unique_ptr<Document> taken() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<Document>();
    auto document = std::move(idle_.back());
    idle_.pop_back();
    return document;
  }

  void give_back(std::unique_ptr<Document> document) noexcept {
    if (document->sentences.size() > kMostSentences) return;
    for (const Sentence& sentence : document->sentences) {
      if (sentence.size() > kMostWords) return;
    }
    document->clear();
    const std::lock_guard lock(mutex_);
    if (idle_.size() < kMost) idle_.push_back(std::move(document));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Document>> idle_;
};

}  // namespace espalier::python
