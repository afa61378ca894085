// Errors as exceptions of Python, and Ctrl-C in long work.
#include <exception>
#include <future>
#include <thread>
#include <utility>

#include "espalier/error.h"
#include "python/binding.h"

namespace espalier::python {
namespace {

constexpr std::chrono::milliseconds kPatience{50};

const char* name_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return "usage";
    case ErrorKind::kInput:
      return "input";
    case ErrorKind::kInterrupted:
      return "interrupted";
    case ErrorKind::kSystem:
      break;
  }
  return "system";
}

void raise(const Error& error) {
  if (error.kind() == ErrorKind::kInterrupted) return PyErr_SetNone(PyExc_KeyboardInterrupt);
  const py::object type = py::module_::import("espalier._error").attr("Error");
  const Place& place = error.place();
  const py::object value =
      type(error.what(), name_of(error.kind()), place.file, place.line, place.column, error.reason());
  PyErr_SetObject(type.ptr(), value.ptr());
}

}  // namespace

void register_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(std::move(thrown));
    } catch (const Error& error) {
      raise(error);
    }
  });
}

void check_signals() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

void SignalWatch::look() {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < kPatience) return;
  last_ = now;
  const py::gil_scoped_acquire gil;
  check_signals();
}

LongWork::LongWork(int threads) {
  control_.threads = threads;
  control_.stop = &stop_;
}

void LongWork::call(const std::function<void()>& python) {
  if (stop_.load()) return;
  const py::gil_scoped_acquire gil;
  try {
    python();
  } catch (py::error_already_set& error) {
    raised_.emplace(std::move(error));
    stop_.store(true);
  }
}

void LongWork::run(const std::function<void()>& work) {
  std::packaged_task<void()> task(work);
  std::future<void> result = task.get_future();
  std::thread thread(std::move(task));
  for (bool is_done = false; !is_done;) {
    {
      const py::gil_scoped_release no_gil;
      is_done = result.wait_for(kPatience) == std::future_status::ready;
    }
    if (raised_ || PyErr_CheckSignals() == 0) continue;
    raised_.emplace();  // takes what is raised
    stop_.store(true);
  }
  thread.join();
  if (raised_) {
    py::error_already_set raised = std::move(*raised_);
    raised_.reset();
    throw raised;
  }
  result.get();
}

}  // namespace espalier::python
