# SPDX-License-Identifier: MIT
# cmake -D check=PROGRAM -D kind=own|recorded -D folder=FOLDER -P check.cmake
if(kind STREQUAL "own")
  # What must come of our own: expected.txt, word for word; and broken.jsonl must fail.
  execute_process(
    COMMAND ${check} -v turn.jsonl lenient.jsonl apart.jsonl
    WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}
    OUTPUT_VARIABLE found
    RESULT_VARIABLE result)
  file(READ ${CMAKE_CURRENT_LIST_DIR}/expected.txt expected)
  if(NOT result EQUAL 0 OR NOT found STREQUAL expected)
    message(FATAL_ERROR "exit ${result}, and differs from transcripts/expected.txt:\n${found}")
  endif()
  execute_process(
    COMMAND ${check} broken.jsonl
    WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}
    OUTPUT_VARIABLE found
    RESULT_VARIABLE result)
  if(NOT result EQUAL 1 OR NOT found MATCHES "0 strict, 0 lenient, 3 not decoded, 0 unequal")
    message(FATAL_ERROR "exit ${result}, but three frames of broken.jsonl must not decode:\n${found}")
  endif()
  return()
endif()

if(NOT "$ENV{PARLEY_TRANSCRIPT_DIR}" STREQUAL "")
  set(folder $ENV{PARLEY_TRANSCRIPT_DIR})
endif()
set(files)
if(NOT folder STREQUAL "")
  file(GLOB files ${folder}/*.jsonl)
endif()
if(NOT files)
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo
                          "SKIPPED, no recorded conversations: PARLEY_TRANSCRIPT_DIR has no *.jsonl")
  return()
endif()
# What real agents do beside the schema. Nothing of it fails; what is not listed here is news.
# Members beside the schema's own (`models` of four agents, `sessionId` in claude-agent-acp's load
# result, `usage` of prompt results) do not even show: they are kept and written back.
set(known
    "no \"jsonrpc\"" # gemini, qwen, opencode and Zed's codex-acp neither send nor miss it
    "an error without an id" # Zed's codex-acp, for what it cannot parse and for notifications
    "answered: null" # the documents themselves, for session/load and fs/write_text_file
    ": extension: _" # _auth/status_update of claude-agent-acp and codex-acp
    ": extension: craft/drainMidTurnQueue" # qwen
    ": extension: session/bogus" # the probe that recorded the conversations asks for the impossible
    ": refused: session/new: .*mcpServers" # the probe leaves it out
    ": refused: session/prompt" # the probe sends a prompt of the wrong type
    ": no message: " # broken JSON, blank lines, batches: the probe's; log lines: opencode's
    ": other version") # conversations that settle on version 2
execute_process(COMMAND ${check} -v ${files} OUTPUT_VARIABLE found RESULT_VARIABLE result)
string(REPLACE ";" "," found "${found}")
string(REPLACE "\n" ";" lines "${found}")
foreach(line ${lines})
  set(news TRUE)
  foreach(pattern ${known} "jsonl: [0-9]+ strict")
    if(line MATCHES "${pattern}")
      set(news FALSE)
    endif()
  endforeach()
  if(news)
    message("news: ${line}")
  elseif(line MATCHES "jsonl: [0-9]+ strict")
    message("${line}")
  endif()
endforeach()
if(NOT result EQUAL 0)
  message(FATAL_ERROR "frames did not decode, or came out unequal")
endif()
