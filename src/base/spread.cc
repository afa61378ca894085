#include "base/spread.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <vector>

#include "espalier/error.h"

namespace espalier::base {
namespace {

constexpr double kPiecesApart = 8;  // meetings, in times of the longest piece

bool is_alone(const Ranks* ranks) { return ranks == nullptr || ranks->size() == 1; }

/// Ranks are processes of one program on machines of one kind, so numbers go as they lie in memory.
template <class T>
void put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put(std::string& bytes, std::string_view text) {
  put(bytes, static_cast<std::uint64_t>(text.size()));
  bytes += text;
}

class Parcel {
 public:
  explicit Parcel(std::string_view bytes) : left_(bytes) {}

  bool is_empty() const noexcept { return left_.empty(); }
  template <class T>
  T value() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string_view text() { return take(value<std::uint64_t>()); }

 private:
  std::string_view take(std::uint64_t size) {
    if (size > left_.size()) throw Error(ErrorKind::kSystem, "what another rank told ends too early");
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }

  std::string_view left_;
};

enum class Outcome : std::uint8_t { kResult, kError, kNoMemory, kOther };

/// REQUIRES that an exception is being handled.
Outcome pack_exception(std::string& bytes) {
  try {
    throw;
  } catch (const Error& error) {
    put(bytes, static_cast<std::uint8_t>(error.kind()));
    put(bytes, std::string_view(error.place().file));
    put(bytes, static_cast<std::uint64_t>(error.place().line));
    put(bytes, static_cast<std::uint64_t>(error.place().column));
    put(bytes, std::string_view(error.reason()));
    return Outcome::kError;
  } catch (const std::bad_alloc&) {
    return Outcome::kNoMemory;
  } catch (const std::exception& error) {
    bytes = error.what();
    return Outcome::kOther;
  } catch (...) {
    bytes = "an exception of a kind that cannot be told";
    return Outcome::kOther;
  }
}

[[noreturn]] void throw_packed(Outcome outcome, std::string_view bytes) {
  if (outcome == Outcome::kNoMemory) throw std::bad_alloc();
  if (outcome != Outcome::kError) throw std::runtime_error(std::string(bytes));
  Parcel parcel(bytes);
  const auto kind = static_cast<ErrorKind>(parcel.value<std::uint8_t>());
  Place place;
  place.file = parcel.text();
  place.line = parcel.value<std::uint64_t>();
  place.column = parcel.value<std::uint64_t>();
  throw Error(kind, std::move(place), std::string(parcel.text()));
}

/// How a piece went: the result, or the exception.
struct Ended {
  Outcome outcome = Outcome::kResult;
  std::string bytes;
  std::exception_ptr own;  // the exception itself, where it was thrown
};

Ended ended(const std::function<std::string()>& work) {
  Ended out;
  try {
    out.bytes = work();
  } catch (...) {
    out.own = std::current_exception();
    out.bytes.clear();
    out.outcome = pack_exception(out.bytes);
  }
  return out;
}

[[noreturn]] void throw_again(const Ended& failed) {
  if (failed.own) std::rethrow_exception(failed.own);
  throw_packed(failed.outcome, failed.bytes);
}

class Clock {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// All ranks hear how it went on each; the failure of the lowest rank is thrown.
void agree(Ranks& ranks, const Ended& mine) {
  std::string bytes;
  put(bytes, mine.outcome);
  bytes += mine.bytes;
  const std::vector<std::string> all = ranks.gather(bytes);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    Parcel parcel(all[rank]);
    const auto outcome = parcel.value<Outcome>();
    if (outcome == Outcome::kResult) continue;
    if (rank == static_cast<std::size_t>(ranks.rank())) throw_again(mine);
    throw_packed(outcome, std::string_view(all[rank]).substr(sizeof outcome));
  }
}

class Spreading {
 public:
  Spreading(Ranks& ranks, Team& team, std::size_t count, const SpreadWork& work, double seconds)
      : ranks_(ranks), team_(team), count_(count), work_(work), seconds_(seconds), until_(seconds) {}

  void run() {
    ranks_.begin_counting();
    while (known_ < count_) {
      take_pieces();
      meet();
    }
  }

 private:
  /// A piece at least for each thread, as there would be no end else.
  void take_pieces() {
    const Clock clock;
    team_.run(static_cast<std::size_t>(team_.size()), [&](std::size_t /*index*/, int worker) {
      do {
        const std::size_t piece = next();
        if (piece >= count_) return;
        do_piece(piece, worker);
      } while (!failed_ && clock.seconds() < until_);
    });
  }

  std::size_t next() {
    const std::lock_guard lock(mutex_);  // one thread at a time speaks to other ranks
    return ranks_.next();
  }

  void do_piece(std::size_t piece, int worker) {
    const Clock clock;
    Ended end = ended([&] {
      work_.work(piece, worker);
      return work_.pack(piece);
    });
    if (end.outcome != Outcome::kResult) failed_ = true;
    const double seconds = clock.seconds();
    const std::lock_guard lock(mutex_);
    longest_ = std::max(longest_, seconds);
    mine_.emplace(piece, std::move(end));
  }

