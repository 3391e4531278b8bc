# find_package(padstone): the program as PADSTONE_EXECUTABLE and padstone::padstone, and the function padstone_generate of Padstone.cmake.
#
# The program is the one of this package, below its installation prefix; -D PADSTONE_EXECUTABLE=… selects another.

if(NOT PADSTONE_EXECUTABLE)
  unset(PADSTONE_EXECUTABLE CACHE)
  find_program(PADSTONE_EXECUTABLE padstone
    PATHS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH
    DOC "The program padstone")
endif()
include("${CMAKE_CURRENT_LIST_DIR}/Padstone.cmake")
if(NOT PADSTONE_EXECUTABLE)
  set(padstone_FOUND FALSE)
  set(padstone_NOT_FOUND_MESSAGE "the program padstone is neither in bin of this package nor on PATH: set PADSTONE_EXECUTABLE")
elseif(NOT TARGET padstone::padstone)
  add_executable(padstone::padstone IMPORTED)
  set_target_properties(padstone::padstone PROPERTIES IMPORTED_LOCATION "${PADSTONE_EXECUTABLE}")
endif()
