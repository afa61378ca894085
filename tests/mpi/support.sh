# What the tests of tests/mpi share. Sourced, with the module (or nothing) in $module: ends the test with 77 where there is no MPI.
set -euo pipefail
skip() { echo "skipped: $1"; exit 77; }
command -v mpirun > /dev/null || skip "mpirun is not installed (scripts/packages --mpi)"
[ -n "$module" ] && [ -e "$module" ] || skip "the MPI module was not built (scripts/packages --mpi, then configure again)"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# ranks N COMMAND…: on this machine alone, more ranks than cores if need be, as any user.
ranks() {
  local number=$1
  shift
  timeout -k 5 120 env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ESPALIER_MPI_MODULE="$module" \
    mpirun --oversubscribe --bind-to none --mca btl self,vader -n "$number" "$@"
}
# fails STATUS TEXT COMMAND…: it ends with this status, and says this on stderr.
fails() {
  local status=0 expected=$1 text=$2
  shift 2
  "$@" > "$folder/out" 2> "$folder/err" || status=$?
  [ "$status" -eq "$expected" ] || { echo "exit $status instead of $expected: $*"; cat "$folder/err"; exit 1; }
  grep -qF -- "$text" "$folder/err" || { echo "no '$text' in what it said:"; cat "$folder/err"; exit 1; }
}