  void meet() {
    std::string bytes;
    put(bytes, longest_);
    for (const auto& [piece, end] : mine_) {
      put(bytes, static_cast<std::uint64_t>(piece));
      put(bytes, end.outcome);
      put(bytes, std::string_view(end.bytes));
    }
    const std::vector<std::string> all = ranks_.gather(bytes);
    std::map<std::size_t, Ended> others;
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
      Parcel parcel(all[rank]);
      longest_ = std::max(longest_, parcel.value<double>());
      while (rank != static_cast<std::size_t>(ranks_.rank()) && !parcel.is_empty()) {
        const auto piece = static_cast<std::size_t>(parcel.value<std::uint64_t>());
        const auto outcome = parcel.value<Outcome>();
        others[piece] = {outcome, std::string(parcel.text()), nullptr};
      }
    }
    until_ = std::max(seconds_, kPiecesApart * longest_);
    take(std::move(others));
  }

  /// In the order of the pieces, whoever did them.
  void take(std::map<std::size_t, Ended> others) {
    std::map<std::size_t, Ended> fresh = std::move(mine_);
    mine_.clear();
    std::vector<std::size_t> own;
    own.reserve(fresh.size());
    for (const auto& [piece, end] : fresh) own.push_back(piece);
    fresh.merge(others);
    known_ += fresh.size();
    const Ended* failure = nullptr;
    const Ended mine = ended([&] {
      for (const auto& [piece, end] : fresh) {
        if (end.outcome != Outcome::kResult) {
          if (failure == nullptr) failure = &end;
          continue;
        }
        if (!std::binary_search(own.begin(), own.end(), piece)) work_.unpack(piece, end.bytes);
        if (work_.done) work_.done(piece);
      }
      return std::string();
    });
    agree(ranks_, mine);
    if (failure != nullptr) throw_again(*failure);
  }

  Ranks& ranks_;
  Team& team_;
  std::size_t count_;
  const SpreadWork& work_;
  double seconds_;
  double until_;           // from one meeting to the next
  std::size_t known_ = 0;  // pieces whose results are here
  std::atomic<bool> failed_{false};
  std::mutex mutex_;  // of what follows, and of speaking to ranks
  double longest_ = 0;
  std::map<std::size_t, Ended> mine_;  // since the last meeting
};

}  // namespace

void spread(Ranks* ranks, Team& team, std::size_t count, const SpreadWork& work, double seconds) {
  if (!is_alone(ranks)) return Spreading(*ranks, team, count, work, seconds).run();
  team.run(count, [&](std::size_t piece, int worker) {
    work.work(piece, worker);
    if (work.done) work.done(piece);
  });
}

std::vector<std::string> spread_bytes(Ranks* ranks, Team& team, std::size_t count,
                                      const std::function<std::string(std::size_t)>& make, double seconds) {
  std::vector<std::string> made(count);
  SpreadWork work;
  work.work = [&](std::size_t piece, int) { made[piece] = make(piece); };
  work.pack = [&](std::size_t piece) { return made[piece]; };
  work.unpack = [&](std::size_t piece, std::string_view bytes) { made[piece] = bytes; };
  spread(ranks, team, count, work, seconds);
  return made;
}

std::string from_rank(Ranks* ranks, int which, const std::function<std::string()>& make) {
  if (is_alone(ranks)) return make();
  Ended mine;
  if (ranks->rank() == which) mine = ended(make);
  std::string bytes;
  put(bytes, mine.outcome);
  bytes += mine.bytes;
  const std::vector<std::string> all = ranks->gather(ranks->rank() == which ? bytes : std::string());
  const std::string& told = all[static_cast<std::size_t>(which)];
  const auto outcome = Parcel(told).value<Outcome>();
  if (ranks->rank() == which && mine.own) throw_again(mine);
  if (outcome != Outcome::kResult) throw_packed(outcome, std::string_view(told).substr(sizeof outcome));
  return told.substr(sizeof outcome);
}

void by_first(Ranks* ranks, const std::function<void()>& work) {
  from_rank(ranks, 0, [&] {
    work();
    return std::string();
  });
}

double number_of_first(Ranks* ranks, double mine) {
  if (is_alone(ranks)) return mine;
  std::string bytes;
  put(bytes, mine);
  return Parcel(ranks->gather(bytes).front()).value<double>();
}

double sum_of_ranks(Ranks* ranks, double mine) {
  if (is_alone(ranks)) return mine;
  std::string bytes;
  put(bytes, mine);
  double sum = 0;
  for (const std::string& told : ranks->gather(bytes)) sum += Parcel(told).value<double>();
  return sum;
}

Control control_of_one(const Control& control) {
  Control out = control;
  out.ranks = nullptr;
  if (!is_first(control.ranks)) out.progress = {};
  return out;
}

}  // namespace espalier::base
