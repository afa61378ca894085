// The extension module espalier._espalier; espalier/__init__.py is what users import.
#include "python/binding.h"

PYBIND11_MODULE(_espalier, module) {
  module.doc() = "The C++ side of espalier.";
  espalier::python::register_errors(module);
  espalier::python::register_models(module);
  espalier::python::register_tokens(module);
  espalier::python::register_constituents(module);
  espalier::python::register_documents(module);
  espalier::python::register_pipeline(module);
  espalier::python::register_work(module);
}
