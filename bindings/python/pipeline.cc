#include "python/pipeline.h"

#include <algorithm>

#include "espalier/error.h"

namespace espalier::python {
namespace {

constexpr std::chrono::milliseconds kPatience{50};
// Few enough that the memory of a batch goes from one to the next without the system being asked for it again.
constexpr std::size_t kBatch = 64;

Input input_of(const py::handle& item) {
  if (py::isinstance<py::str>(item)) return item.cast<std::string>();
  if (py::isinstance<Document>(item)) return item.cast<DocumentPtr>();
  throw py::type_error("a pipeline takes texts and documents, not " +
                       py::str(py::type::handle_of(item).attr("__name__")).cast<std::string>());
}

}  // namespace

Annotator::Annotator(std::vector<Model> models, std::vector<double> weights,
                     const std::map<std::string, std::string>& names) {
  PipelineOptions options;
  for (const auto& [name, value] : names) set_option(options, name, value);
  pipeline_ = std::make_unique<Pipeline>(Ensemble(std::move(models), std::move(weights)), options);
  makes_trees_ = options.last == Stage::kTrees;
  if (makes_trees_ && model().parser_kind() == "constituency") rules_ = HeadRules::load("default");
}

void Annotator::finish(Sentence& sentence, Document& document) const {
  if (rules_ && !sentence.empty()) to_dependencies(sentence, *rules_);
  // Brackets that were given are not those of the parse.
  if (makes_trees_ && !rules_) sentence.constituents().clear();
  document.add(sentence);
}

DocumentPtr Annotator::annotate(const Input& input, const std::function<void()>& between) const {
  const DocumentPtr document = pool_->take();
  document->has_rule_heads = rules_.has_value();
  if (const auto* text = std::get_if<std::string>(&input)) {
    document->text = *text;
    pipeline_->annotate(*text, [&](Sentence& sentence) {
      finish(sentence, *document);
      between();
    });
  } else {
    const Document& given = *std::get<DocumentPtr>(input);
    document->text = given.text;
    for (Sentence sentence : given.sentences) {
      pipeline_->annotate(sentence);
      finish(sentence, *document);
      between();
    }
  }
  document->settle();
  return document;
}

Pipe::Pipe(std::shared_ptr<const Annotator> annotator, py::iterator source, int threads, std::size_t batch_size)
    : annotator_(std::move(annotator)),
      source_(std::move(source)),
      threads_(threads > 0 ? static_cast<std::size_t>(threads) : std::max(1U, std::thread::hardware_concurrency())),
      batch_size_(std::max<std::size_t>(batch_size, 1)) {}

Pipe::~Pipe() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
    waiting_.clear();
  }
  given_.notify_all();
  const py::gil_scoped_release no_gil;
  for (std::thread& worker : workers_) worker.join();
}

void Pipe::process(Batch& batch, const std::function<void()>& between) const {
  try {
    for (const Input& input : batch.inputs) batch.documents.push_back(annotator_->annotate(input, between));
  } catch (...) {
    batch.error = std::current_exception();
  }
}

void Pipe::work() {
  // A text that nobody waits for any more is not finished.
  const auto between = [this] {
    if (is_stopping_) throw Error(ErrorKind::kInterrupted, "interrupted");
  };
  for (;;) {
    std::shared_ptr<Batch> batch;
    {
      std::unique_lock lock(mutex_);
      given_.wait(lock, [&] { return is_stopping_ || !waiting_.empty(); });
      if (is_stopping_) return;
      batch = std::move(waiting_.front());
      waiting_.pop_front();
    }
    process(*batch, between);
    const std::lock_guard lock(mutex_);
    batch->is_done = true;
    if (wanted_ == batch.get()) done_.notify_one();
  }
}

// Under the GIL: the iterable is Python's.
std::shared_ptr<Pipe::Batch> Pipe::read_batch() {
  auto batch = std::make_shared<Batch>();
  try {
    while (batch->inputs.size() < batch_size_) {
      PyObject* const item = PyIter_Next(source_.ptr());
      if (item == nullptr) {
        is_at_end_ = true;
        if (PyErr_Occurred() != nullptr) throw py::error_already_set();
        break;
      }
      batch->inputs.push_back(input_of(py::reinterpret_steal<py::object>(item)));
    }
  } catch (py::error_already_set& error) {
    is_at_end_ = true;
    source_error_.emplace(std::move(error));
  } catch (const py::builtin_exception& error) {  // of input_of()
    is_at_end_ = true;
    error.set_error();
    source_error_.emplace();
  }
  return batch;
}

