# SPDX-License-Identifier: MIT
# Builds one consumer project from nothing and runs it: cmake -D CONSUMER=install -D ... -P run.cmake

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY COMMAND_ECHO STDOUT)
endfunction()

# Asks the consumer, a tool server, for what each of its translation units offers.
function(ask consumer)
  execute_process(
    COMMAND ${consumer}
    INPUT_FILE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/requests.jsonl
    OUTPUT_VARIABLE answers COMMAND_ERROR_IS_FATAL ANY TIMEOUT 30)
  foreach(expected "\"text\":\"5.0\"" "\"text\":\"reads files\"")
    string(FIND "${answers}" "${expected}" at)
    if(at EQUAL -1)
      message(FATAL_ERROR "${consumer} should answer with ${expected}, but wrote:\n${answers}")
    endif()
  endforeach()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
set(prefix ${WORK_DIR}/prefix)
if(NOT CONSUMER STREQUAL subdirectory)
  run(${CMAKE_COMMAND} --install ${PARLEY_BINARY_DIR} --prefix ${prefix})
endif()

run(${CMAKE_COMMAND}
    -S ${CMAKE_CURRENT_LIST_DIR}/${CONSUMER}
    -B ${WORK_DIR}/build
    -G ${GENERATOR}
    -D CMAKE_BUILD_TYPE=Debug
    -D CMAKE_CXX_FLAGS_DEBUG=-O0
    -D CMAKE_UNITY_BUILD=ON
    -D CMAKE_CXX_COMPILER=${CXX_COMPILER}
    -D CMAKE_CXX_COMPILER_LAUNCHER=${CXX_LAUNCHER}
    -D CMAKE_PREFIX_PATH=${prefix}
    -D PARLEY_SOURCE_DIR=${PARLEY_SOURCE_DIR})
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
ask(${WORK_DIR}/build/consumer)

# The same consumer by pkg-config, where that is installed.
find_program(PKG_CONFIG pkg-config)
if(CONSUMER STREQUAL install AND PKG_CONFIG)
  file(GLOB_RECURSE pc ${prefix}/*/parley.pc)
  cmake_path(GET pc PARENT_PATH pc_dir)
  set(ENV{PKG_CONFIG_PATH} ${pc_dir})
  execute_process(
    COMMAND ${PKG_CONFIG} --define-variable=prefix=${prefix} --cflags --libs parley
    OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  set(sources ${CMAKE_CURRENT_LIST_DIR}/main.cpp ${CMAKE_CURRENT_LIST_DIR}/other.cpp)
  run(${CXX_LAUNCHER} ${CXX_COMPILER} -std=c++20 ${sources} -o ${WORK_DIR}/by_pkg_config ${flags})
  ask(${WORK_DIR}/by_pkg_config)
endif()
