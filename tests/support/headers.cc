// Nothing: what it is compiled for is the headers that all tests share (tests/CMakeLists.txt).
