// Libraries written in the way of C do not look whether they were given memory: where there is none they crash. So what
// they will take is asked for before they are called, where to be refused is an exception. Another thread may take it
// in between; the caller's estimates are therefore on the safe side.
#pragma once

#include <cstddef>
#include <new>

namespace espalier::learning {

/// Throws std::bad_alloc where so many bytes cannot be had now. They are not touched, so it costs nothing.
inline void demand_memory(std::size_t bytes) {
  constexpr std::size_t kSmall = std::size_t{1} << 20;  // for what is not counted
  ::operator delete(::operator new(bytes + bytes / 8 + kSmall));
}

}  // namespace espalier::learning
