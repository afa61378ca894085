"""What processes hold in memory, and whether that stays flat."""

MEGABYTE = 1 << 10  # of the kilobytes that /proc has


class Memory:
    """What a process holds, over time."""

    def __init__(self):
        self.samples = []

    def look(self, pid):
        try:
            with open(f"/proc/{pid}/status") as file:
                self.samples.append(int(next(line for line in file if line.startswith("VmRSS")).split()[1]))
        except (OSError, StopIteration):
            pass  # it has ended

    def row(self):
        if not self.samples:
            return ["-"] * 3
        return [f"{value // MEGABYTE} MB" for value in (self.samples[0], self.samples[-1], max(self.samples))]

    def growth(self):
        """By how much the last fifth lies over the second one, beyond what is noise; 0: it is flat.

        In the first fifth caches fill; reloads hold two models for a moment, so the highest of the second fifth counts.
        """
        fifth = len(self.samples) // 5
        if fifth == 0:
            return 0
        early = max(self.samples[fifth : 2 * fifth])
        late = sorted(self.samples[-fifth:])[fifth // 2]
        return max(0, late - early - max(16 * MEGABYTE, early // 10))
