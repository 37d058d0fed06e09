"""Builds Expost from the tree that this file is in: conan create packaging/conan"""

import json
import os

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load

TREE = os.path.join("..", "..")
PARTS = ["CMakeLists.txt", "package.json", "LICENSE", "cmake/*", "core/*", "wasm/third-party-native.txt"]


class Expost(ConanFile):
    name = "expost"
    description = "What a published model revealed about one person: bounds on the ex-post privacy loss"
    license = "Apache-2.0"
    topics = ("differential-privacy", "ex-post-privacy-loss")
    package_type = "static-library"
    settings = "os", "compiler", "build_type", "arch"
    # report: expost::report and expost::operations. system: Eigen, Boost and the others are the
    # machine's own, which is for a machine that can't reach Conan's server.
    options = {"fPIC": [True, False], "report": [True, False], "system": [True, False]}
    default_options = {"fPIC": True, "report": True, "system": False}

    def set_version(self):
        manifest = os.path.join(self.recipe_folder, TREE, "package.json")
        if os.path.exists(manifest):
            self.version = json.loads(load(self, manifest))["version"]

    def export_sources(self):
        for part in PARTS:
            copy(self, part, os.path.join(self.recipe_folder, TREE), self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        if self.options.system:
            return
        # The public headers of expost use Eigen, those of expost::report nlohmann/json.
        self.requires("eigen/[>=3.4.0 <6]", transitive_headers=True)
        self.requires("boost/[>=1.74.0]", options={"header_only": True})
        if self.options.report:
            self.requires("nlohmann_json/[>=3.11.2 <4]", transitive_headers=True)
            self.requires("fast_float/[>=3.4.0]")

    def validate(self):
        check_min_cppstd(self, 20)

    def generate(self):
        toolchain = CMakeToolchain(self, generator="Ninja")
        toolchain.user_presets_path = False
        toolchain.cache_variables["CMAKE_UNITY_BUILD"] = True
        toolchain.cache_variables["EXPOST_BUILD_TESTS"] = False
        toolchain.cache_variables["EXPOST_BUILD_REPORT"] = bool(self.options.report)
        headers = {"expost_eigen": "eigen", "expost_boost": "boost", "expost_json": "nlohmann_json"}
        headers["expost_fast_float"] = "fast_float"
        found = {dependency.ref.name: dependency for dependency in self.dependencies.host.values()}
        for target, name in headers.items():
            if name in found:
                toolchain.cache_variables[f"{target}_ROOT"] = found[name].cpp_info.includedirs[0]
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        for name in ["LICENSE", "third-party-native.txt"]:
            copy(self, name, self.source_folder, os.path.join(self.package_folder, "licenses"), keep_path=False)

    def package_info(self):
        # One truth: the CMake package that was installed has the flags that decide digits.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "expost")]
        libraries = ["expost_operations", "expost_report"] if self.options.report else []
        self.cpp_info.libs = [*libraries, "expost"]