void Pipe::take_inputs() {
  const std::size_t most = threads_ == 1 ? 1 : 2 * threads_ + 1;
  while (!is_at_end_ && batches_.size() < most) {
    auto batch = read_batch();
    if (batch->inputs.empty()) return;
    batches_.push_back(batch);
    if (threads_ == 1) continue;
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(batch));
    }
    if (workers_.size() < threads_) workers_.emplace_back([this] { work(); });
    given_.notify_one();
  }
}

void Pipe::wait_for_first() {
  Batch& first = *batches_.front();
  if (threads_ == 1) {
    if (first.is_done) return;
    SignalWatch watch;
    {
      const py::gil_scoped_release no_gil;
      process(first, [&watch] { watch.look(); });
    }
    first.is_done = true;
    return;
  }
  for (bool is_done = false; !is_done;) {
    {
      const py::gil_scoped_release no_gil;
      std::unique_lock lock(mutex_);
      wanted_ = &first;
      is_done = done_.wait_for(lock, kPatience, [&] { return first.is_done; });
    }
    if (!is_done) check_signals();
  }
}

void Pipe::end() {
  is_at_end_ = true;
  batches_.clear();
  const std::lock_guard lock(mutex_);
  waiting_.clear();
}

DocumentPtr Pipe::next_in_turn() {
  for (;;) {
    take_inputs();
    if (batches_.empty()) {
      if (!source_error_) throw py::stop_iteration();
      py::error_already_set error = std::move(*source_error_);
      source_error_.reset();
      throw error;
    }
    wait_for_first();
    Batch& first = *batches_.front();
    if (next_document_ < first.documents.size()) return std::move(first.documents[next_document_++]);
    next_document_ = 0;
    const std::exception_ptr error = first.error;
    batches_.pop_front();
    if (error) {
      end();
      source_error_.reset();
      std::rethrow_exception(error);
    }
  }
}

DocumentPtr Pipe::next() {
  // The GIL is given up on the way, and the iterable is code of Python: another call may come in between.
  if (is_busy_) throw py::value_error("pipe already executing");
  struct Busy {
    explicit Busy(bool& flag) : flag_(flag) { flag_ = true; }
    ~Busy() { flag_ = false; }
    bool& flag_;
  } const busy(is_busy_);
  return next_in_turn();
}

void register_pipeline(py::module_& module) {
  py::class_<Pipe>(module, "Pipe", "Documents in order, made as they are asked for.")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &Pipe::next);
  py::class_<Annotator, std::shared_ptr<Annotator>>(
      module, "Pipeline", "From texts to documents with trees; load() makes one. Any number of threads may call it.")
      .def(py::init<std::vector<Model>, std::vector<double>, const std::map<std::string, std::string>&>(),
           py::arg("models"), py::arg("weights"), py::arg("options"))
      .def(
          "__call__",
          [](const Annotator& self, const py::object& given) {
            const Input input = input_of(given);
            SignalWatch watch;
            const py::gil_scoped_release no_gil;
            return self.annotate(input, [&watch] { watch.look(); });
          },
          py::arg("input"), "The document that a text makes, or a copy of a document with trees.")
      .def(
          "pipe",
          [](const std::shared_ptr<Annotator>& self, const py::iterable& texts, int threads, std::size_t batch_size) {
            return std::make_unique<Pipe>(self, py::iter(texts), threads, batch_size);
          },
          py::arg("texts"), py::kw_only(), py::arg("threads") = 0, py::arg("batch_size") = kBatch,
          "Documents of many texts, in order, on many threads (0: all cores) that do not hold the GIL. Texts are taken "
          "as they are needed, batch_size for a thread at a time.")
      .def_property_readonly("model", &Annotator::model, "The model; of several the first.");
}

}  // namespace espalier::python
