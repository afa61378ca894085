// A pipeline that makes documents, and many of them in order.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "espalier/constituency.h"
#include "espalier/pipeline.h"
#include "python/binding.h"
#include "python/document_pool.h"

namespace espalier::python {

/// A text, or sentences that are there already.
using Input = std::variant<std::string, DocumentPtr>;

/// Any number of threads may use it at once; none of them needs the GIL.
class Annotator {
 public:
  Annotator(std::vector<Model> models, std::vector<double> weights, const std::map<std::string, std::string>& options);

  /// `between` is called after each sentence, and may throw.
  DocumentPtr annotate(const Input& input, const std::function<void()>& between) const;
  const Model& model() const noexcept { return pipeline_->model(); }

 private:
  void finish(Sentence& sentence, Document& document) const;

  bool makes_trees_ = true;
  std::optional<HeadRules> rules_;  // where the parser finds constituents
  std::unique_ptr<Pipeline> pipeline_;
  std::shared_ptr<DocumentPool> pool_ = std::make_shared<DocumentPool>();
};

/// Documents of an iterable, in order, made in batches by threads that never ask for the GIL. Texts are taken from the
/// iterable as they are needed: no more than 2 × threads + 1 batches are there at a time. With one thread all is done
/// by the caller's.
///
/// An error, of the iterable or of a text, is thrown in its place, after all documents before it; then there are no
/// more.
class Pipe {
 public:
  Pipe(std::shared_ptr<const Annotator> annotator, py::iterator source, int threads, std::size_t batch_size);
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  /// Throws py::stop_iteration at the end.
  DocumentPtr next();

 private:
  struct Batch {
    std::vector<Input> inputs;
    std::vector<DocumentPtr> documents;  // fewer than inputs where there was an error
    std::exception_ptr error;
    bool is_done = false;
  };

  DocumentPtr next_in_turn();
  void take_inputs();
  std::shared_ptr<Batch> read_batch();
  void process(Batch& batch, const std::function<void()>& between) const;
  void wait_for_first();
  void work();
  void end();

  std::shared_ptr<const Annotator> annotator_;
  py::iterator source_;
  std::size_t threads_;
  std::size_t batch_size_;
  bool is_busy_ = false;
  bool is_at_end_ = false;
  std::optional<py::error_already_set> source_error_;
  std::size_t next_document_ = 0;               // of the first batch
  std::deque<std::shared_ptr<Batch>> batches_;  // in order; changed by the caller's thread only

  std::mutex mutex_;
  std::condition_variable given_;  // to workers
  std::condition_variable done_;   // to the caller's thread, when what it waits for is there
  const Batch* wanted_ = nullptr;
  std::deque<std::shared_ptr<Batch>> waiting_;
  std::atomic<bool> is_stopping_ = false;  // changed under the mutex
  std::vector<std::thread> workers_;
};

}  // namespace espalier::python
