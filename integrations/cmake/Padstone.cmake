# Structs of the host, generated from shaders at build time.
#
#   list(APPEND CMAKE_MODULE_PATH path/to/padstone/integrations/cmake)
#   include(Padstone)
#   padstone_generate(
#     TARGET app                     # which target compiles what is generated
#     SHADERS shaders/scene.hlsl     # one file is generated for each
#     LANGUAGE cpp                   # c or cpp: headers; or rust, python, typescript
#     [TYPES plain]                  # the types that structs are made of
#     [RULES dxc]                    # the rule set or profile
#     [BUFFERS Camera Lights]        # buffers and structs; all buffers without this
#     [OPTIONS -I include -D A=1]    # options of padstone and of dxc, slangc or glslang
#     [OUTPUT_DIRECTORY dir])        # ${CMAKE_CURRENT_BINARY_DIR}/padstone without this
#
# From shaders/scene.hlsl comes OUTPUT_DIRECTORY/scene.hlsl.hpp, and the target finds it as "scene.hlsl.hpp". It is made again when the
# shader, one of its includes or padstone.toml changes, and keeps its time if its content stays, so that nothing is compiled for nothing.
#
# PADSTONE_EXECUTABLE is the program; it is looked for on PATH.

cmake_minimum_required(VERSION 3.21)
include_guard(GLOBAL)

find_program(PADSTONE_EXECUTABLE padstone DOC "The program padstone")

function(padstone_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;LANGUAGE;TYPES;RULES;OUTPUT_DIRECTORY" "SHADERS;BUFFERS;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "padstone_generate does not know: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(required TARGET SHADERS LANGUAGE)
    if(NOT arg_${required})
      message(FATAL_ERROR "padstone_generate needs ${required}")
    endif()
  endforeach()
  if(NOT PADSTONE_EXECUTABLE)
    message(FATAL_ERROR "padstone is not on PATH: set PADSTONE_EXECUTABLE")
  endif()

  set(extensions_of_c h)
  set(extensions_of_cpp hpp)
  set(extensions_of_rust rs)
  set(extensions_of_python py)
  set(extensions_of_typescript ts)
  if(NOT DEFINED extensions_of_${arg_LANGUAGE})
    message(FATAL_ERROR "padstone_generate: LANGUAGE is c, cpp, rust, python or typescript, not ${arg_LANGUAGE}")
  endif()
  if(NOT arg_OUTPUT_DIRECTORY)
    set(arg_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/padstone")
  endif()
  cmake_path(ABSOLUTE_PATH arg_OUTPUT_DIRECTORY BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE)
  file(MAKE_DIRECTORY "${arg_OUTPUT_DIRECTORY}")

  set(settings ${arg_OPTIONS})
  if(arg_TYPES)
    list(APPEND settings --types "${arg_TYPES}")
  endif()
  if(arg_RULES)
    list(APPEND settings --rules "${arg_RULES}")
  endif()

  foreach(shader IN LISTS arg_SHADERS)
    cmake_path(ABSOLUTE_PATH shader BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE input)
    cmake_path(GET shader FILENAME name)
    set(output "${arg_OUTPUT_DIRECTORY}/${name}.${extensions_of_${arg_LANGUAGE}}")
    add_custom_command(
      OUTPUT "${output}"
      COMMAND "${PADSTONE_EXECUTABLE}" emit "${arg_LANGUAGE}" "${input}" ${arg_BUFFERS} ${settings}
              --output "${output}" -MD -MF "${output}.d"
      DEPENDS "${input}"
      DEPFILE "${output}.d"
      COMMENT "Generating ${name}.${extensions_of_${arg_LANGUAGE}}"
      VERBATIM)
    target_sources(${arg_TARGET} PRIVATE "${output}")
  endforeach()
  target_include_directories(${arg_TARGET} PRIVATE "${arg_OUTPUT_DIRECTORY}")
endfunction()
