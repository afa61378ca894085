/* What the program asks of the module that knows MPI: a table of C functions, so that neither needs the other's headers
 * or C++ library. The module is a shared library of its own: who does not run on many machines needs no MPI.
 *
 * A function that returns int returns 0, or says what went wrong in message(). Those marked collective are called by
 * all ranks in the same order; next() may be called beside them, by any thread. */
#ifndef ESPALIER_MPI_MODULE_H_
#define ESPALIER_MPI_MODULE_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes when anything here does: a module of another version is refused. */
enum { ESPALIER_MPI_VERSION = 1 };

struct espalier_mpi {
  int version;
  int rank;
  int size;
  int local_size; /* ranks on this machine */

  const char* (*message)(void);
  /* Sets *value to 0, 1, 2 ... each for one rank. */
  int (*next)(uint64_t* value);
  /* next() begins again at 0. Collective. */
  int (*begin_counting)(void);
  /* sizes[r] becomes the bytes that rank r brings. Collective. */
  int (*gather_sizes)(uint64_t mine, uint64_t* sizes);
  /* The bytes of all ranks, one after the other, into `all`; `sizes` as gather_sizes() gave them. Collective. */
  int (*gather_bytes)(const char* mine, const uint64_t* sizes, char* all);
  /* A file that all ranks write, one at a time: made anew, and on the disk when it is closed. Both collective. */
  int (*create_file)(const char* path);
  int (*write_file)(uint64_t offset, const char* bytes, uint64_t size);
  int (*close_file)(void);
  /* Waits for all, then the process is alone again. Collective. */
  int (*leave)(void);
  /* Ends all ranks, with this exit code; does not return. */
  void (*abort)(int code);
};

/* Joins the others. `stopped` is asked while ranks wait for one another: they give up when it says so. Null when this
 * fails; `message` (of `message_size` bytes) then says why. */
typedef const struct espalier_mpi* (*espalier_mpi_join_function)(int (*stopped)(void), char* message, int message_size);
#define ESPALIER_MPI_JOIN "espalier_mpi_join"

#ifdef __cplusplus
}
#endif

#endif
