# SPDX-License-Identifier: MIT
"""What the schema of ACP v1 does not say: which header a definition belongs to, and better words."""

NAMESPACE = 'v1'
FOLDER = 'acp/types'

# Headers, in reading order: name -> (what the header is about, its definitions).
SUBJECTS = {
    'common': ('Ids and other small things that every part of ACP uses.', '''
        ProtocolVersion RequestId SessionId ToolCallId MessageId TerminalId ElicitationId CompactionId
        AuthMethodId SessionModeId SessionConfigId SessionConfigValueId SessionConfigGroupId
        PermissionOptionId ErrorCode Error ExtRequest ExtResponse ExtNotification EnvVariable
        Implementation CancelRequestNotification'''),
    'content': ('Content blocks: what prompts, messages and tool results are made of.', '''
        Role Annotations TextContent ImageContent AudioContent ResourceLink TextResourceContents
        BlobResourceContents EmbeddedResourceResource EmbeddedResource ContentBlock ContentChunk'''),
    'tool_call': ('Tool calls: what the agent does, as the client shows it.', '''
        ToolKind ToolCallStatus Content Diff Terminal ToolCallContent ToolCallLocation ToolCall
        ToolCallUpdate'''),
    'plan': ('The plan that an agent follows.', '''
        PlanEntryPriority PlanEntryStatus PlanEntry Plan'''),
    'permission': ('Asking the user before a tool runs.', '''
        PermissionOptionKind PermissionOption RequestPermissionRequest SelectedPermissionOutcome
        RequestPermissionOutcome RequestPermissionResponse'''),
    'fs': ('Files that the agent reads and writes through the client.', '''
        ReadTextFileRequest ReadTextFileResponse WriteTextFileRequest WriteTextFileResponse'''),
    'terminal': ('Commands that the agent runs in terminals of the client.', '''
        CreateTerminalRequest CreateTerminalResponse TerminalOutputRequest TerminalExitStatus
        TerminalOutputResponse WaitForTerminalExitRequest WaitForTerminalExitResponse
        KillTerminalRequest KillTerminalResponse ReleaseTerminalRequest ReleaseTerminalResponse'''),
    'elicitation': ('Asking the user for input: forms and web pages.', '''
        ElicitationSessionScope ElicitationRequestScope ElicitationSchemaType StringFormat EnumOption
        StringPropertySchema NumberPropertySchema IntegerPropertySchema BooleanPropertySchema
        StringMultiSelectItems TitledMultiSelectItems MultiSelectItems MultiSelectPropertySchema
        ElicitationPropertySchema ElicitationSchema ElicitationFormMode ElicitationUrlMode
        CreateElicitationRequest ElicitationContentValue ElicitationAcceptAction
        CreateElicitationResponse CompleteElicitationNotification'''),
    'auth': ('Signing in and out.', '''
        AuthMethodTerminal AuthMethodAgent AuthMethod AuthenticateRequest AuthenticateResponse
        LogoutRequest LogoutResponse'''),
    'capabilities': ('What each side can do, announced in the handshake.', '''
        FileSystemCapabilities CompactionCapabilities BooleanConfigOptionCapabilities
        SessionConfigOptionsCapabilities NoticeCapabilities ClientSessionCapabilities
        AuthCapabilities ElicitationFormCapabilities ElicitationUrlCapabilities
        ElicitationCapabilities ClientCapabilities PromptCapabilities McpCapabilities
        SessionListCapabilities SessionDeleteCapabilities SessionAdditionalDirectoriesCapabilities
        SessionResumeCapabilities SessionCloseCapabilities SessionCapabilities LogoutCapabilities
        AgentAuthCapabilities AgentCapabilities'''),
    'initialize': ('The handshake.', '''
        InitializeRequest InitializeResponse'''),
    'mcp_server': ('MCP servers that the client hands to the agent.', '''
        HttpHeader McpServerHttp McpServerSse McpServerStdio McpServer'''),
    'mode': ('Session modes.', '''
        SessionMode SessionModeState SetSessionModeRequest SetSessionModeResponse'''),
    'config': ('Session configuration options.', '''
        SessionConfigOptionCategory SessionConfigSelectOption SessionConfigSelectGroup
        SessionConfigSelectOptions SessionConfigSelect SessionConfigBoolean SessionConfigOption
        SetSessionConfigOptionRequest SetSessionConfigOptionResponse'''),
    'session': ('Creating, finding and ending sessions.', '''
        NewSessionRequest NewSessionResponse LoadSessionRequest LoadSessionResponse
        ResumeSessionRequest ResumeSessionResponse SessionInfo ListSessionsRequest
        ListSessionsResponse CloseSessionRequest CloseSessionResponse DeleteSessionRequest
        DeleteSessionResponse'''),
    'prompt': ('A turn: the prompt, its end, its cancellation.', '''
        PromptRequest StopReason PromptResponse CancelNotification'''),
    'update': ('What an agent reports while it works: session/update.', '''
        UnstructuredCommandInput AvailableCommandInput AvailableCommand AvailableCommandsUpdate
        CurrentModeUpdate ConfigOptionUpdate SessionInfoUpdate Cost UsageUpdate NoticeSeverity Notice
        CompactionStatus CompactionUpdate CompactionSummaryChunk SessionUpdate SessionNotification'''),
}

