// Espalier: sentences as one document, in memory.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "espalier/sentence.h"
#include "espalier/treebank.h"

namespace espalier {

/// Sentences in any format, with prologue and epilogue: what a file of them would hold. Throws Error kUsage for a
/// format that does not exist, kInput for sentences that it cannot hold.
std::string to_string(std::span<const Sentence> sentences, const WriteOptions& options = {});

/// `# text`, or what the forms and SpaceAfter make.
std::string text_of(const Sentence& sentence);

/// Sentences are written as constituents in this format.
bool shows_constituents(std::string_view format) noexcept;

}  // namespace espalier
