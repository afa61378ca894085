// The program as one of several that mpirun or srun started together (docs/cluster.md). One process has one part in one
// job, as it has one set of signal handlers: so this is kept once, for all verbs.
#pragma once

#include <string>

#include "espalier/ranks.h"

namespace espalier::cli {

/// Joins the other processes, if there are any. Throws Error kSystem when that cannot be.
void join_ranks();
/// For verbs that cannot share their work: throws Error kUsage if there are other processes, which would write over
/// this one's files.
void refuse_ranks();
/// A verb that can; for the message of refuse_ranks().
void note_verb_for_ranks(const std::string& name);

/// Null: alone.
Ranks* joined_ranks();
/// This process is alone, or the one that tells of all and writes what all have made.
bool is_speaker();
/// Threads for one rank when asked for `wanted`; of 0, all cores, each rank on the machine has its share.
int threads_of_rank(int wanted);

/// Tells the user what ended the program. Where all ranks end for the same reason, it is told once.
void complain(const std::string& message);
/// The last thing that the program does: waits for the other ranks or, if this one has failed, ends them all. The value
/// is the exit code.
int leave_ranks(int status);

}  // namespace espalier::cli