# Which header's definitions are compiled in which file of src/acp/: enough to build side by side,
# few enough not to read the same headers over and over.
SOURCES = {
    'types_session': ('connections and sessions',
                      'common auth capabilities initialize mcp_server mode config session'),
    'types_turn': ('turns',
                   'content tool_call plan permission fs terminal elicitation prompt update'),
}

# Definitions that no C++ type stands for: rpc/message.hpp and the method table are all of these.
ENVELOPES = '''AgentRequest AgentResponse AgentNotification ClientRequest ClientResponse
    ClientNotification'''.split()

# Definitions whose C++ type has another name.
TYPE_NAMES = {
    'Error': 'ErrorObject',  # parley::Error is the exception
}

# Members whose snake_case name would not do.
MEMBER_NAMES = {
    'const': 'value', 'default': 'default_value', 'enum': 'values', 'oneOf': 'titled_values',
    'TitledMultiSelectItems.anyOf': 'titled_values', 'delete': 'delete_',
}
ENUMERATOR_NAMES = {'delete': 'delete_'}

# Members for which absent and null differ.
THREE_STATES = {'SessionInfoUpdate.title', 'SessionInfoUpdate.updatedAt'}

# The value that an absent member stands for; it becomes the enum's first.
ENUM_DEFAULTS = {'ToolKind': 'other', 'ToolCallStatus': 'pending'}

# Enum members that are optional without a default worth having.
OPTIONAL_MEMBERS = {'ElicitationSchema.type'}

# Unions: the alternative that a schema describes in place, or several times, gets a type of its own.
ALTERNATIVES = {
    'SessionUpdate': {'user_message_chunk': 'UserMessageChunk',
                      'agent_message_chunk': 'AgentMessageChunk',
                      'agent_thought_chunk': 'AgentThoughtChunk'},
    'RequestPermissionOutcome': {'cancelled': 'CancelledPermissionOutcome'},
    'CreateElicitationResponse': {'decline': 'ElicitationDeclineAction',
                                  'cancel': 'ElicitationCancelAction'},
    'SetSessionConfigOptionRequest': {'boolean': 'SessionConfigBooleanValue',
                                      'value_id': 'SessionConfigIdValue'},
}

# Unions that stand among the members of an object: definition -> (type, member, what it is).
FLATTENED = {
    'SessionConfigOption': ('SessionConfigKind', 'kind', 'Which kind of option it is, with its values.'),
    'SetSessionConfigOptionRequest': ('SessionConfigValue', 'value', 'The value to set.'),
    'CreateElicitationRequest': ('ElicitationMode', 'mode', 'How the user is asked.'),
    'CreateElicitationResponse': ('ElicitationAction', 'action', 'What the user did.'),
    'ElicitationFormMode': ('ElicitationScope', 'scope', 'What the question belongs to.'),
    'ElicitationUrlMode': ('ElicitationScope', 'scope', 'What the question belongs to.'),
}

# Unions whose untagged alternative also takes tags that are not known.
UNKNOWN_IS_UNTAGGED = {'AuthMethod', 'McpServer', 'SetSessionConfigOptionRequest'}

# Unions told apart by a key that only one alternative has.
KEYED = {
    'EmbeddedResourceResource': {'TextResourceContents': 'text', 'BlobResourceContents': 'blob'},
    'ElicitationFormMode': {'ElicitationSessionScope': 'sessionId',
                            'ElicitationRequestScope': 'requestId'},
}
KEYED['ElicitationUrlMode'] = KEYED['ElicitationFormMode']

