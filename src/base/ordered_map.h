// Work done by many threads, taken in order: produce (one thread at a time) → transform (in parallel) → consume (in
// order).
//
// Invariant: consume(k) is called once for each item k in the order in which produce made them, whatever the number of
// threads, so bytes written by it never depend on that number. At most 2 × threads + 1 items exist at a time: memory is
// flat.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace espalier::base {

/// Threads to use when asked for `wanted` (0: all cores).
int thread_count(int wanted);

/// Slot: a default-constructible, reusable value that carries input and result. produce(slot) fills it and says whether
/// it did (false: end). With one thread all runs on the caller's. An exception from any of the three stops the work and
/// is thrown here after all items before its own have been consumed, so which one it is does not depend on the number
/// of threads either. produce and consume are called by one thread at a time, though not always by the same one.
template <class Slot, class Produce, class Transform, class Consume>
void ordered_map(int threads, Produce&& produce, Transform&& transform, Consume&& consume);

}  // namespace espalier::base

#include "base/ordered_map_inl.h"
