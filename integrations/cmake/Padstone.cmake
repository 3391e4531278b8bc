# Generates host structs from shaders at build time.
#
#   find_package(padstone 0.1 REQUIRED)     # or: list(APPEND CMAKE_MODULE_PATH …/integrations/cmake), include(Padstone)
#   padstone_generate(
#     TARGET app                     # the target that compiles the generated files
#     SHADERS shaders/scene.hlsl     # the shaders
#     HEADER scene.hpp               # one file for all of them; its extension selects the language: h, hpp (hh, hxx), rs, py or ts
#     [LANGUAGE cpp]                 # c, cpp, rust, python or typescript: overrides the extension, and is required without HEADER
#     [TYPES plain]                  # the library whose types the structs use
#     [RULES dxc]                    # the rule set or profile
#     [BUFFERS Camera Lights]        # buffers and structs (default: all buffers)
#     [OPTIONS -I include -D A=1]    # options of padstone and of dxc, slangc or glslang
#     [OUTPUT_DIRECTORY dir])        # default: ${CMAKE_CURRENT_BINARY_DIR}/padstone
#
# The target, and every target that links it, finds OUTPUT_DIRECTORY/scene.hpp as "scene.hpp". Without HEADER, the build generates one file for each shader: scene.hlsl.hpp
# from shaders/scene.hlsl. It regenerates a file when a shader, one of its includes or padstone.toml changes. A file whose content does not change
# keeps its modification time, so that nothing is recompiled.
#
# PADSTONE_EXECUTABLE is the program; without find_package, the module searches for it on PATH.

cmake_minimum_required(VERSION 3.21)
include_guard(GLOBAL)

find_program(PADSTONE_EXECUTABLE padstone DOC "The program padstone")

# The languages, by the extensions of their files.
set(PADSTONE_LANGUAGE_OF_h c)
set(PADSTONE_LANGUAGE_OF_hh cpp)
set(PADSTONE_LANGUAGE_OF_hpp cpp)
set(PADSTONE_LANGUAGE_OF_hxx cpp)
set(PADSTONE_LANGUAGE_OF_rs rust)
set(PADSTONE_LANGUAGE_OF_py python)
set(PADSTONE_LANGUAGE_OF_ts typescript)

function(padstone_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;HEADER;LANGUAGE;TYPES;RULES;OUTPUT_DIRECTORY" "SHADERS;BUFFERS;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "padstone_generate: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(arg_HEADER AND NOT arg_LANGUAGE)
    string(REGEX REPLACE "^.*[.]" "" extension "${arg_HEADER}")
    if(NOT DEFINED PADSTONE_LANGUAGE_OF_${extension})
      message(FATAL_ERROR "padstone_generate: cannot infer the language of ${arg_HEADER}: pass LANGUAGE")
    endif()
    set(arg_LANGUAGE "${PADSTONE_LANGUAGE_OF_${extension}}")
  endif()
  foreach(required TARGET SHADERS LANGUAGE)
    if(NOT arg_${required})
      message(FATAL_ERROR "padstone_generate: ${required} is required")
    endif()
  endforeach()
  if(NOT PADSTONE_EXECUTABLE)
    message(FATAL_ERROR "padstone is not on PATH: set PADSTONE_EXECUTABLE")
  endif()
  if(NOT TARGET "${arg_TARGET}")
    message(FATAL_ERROR "padstone_generate: there is no target ${arg_TARGET}")
  endif()
  # CMake runs a custom command only for the targets of its directory.
  get_target_property(directory "${arg_TARGET}" SOURCE_DIR)
  if(NOT directory STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "padstone_generate: ${arg_TARGET} is a target of ${directory}: call padstone_generate there")
  endif()

  set(extension_of_c h)
  set(extension_of_cpp hpp)
  set(extension_of_rust rs)
  set(extension_of_python py)
  set(extension_of_typescript ts)
  if(NOT DEFINED extension_of_${arg_LANGUAGE})
    message(FATAL_ERROR "padstone_generate: unknown LANGUAGE ${arg_LANGUAGE}: expected c, cpp, rust, python or typescript")
  endif()
  if(NOT arg_OUTPUT_DIRECTORY)
    set(arg_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/padstone")
  endif()
  cmake_path(ABSOLUTE_PATH arg_OUTPUT_DIRECTORY BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)

  set(settings ${arg_OPTIONS})
  if(arg_TYPES)
    list(APPEND settings --types "${arg_TYPES}")
  endif()
  if(arg_RULES)
    list(APPEND settings --rules "${arg_RULES}")
  endif()

  # An INTERFACE library compiles nothing itself.
  get_target_property(type "${arg_TARGET}" TYPE)
  set(scope PUBLIC)
  if(type STREQUAL "INTERFACE_LIBRARY")
    set(scope INTERFACE)
  endif()

  set(inputs)
  foreach(shader IN LISTS arg_SHADERS)
    cmake_path(ABSOLUTE_PATH shader BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE input)
    get_source_file_property(is_generated "${input}" GENERATED)
    if(NOT EXISTS "${input}" AND NOT is_generated)
      message(FATAL_ERROR "padstone_generate: there is no shader ${input}")
    endif()
    list(APPEND inputs "${input}")
  endforeach()
  if(arg_HEADER)
    set(others ${inputs})
    list(POP_FRONT others first)
    list(TRANSFORM others PREPEND "--with=")
    padstone_generate_file("${arg_HEADER}" "${inputs}" "${first};${arg_BUFFERS};${others};${settings}")
  else()
    foreach(input IN LISTS inputs)
      cmake_path(GET input FILENAME name)
      padstone_generate_file("${name}.${extension_of_${arg_LANGUAGE}}" "${input}" "${input};${arg_BUFFERS};${settings}")
    endforeach()
  endif()
  target_include_directories(${arg_TARGET} ${scope} "${arg_OUTPUT_DIRECTORY}")
endfunction()

# One generated file: its name, its shaders, and the arguments of the command.
function(padstone_generate_file name inputs arguments)
  set(header "${arg_OUTPUT_DIRECTORY}/${name}")
  cmake_path(GET header PARENT_PATH directory)
  file(MAKE_DIRECTORY "${directory}")
  # A header whose content does not change keeps its modification time. ninja handles that (restat); make would run the command at every build,
  # so that for make the command also touches a stamp file.
  if(CMAKE_GENERATOR MATCHES "Ninja")
    set(output "${header}")
    set(byproducts)
    set(touch)
  else()
    set(output "${header}.stamp")
    set(byproducts BYPRODUCTS "${header}")
    set(touch COMMAND "${CMAKE_COMMAND}" -E touch "${output}")
  endif()
  list(REMOVE_ITEM arguments "")
  add_custom_command(
    OUTPUT "${output}"
    ${byproducts}
    COMMAND "${PADSTONE_EXECUTABLE}" emit "${arg_LANGUAGE}" ${arguments} --output "${header}" -MD -MF "${header}.d" -MT "${output}"
    ${touch}
    DEPENDS ${inputs} "${PADSTONE_EXECUTABLE}"
    DEPFILE "${header}.d"
    COMMENT "Generating ${name}"
    VERBATIM)
  if(scope STREQUAL "INTERFACE")
    target_sources(${arg_TARGET} INTERFACE "${output}")
  else()
    target_sources(${arg_TARGET} PRIVATE "${output}")
  endif()
endfunction()
