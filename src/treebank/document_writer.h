// Puts the pieces that a Format makes together into one document: prologue, pieces or a composition of them, epilogue.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/byte_sink.h"
#include "treebank/format.h"

namespace espalier::treebank {

/// Pieces made apart from the document, by any thread: one string where they simply follow one another, else one each.
struct Pieces {
  std::string prologue;  ///< what the document would start with if these came first
  std::string joined;
  std::vector<std::string> single;
  std::size_t sentences = 0;

  void clear();
  /// Where the format cannot hold the sentence, and throws, nothing is added.
  void add(const Format& format, const Sentence& sentence, const WriteOptions& options);
};

/// Adds a piece to those already joined, as the format says.
void join(const Format& format, std::string_view piece, std::string& joined);

/// Opens what a document is written to; waiting ends when the caller wants to stop.
std::unique_ptr<base::ByteSink> open_output(const std::string& path, const Control& control);

/// The documents of a format are its pieces and no more, so that parts of one can be written apart from one another.
bool can_be_parted(const Format& format, const WriteOptions& options);

/// Takes pieces in order. Nothing is final before close().
class DocumentWriter {
 public:
  /// `is_part`: the sink has a part of a document, as Pieces::joined are; REQUIRES can_be_parted().
  DocumentWriter(std::unique_ptr<base::ByteSink> sink, const Format& format, WriteOptions options,
                 bool is_part = false);

  void write(Pieces& pieces);
  void close();

 private:
  void hold(std::string& next);

  std::unique_ptr<base::ByteSink> sink_;
  const Format& format_;
  WriteOptions options_;
  bool is_part_;
  bool started_ = false;
  std::vector<std::string> composed_;
  std::string held_;  // of a format with joints: the last batch, whose end depends on what follows
};

/// All of it, in memory.
std::string document_of(std::span<const Sentence> sentences, const Format& format, const WriteOptions& options);

}  // namespace espalier::treebank