# Written by hand; BY_HAND_CODECS have a codec of their own in acp/types/impl/:
# definition -> (declaration, headers it needs).
BY_HAND = {
    'RequestId': ('using RequestId = parley::RequestId;\n', ['parley/json/request_id.hpp']),
    'ErrorCode': ('using ErrorCode = std::int32_t;\n', []),
    'SessionConfigSelectOptions': ('''\
struct SessionConfigSelectOptions
    : OneOf<std::vector<SessionConfigSelectOption>, std::vector<SessionConfigSelectGroup>> {
  using OneOf::OneOf;
};
''', ['vector', 'parley/json/tagged_union.hpp']),
    'ElicitationContentValue': ('''\
struct ElicitationContentValue
    : OneOf<std::string, std::int64_t, double, bool, std::vector<std::string>> {
  using OneOf::OneOf;
};
''', ['cstdint', 'string', 'vector', 'parley/json/tagged_union.hpp']),
}
BY_HAND_CODECS = {'SessionConfigSelectOptions', 'ElicitationContentValue'}

# Words that say it better, shorter, or that say what the first sentence leaves out.
WORDS = {
    'RequestId': 'The id of a JSON-RPC request: a string, an integer or null.',
    'ProtocolVersion': 'Major version of the protocol: 1 for everything in this folder.',
    'SessionId': 'Names a conversation between client and agent.',
    'TerminalId': 'Names a terminal that the client runs for the agent.',
    'AuthMethodId': 'Names a way to sign in.',
    'SessionConfigId': 'Names a configuration option of a session.',
    'ErrorCode': 'A JSON-RPC error code; acp/errors.hpp names those that the protocol defines.',
    'Error': 'The error object of a JSON-RPC response. parley::Error is what calls throw.',
    'ExtRequest': 'Parameters of a request outside of the protocol; its method starts with `_`.',
    'ExtResponse': 'Result of a request outside of the protocol.',
    'ExtNotification': 'Parameters of a notification outside of the protocol.',
    'EnvVariable': 'An environment variable for a process that is to be started.',
    'CancelRequestNotification': 'Asks the peer to give up a request; the request is still answered.',
    'ContentBlock': 'Something to read, look at or listen to, by its `type`.',
    'TextContent': 'Text from or for a language model: plain or Markdown.',
    'ImageContent': 'An image from or for a language model.',
    'AudioContent': 'Sound from or for a language model.',
    'ResourceLink': 'A resource that the agent can fetch by itself.',
    'ResourceLink.size': 'Size in bytes, if known.',
    'ResourceLink.name': 'Short name of the resource.',
    'ResourceLink.title': 'Name for people to read.',
    'ResourceLink.description': 'What the resource is, for people to read.',
    'ResourceLink.uri': 'Where the resource is.',
    'Annotations': 'Hints on how to show or route content.',
    'ContentChunk.messageId': 'Groups the chunks of one message; another id starts another message.',
    'ToolCallContent': 'What a tool call produced, by its `type`.',
    'ToolCall': 'A tool call that the language model asked for.',
    'ToolCallUpdate': 'Changes to a tool call. What is absent stays as it is; lists are replaced '
                      'as a whole. An id that is not known yet starts a call.',
    'ToolCallStatus.pending': 'Not running yet: input is streaming, or approval is awaited.',
    'ToolKind.other': 'Any other kind; the default.',
    'PlanEntryPriority.high': 'Critical to the goal.',
    'PlanEntryPriority.medium': 'Important but not critical.',
    'PlanEntryPriority.low': 'Nice to have.',
    'Plan': 'How the agent means to do its task. Each plan replaces the one before.',
    'PermissionOptionKind': 'What an option means, so that clients can show and choose it.',
    'RequestPermissionOutcome': 'What became of a permission request, by `outcome`.',
    'CancelledPermissionOutcome': 'The turn was cancelled before the user chose.',
    'ReadTextFileRequest.line': 'First line to read, counted from 1.',
    'ReadTextFileRequest.limit': 'Most lines to read.',
    'WriteTextFileRequest': 'Asks the client to write a text file, and to create it if need be.',
    'WriteTextFileResponse': 'The file was written.',
    'ReadTextFileResponse.content': 'The text that was asked for.',
    'CreateTerminalRequest.args': 'Arguments of the command.',
    'CreateTerminalRequest.cwd': 'Working directory, an absolute path.',
    'CreateTerminalRequest.outputByteLimit':
        'Most bytes of output to keep; beyond it the start is dropped, between characters.',
    'TerminalExitStatus.exitCode': 'Exit code; none if a signal ended the process.',
    'TerminalExitStatus.signal': 'Signal that ended the process; none if it exited by itself.',
    'WaitForTerminalExitResponse.exitCode': 'Exit code; none if a signal ended the process.',
    'WaitForTerminalExitResponse.signal':
        'Signal that ended the process; none if it exited by itself.',
    'ElicitationRequestScope': 'Belongs to a JSON-RPC request outside of any session.',
    'ElicitationSessionScope': 'Belongs to a session, perhaps to one of its tool calls.',
    'ElicitationScope': 'What a question belongs to: a session, or a request outside of sessions.',
    'ElicitationMode': 'How the user is asked, by `mode`.',
    'ElicitationAction': 'What the user did with a question, by `action`.',
    'ElicitationDeclineAction': 'The user said no.',
    'ElicitationCancelAction': 'The user turned away without an answer.',
    'ElicitationAcceptAction': 'The user agreed; for a form, with the values.',
    'ElicitationContentValue': 'A value that a user entered in a form.',
    'ElicitationSchemaType': 'The type of a form: always an object.',
    'ElicitationSchema': 'A form: a JSON Schema of an object with flat properties.',
    'ElicitationSchema.type': 'Always `object`.',
    'ElicitationPropertySchema': 'A field of a form, by its `type`.',
    'EnumOption': 'One of the values to choose from, with a title.',
    'EnumOption.const': 'The value itself.',
    'MultiSelectItems': 'What can be chosen in a multi-select field: plain or titled strings.',
    'StringPropertySchema.enum': 'The values to choose from, if it is a choice.',
    'StringPropertySchema.oneOf': 'The values to choose from, with titles.',
    'AuthMethod': 'A way to sign in. One without a known `type` is an AuthMethodAgent.',
    'AuthMethodTerminal': 'The client runs the agent program with these arguments in a terminal, '
                          'and the user signs in there.',
    'AuthMethodAgent': 'The agent signs in by itself when `authenticate` is called.',
    'McpServer': 'An MCP server to connect to. One without a known `type` is an McpServerStdio.',
    'SessionConfigKind': 'What kind of option it is, by its `type`.',
    'SessionConfigValue': 'A value for an option: a boolean, or the id of a choice.',
    'SessionConfigBooleanValue': 'On or off.',
    'SessionConfigIdValue': 'The id of one of the choices.',
    'SessionConfigSelectOptions': 'The choices: a flat list, or groups.',
    'SessionUpdate': 'One thing that happened in a session, by `sessionUpdate`.',
    'UserMessageChunk': 'A piece of what the user said.',
    'AgentMessageChunk': 'A piece of what the agent says.',
    'AgentThoughtChunk': 'A piece of what the agent thinks.',
    'SessionInfoUpdate': 'Changed facts about a session: absent keeps them, null clears them.',
    'SessionInfoUpdate.title': 'Title for people to read.',
    'SessionInfoUpdate.updatedAt': 'Time of the last activity, ISO 8601.',
    'Notice': 'Something that the user should know and that is not part of the conversation.',
    'Notice.title': 'Plain text that can stand alone; never empty.',
    'CompactionUpdate': 'The start or a change of a context compaction.',
    'Cost.currency': 'ISO 4217 code such as "USD", or another unit such as "credits".',
    'AvailableCommandInput': 'What a command takes as input.',
    'AvailableCommand.name': 'Name of the command, without a slash.',
    'ClientCapabilities.terminal': 'Whether the client serves all `terminal/*` methods.',
    'InitializeRequest': 'What the client says first.',
    'InitializeResponse': 'The agent\'s answer to it.',
    'InitializeRequest.protocolVersion': 'The newest version that the client speaks.',
    'InitializeResponse.protocolVersion':
        'The version to speak: the one asked for, or the newest that the agent has.',
    'PromptRequest.prompt': 'What the user says.',
    'CancelNotification': 'Stops the turn of a session; its prompt ends with `cancelled`.',
}
