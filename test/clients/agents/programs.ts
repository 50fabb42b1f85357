/** The agent programs: what each is, and how it is asked. */
import { choose, type Program } from './agent.ts';
import type { Call } from './model.ts';
import { ENTER, type Ended } from './sandbox.ts';

const QUESTION = 'Please look it up at the school.';
const MOST_QUESTIONS = 3;
const RIGHT = '\u001b[C';

export const CODEX: Program = {
  key: 'codex',
  package: '@openai/codex',
  command: 'codex',
  file: ['@openai/codex-linux-x64', 'vendor/x86_64-unknown-linux-musl/bin/codex'],
  configuration: (model) => ({
    path: '.codex/config.toml',
    content: [
      'model = "played"',
      'model_provider = "played"',
      '[model_providers.played]',
      'name = "Played"',
      `base_url = "${model}/v1"`,
      'wire_api = "responses"',
      '',
    ].join('\n'),
  }),
  again: (name) => ['mcp', 'login', name],
  ask({ model, run }, calls, name) {
    model.plays(name, calls);
    // Otherwise its model may be asked before it has the tools.
    const waits = ['-c', `mcp_servers.${name}.required=true`];
    return run('exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', ...waits, QUESTION);
  },
};

export const CLAUDE_CODE: Program = {
  key: 'claude_code',
  package: '@anthropic-ai/claude-code',
  command: 'claude',
  file: ['@anthropic-ai/claude-code-linux-x64', 'claude'],
  environment: (model) => ({
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'sk-ant-played',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }),
  configuration: (_model, folder) => ({
    path: '.claude.json',
    // What it would ask in its first conversation.
    content: JSON.stringify({
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: ['sk-ant-played'] },
      projects: { [folder]: { hasTrustDialogAccepted: true } },
    }),
  }),
  needsTerminal: true,
  again: (name) => ['mcp', 'login', name],
  conversation: {
    begin({ box, model }, calls, name) {
      model.plays(name, foundFirst(calls, name));
      return box.terminal(`claude '${QUESTION}' --allowedTools mcp__${name}`);
    },
    asks: /❯ Open in browser/,
    opens: [ENTER],
    continues: [RIGHT, ENTER],
    done: /ANSWERED/,
  },
  ask({ model, run }, calls, name) {
    model.plays(name, foundFirst(calls, name));
    return run('--print', QUESTION, '--allowedTools', `mcp__${name}`);
  },
};

/** Claude Code shows its model the names of tools, and the tools themselves as soon as they are looked for. */
const foundFirst = (calls: readonly Call[], name: string): Call[] =>
  calls.flatMap((call): Call[] => [
    { tool: 'ToolSearch', arguments: { query: `select:mcp__${name}__${call.tool}` } },
    call,
  ]);

/** It has no model of its own: a script calls its tools. */
export const MCPORTER: Program = {
  key: 'mcporter',
  package: 'mcporter',
  command: 'mcporter',
  file: ['mcporter', 'dist/cli.js'],
  again: (name) => ['auth', name],
  async ask({ run }, calls, name) {
    let last: Ended | undefined;
    for (const call of calls) {
      await call.waitsFor?.([last?.output ?? '']);
      const values = Object.entries(call.arguments ?? {}).map(([key, value]) => `${key}:${value}`);
      last = await run('call', `${name}.${call.tool}`, ...values, '--output', 'json');
    }
    if (last === undefined) throw new Error('no tool was called');
    return last;
  },
};

export const GEMINI_CLI: Program = {
  key: 'gemini_cli',
  package: '@google/gemini-cli',
  command: 'gemini',
  file: ['@google/gemini-cli', 'bundle/gemini.js'],
  environment: (model) => ({
    GOOGLE_GEMINI_BASE_URL: model,
    GEMINI_API_KEY: 'played',
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  configuration: () => ({
    path: '.gemini/settings.json',
    content: JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      model: { name: 'gemini-2.5-flash' },
    }),
  }),
  files: { geminiFile: '.gemini/settings.json' },
  inside: {
    ready: /Type your message/,
    async answer(terminal) {
      await terminal.shows(/Do you want to continue/);
      await terminal.type(ENTER);
    },
    done: /Successfully authenticated and reloaded|access_denied/,
  },
  ask({ model, run }, calls, name) {
    model.plays(name, calls);
    return run('--skip-trust', '--yolo', '--prompt', QUESTION);
  },
};

export const QWEN_CODE: Program = {
  key: 'qwen_code',
  package: '@qwen-code/qwen-code',
  command: 'qwen',
  file: ['@qwen-code/qwen-code', 'cli-entry.js'],
  environment: (model) => ({ OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: 'played', OPENAI_MODEL: 'played' }),
  configuration: () => ({
    path: '.qwen/settings.json',
    content: JSON.stringify({ security: { auth: { selectedType: 'openai' } } }),
  }),
  inside: {
    ready: /Type your message/,
    async answer(terminal, name) {
      // Until each server has answered, or not: the list is shown again when one does, whatever was chosen in it.
      await terminal.shows(/Manage MCP servers[^…]*Enter to select[^…]*$/);
      await choose(terminal, new RegExp(`❯ ${name} `));
      await terminal.shows(/Enter to select/);
      await choose(terminal, /› (?:Re-)?[Aa]uthenticate/);
    },
    done: /Successfully authenticated|Authentication successful|access_denied/i,
  },
  ask({ model, run }, calls, name) {
    // It shows its model two tools that find and call the others.
    const found = calls.flatMap((call): Call[] => {
      const full = `mcp__${name}__${call.tool}`;
      return [
        { tool: 'tool_search', arguments: { query: `select:${full}` } },
        { ...call, tool: 'tool_call', arguments: { name: full, arguments: call.arguments ?? {} } },
      ];
    });
    model.plays(name, found);
    return run('--yolo', '--prompt', QUESTION);
  },
};

export const COPILOT_CLI: Program = {
  key: 'copilot_cli',
  package: '@github/copilot',
  command: 'copilot',
  file: ['@github/copilot-linux-x64', 'copilot'],
  environment: (model) => ({
    COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
    COPILOT_MODEL: 'played',
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_ALLOW_ALL: 'true',
  }),
  inside: 'at start',
  forgets: '.copilot/mcp-oauth-config',
  async ask({ model, run }, calls, name) {
    // On a busy computer, this model answers before the program has connected, and the program does not wait: one asks again.
    for (let times = 1; ; times += 1) {
      model.plays(name, calls);
      const ended = await run('--prompt', QUESTION);
      if (times === MOST_QUESTIONS || !/requires authentication/.test(ended.output)) return ended;
    }
  },
};

export const OPENCODE: Program = {
  key: 'opencode',
  package: 'opencode-ai',
  command: 'opencode',
  file: ['opencode-linux-x64', 'bin/opencode'],
  configuration: (model) => ({
    path: '.config/opencode/opencode.json',
    content: JSON.stringify({
      autoupdate: false,
      model: 'played/played',
      small_model: 'played/played',
      provider: {
        played: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${model}/v1`, apiKey: 'played' },
          models: { played: { name: 'Played', tool_call: true } },
        },
      },
    }),
  }),
  files: { opencodeFile: '.config/opencode/opencode.json' },
  needsTerminal: true,
  again: (name) => ['mcp', 'auth', name],
  ask({ model, run }, calls, name) {
    model.plays(name, calls);
    return run('run', QUESTION);
  },
};
