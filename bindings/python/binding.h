// What the files of the module share: what each of them registers, and how Python hears of errors and of Ctrl-C.
#pragma once

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <functional>

#include "espalier/treebank.h"
#include "python/document.h"

namespace espalier::python {

namespace py = pybind11;

/// A sentence of a document.
struct SentenceRef {
  DocumentPtr document;
  std::size_t index = 0;

  const Sentence& get() const { return document->sentences[index]; }
};

/// A word of a sentence, 1..n.
struct TokenRef {
  DocumentPtr document;
  std::size_t sentence = 0;
  std::int32_t node = 0;

  const Sentence& get() const { return document->sentences[sentence]; }
  TokenRef at(std::int32_t other) const { return {document, sentence, other}; }
};

void register_errors(py::module_& module);
void register_tokens(py::module_& module);
void register_documents(py::module_& module);
void register_constituents(py::module_& module);
void register_pipeline(py::module_& module);
void register_models(py::module_& module);
void register_work(py::module_& module);

/// The constituents of a sentence, or None.
py::object constituents_of(const SentenceRef& sentence);

/// All words of a sentence.
std::vector<TokenRef> tokens_of(const SentenceRef& sentence);

/// Throws what Python's signal handlers raise. Needs the GIL; costs little.
void check_signals();

/// The same from time to time, for loops that run without the GIL.
class SignalWatch {
 public:
  void look();

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Long work on a thread of its own, while this one, which has the GIL and gives it up, hears Ctrl-C: then the work is
/// stopped, and what the handler raised is thrown. `call` runs functions of Python from the work's thread; what they
/// raise stops the work, too.
class LongWork {
 public:
  explicit LongWork(int threads);
  const Control& control() const { return control_; }
  void call(const std::function<void()>& python);
  void run(const std::function<void()>& work);

 private:
  std::atomic<bool> stop_{false};
  Control control_;
  std::optional<py::error_already_set> raised_;
};

}  // namespace espalier::python
