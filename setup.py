"""`pip install --no-build-isolation .`: builds the extension with CMake and puts the shipped models beside it.

The build folder is build-python-cmake (as deep as build/, so that ccache knows its files), kept for the next time;
ESPALIER_BUILD names another, such as one that scripts/build has made. What Debian needs: scripts/packages --python.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
(ROOT / "build-python").mkdir(exist_ok=True)  # egg_info wants it before anything else


def version() -> str:
    found = re.search(r"project\(Espalier VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
    assert found is not None
    return found.group(1)


class WithModels(build_py):
    """The package, and the models that come with Espalier."""

    def run(self) -> None:
        super().run()
        folder = Path(self.build_lib) / "espalier" / "models"
        folder.mkdir(parents=True, exist_ok=True)
        for file in (ROOT / "models").iterdir():  # with their licences
            shutil.copy(file, folder)


class WithCMake(build_ext):
    """The extension, by the same CMake files as everything else."""

    def build_extension(self, ext: Extension) -> None:
        folder = Path(os.environ.get("ESPALIER_BUILD", ROOT / "build-python-cmake")).resolve()
        if not (folder / "CMakeCache.txt").exists():
            launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
            options = ["-DCMAKE_BUILD_TYPE=Release", "-DESPALIER_TESTS=OFF", "-DESPALIER_PYTHON=ON"]
            python = "-DPython3_EXECUTABLE=" + sys.executable
            subprocess.run(
                ["cmake", "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", *options, python, *launcher], check=True
            )
        subprocess.run(["cmake", "--build", str(folder), "--target", "espalier_python"], check=True)
        (built,) = (folder / "python" / "espalier").glob("_espalier*.so")
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(built, target)


setup(
    version=version(),
    packages=["espalier"],
    package_dir={"": "bindings/python"},
    package_data={"espalier": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("espalier._espalier", [])],
    cmdclass={"build_py": WithModels, "build_ext": WithCMake},
)
