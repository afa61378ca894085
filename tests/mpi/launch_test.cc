// Who started the program, by its environment.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "mpi/join.h"

namespace espalier::mpi {
namespace {

Launch launch_of(const std::map<std::string, std::string>& variables) {
  return find_launch([&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(LaunchTest, AloneWhereNobodySaysOtherwise) {
  EXPECT_FALSE(launch_of({}).is_many());
  EXPECT_FALSE(launch_of({{"OMPI_COMM_WORLD_SIZE", "1"}, {"OMPI_COMM_WORLD_RANK", "0"}}).is_many());
  EXPECT_FALSE(launch_of({{"OMPI_COMM_WORLD_SIZE", "many"}}).is_many());
}

TEST(LaunchTest, Mpirun) {
  const Launch launch = launch_of({{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "3"}});
  EXPECT_EQ(launch.size, 4);
  EXPECT_EQ(launch.rank, 3);
  EXPECT_EQ(launch.by, "mpirun");
  EXPECT_EQ(launch_of({{"PMI_SIZE", "2"}, {"PMI_RANK", "1"}}).rank, 1);
}

TEST(LaunchTest, SrunButNotItsBatchScript) {
  EXPECT_EQ(launch_of({{"SLURM_STEP_NUM_TASKS", "8"}, {"SLURM_PROCID", "5"}}).rank, 5);
  EXPECT_FALSE(launch_of({{"SLURM_NTASKS", "8"}, {"SLURM_PROCID", "0"}}).is_many());
}

TEST(LaunchTest, SrunThatWasNotAskedToBringProcessesTogether) {
  const std::map<std::string, std::string> bare = {{"SLURM_STEP_NUM_TASKS", "8"}, {"SLURM_PROCID", "5"}};
  EXPECT_FALSE(launch_of(bare).can_meet);
  for (const char* const told : {"PMIX_NAMESPACE", "PMI_FD"}) {
    auto variables = bare;
    variables[told] = "7";
    EXPECT_TRUE(launch_of(variables).can_meet) << told;
  }
  EXPECT_TRUE(launch_of({{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "3"}}).can_meet);
}

TEST(LaunchTest, TheNearestLauncherDecides) {
  // mpirun -n 1 by one of two daemons that srun started.
  EXPECT_FALSE(launch_of({{"OMPI_COMM_WORLD_SIZE", "1"}, {"SLURM_STEP_NUM_TASKS", "2"}}).is_many());
}

TEST(LaunchTest, ProcessesThatHaveNothingToDoWithOneAnother) {
  EXPECT_FALSE(launch_of({{"OMPI_COMM_WORLD_SIZE", "4"}, {"ESPALIER_MPI", "no"}}).is_many());
}

TEST(LaunchTest, TheModuleIsLookedForBesideTheProgram) {
  const auto paths = module_paths("", "/opt/espalier/bin/espalier");
  ASSERT_EQ(paths.size(), 2U);
  EXPECT_EQ(paths[0], "/opt/espalier/bin/espalier-mpi.so");
  EXPECT_TRUE(paths[1].starts_with("/opt/espalier/lib")) << paths[1];
  EXPECT_TRUE(paths[1].ends_with("/espalier/espalier-mpi.so")) << paths[1];
  EXPECT_EQ(module_paths("/tmp/m.so", "/usr/bin/espalier"), std::vector<std::string>{"/tmp/m.so"});
}

}  // namespace
}  // namespace espalier::mpi
