/** The agent programs, which are connected by what the setup guides of the product say. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandsFor } from '../../../routes/pages/site-admin/connect/commands.ts';
import type { KnownClient, Snippet } from '../../../routes/pages/site-admin/connect/guides.ts';
import type { Environment } from '../../support/surroundings.ts';
import type { Call, PlayedModel } from './model.ts';
import type { Ended, Sandbox, Terminal } from './sandbox.ts';

export interface Program {
  /** In the setup guides. */
  key: KnownClient;
  /** Its package, whose version is pinned. */
  package: string;
  /** How its command is called, and the file of a package that it is. */
  command: string;
  file: readonly [packageName: string, path: string];
  environment?(model: string): Environment;
  /** What it is told of its model beside that, before the first command. */
  configuration?(model: string): { path: string; content: string };
  /** The files of the guides that are not pasted, but merged into what is there. */
  files?: Readonly<Partial<Record<Snippet['kind'], string>>>;
  /** Whether its commands need a terminal. */
  needsTerminal?: boolean;
  /** If it signs in from inside: how. */
  inside?: Inside;
  /** The folder of its tokens, if it signs in again only without them. */
  forgets?: string;
  /** Signs in again, if not from inside. */
  again?(name: string): readonly string[];
  /** Asks the model a question, or calls the tools without a model. */
  ask(agent: Agent, calls: readonly Call[], name: string): Promise<Ended>;
}

interface Inside {
  /** Whether it opens the browser by itself when it has no token, so that the guide has nothing to type. */
  atStart?: boolean;
  /** What it shows when its command can be typed. */
  ready: RegExp;
  /** What follows the command, until it opens the browser. */
  answer?(terminal: Terminal, name: string): Promise<void>;
  /** What it shows at the end, if that can be read. */
  done?: RegExp;
}

/** A program in its sandbox, with its model. */
export interface Agent {
  program: Program;
  box: Sandbox;
  model: PlayedModel;
  run(...args: readonly string[]): Promise<Ended>;
}

/** The school as the program calls it, and the application that it is to use. */
export interface Target {
  name: string;
  url: string;
  id?: string;
}

/** Where the packages are: the programs that are not part of every run have a folder of their own. */
const FOLDERS = ['node_modules', 'more/node_modules'].map((folder) => join(import.meta.dirname, folder));

function fileOf([name, path]: Program['file']): string {
  const file = FOLDERS.map((folder) => join(folder, name, path)).find(existsSync);
  if (file === undefined) throw new Error(`${name} is not installed`);
  return file;
}

export const versionOf = (program: Program): string =>
  JSON.parse(readFileSync(fileOf([program.package, 'package.json']), 'utf8')).version;

export function installed(program: Program, box: Sandbox, model: PlayedModel): Agent {
  const file = fileOf(program.file);
  box.install(program.command, file.endsWith('js') ? `'${process.execPath}' '${file}'` : `'${file}'`);
  box.set(program.environment?.(model.origin) ?? {});
  const configuration = program.configuration?.(model.origin);
  if (configuration !== undefined) write(box, configuration.path, configuration.content);
  return { program, box, model, run: (...args) => box.run([program.command, ...args]) };
}

function write(box: Sandbox, path: string, content: string): void {
  const file = join(box.home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Follows the guide to its end. */
export async function connect(agent: Agent, { name, url, id }: Target): Promise<Ended> {
  const { snippets } = commandsFor(agent.program.key, { url, slug: name, ...(id === undefined ? {} : { id }) });
  // What goes into a file is there before the program reads it.
  for (const { kind, content } of snippets) merge(agent, kind, content);
  const lines = snippets.filter(({ kind }) => kind === 'command').flatMap(({ content }) => content.split('\n'));
  if (agent.program.inside !== undefined) lines.pop();
  let last: Ended | undefined;
  for (const line of lines) last = await say(agent, line);
  if (agent.program.inside !== undefined) return fromInside(agent, agent.program.inside, name, true);
  if (last === undefined) throw new Error('the guide has no command');
  return last;
}

const say = ({ program, box }: Agent, line: string): Promise<Ended> =>
  program.needsTerminal ? box.terminal(line).ended : box.run(['sh', '-c', line]);

function merge({ program, box }: Agent, kind: Snippet['kind'], content: string): void {
  const path = program.files?.[kind];
  if (path === undefined) return;
  const file = join(box.home, path);
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  write(box, path, JSON.stringify({ ...before, ...JSON.parse(content) }));
}

export const signInAgain = (agent: Agent, name: string): Promise<Ended> => {
  const { again, command, forgets, inside } = agent.program;
  if (forgets !== undefined) rmSync(join(agent.box.home, forgets), { recursive: true });
  if (inside !== undefined) return fromInside(agent, inside, name, forgets !== undefined);
  return say(agent, [command, ...(again?.(name) ?? [])].join(' '));
};

const ENTER = '\r';
const DOWN = '\u001b[B';
/** How long a person takes from one key to the next. A program that is still loading its commands takes one for a question. */
const PAUSE_MS = 2000;

const MAX_ENTRIES = 8;

/** Goes down a list to an entry, and enters it. */
async function choose(terminal: Terminal, entry: RegExp): Promise<void> {
  for (let index = 0; index < MAX_ENTRIES && !terminal.isShown(entry); index += 1) {
    terminal.type(DOWN);
    await sleep(PAUSE_MS);
  }
  await terminal.shows(entry);
  terminal.type(ENTER);
}

/** Starts the program, and types what the guide says, unless it opens the browser by itself. */
async function fromInside({ program, box }: Agent, inside: Inside, name: string, isFirst: boolean): Promise<Ended> {
  const terminal = box.terminal(program.command);
  if (!(isFirst && inside.atStart)) {
    const { snippets } = commandsFor(program.key, { url: '', slug: name });
    const typed = snippets.find(({ kind }) => kind === 'typed')?.content ?? `/mcp auth ${name}`;
    await terminal.shows(inside.ready);
    for (const keys of [typed, ENTER]) {
      await sleep(PAUSE_MS);
      terminal.type(keys);
    }
    await inside.answer?.(terminal, name);
  }
  if (inside.done !== undefined) await terminal.shows(inside.done);
  // It stores what it got, and may ask again at once.
  for (let pauses = 0; pauses < 4; pauses += 1) {
    if (inside.done === undefined) await terminal.visited();
    await sleep(PAUSE_MS);
  }
  await terminal.stop();
  return terminal.ended;
}

const QUESTION = 'Please look it up at the school.';

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
  needsTerminal: true,
  again: (name) => ['mcp', 'login', name],
  ask({ model, run }, calls, name) {
    // It shows its model the names of tools, and the tools themselves as soon as they are looked for.
    const found = calls.flatMap((call): Call[] => [
      { tool: 'ToolSearch', arguments: { query: `select:mcp__${name}__${call.tool}` } },
      call,
    ]);
    model.plays(name, found);
    return run('--print', QUESTION, '--allowedTools', `mcp__${name}`);
  },
};

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
      await sleep(PAUSE_MS);
      terminal.type(ENTER);
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
      await terminal.shows(/Enter to select/);
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
        { tool: 'tool_call', arguments: { name: full, arguments: call.arguments ?? {} } },
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
  inside: { atStart: true, ready: /requires authentication/ },
  forgets: '.copilot/mcp-oauth-config',
  ask({ model, run }, calls, name) {
    model.plays(name, calls);
    return run('--prompt', QUESTION);
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
