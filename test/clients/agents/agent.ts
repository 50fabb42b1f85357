/** An agent program in its sandbox, which is connected by what the setup guides of the product say. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KnownClient } from '../../../routes/pages/connect/clients.ts';
import { commandsFor, type Snippet } from '../../../routes/pages/connect/commands.ts';
import type { Environment } from '../../support/surroundings.ts';
import type { Call, PlayedModel } from './model.ts';
import { ENTER, type Ended, type Sandbox, type Terminal } from './sandbox.ts';

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
  configuration?(model: string, folder: string): { path: string; content: string };
  /** The files of the guides that are not pasted, but merged into what is there. */
  files?: Readonly<Partial<Record<Snippet['kind'], string>>>;
  /** Whether its commands need a terminal. */
  needsTerminal?: boolean;
  /** If it signs in from inside: how, unless it opens the browser when it starts. */
  inside?: Inside | 'at start';
  /** The folder of its tokens, if it signs in again only without them. */
  forgets?: string;
  /** Signs in again, if not from inside. */
  again?(name: string): readonly string[];
  /** If it opens pages for the person: how, in a conversation. */
  conversation?: Conversation;
  /** Asks the model a question, or calls the tools without a model. */
  ask(agent: Agent, calls: readonly Call[], name: string): Promise<Ended>;
}

/** How a program signs in from inside, by the command of its guide. */
export interface Inside {
  /** What it shows when its command can be typed. */
  ready: RegExp;
  /** What follows the command, until it opens the browser. */
  answer(terminal: Terminal, name: string): Promise<void>;
  /** What it shows at the end. */
  done: RegExp;
}

/** How a program opens a page for the person in a conversation. */
export interface Conversation {
  /** Begins it with a question. */
  begin(agent: Agent, calls: readonly Call[], name: string): Terminal;
  /** What it shows before it opens the page, and the keys that open it. */
  asks: RegExp;
  opens: readonly string[];
  /** The keys of a person who has decided. */
  continues: readonly string[];
  /** What it shows at the end. */
  done: RegExp;
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
  const configuration = program.configuration?.(model.origin, box.work);
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
  if (agent.program.inside !== undefined) return fromInside(agent, agent.program.inside, name);
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
  box.entries += 1;
}

export const signInAgain = (agent: Agent, name: string): Promise<Ended> => {
  const { again, command, forgets, inside } = agent.program;
  if (forgets !== undefined) rmSync(join(agent.box.home, forgets), { recursive: true });
  if (inside !== undefined) return fromInside(agent, inside, name);
  return say(agent, [command, ...(again?.(name) ?? [])].join(' '));
};

const DOWN = '\u001b[B';
const PAUSE_MS = 2000;

const MAX_ENTRIES = 8;

/** Goes down a list to an entry, and enters it. */
export async function choose(terminal: Terminal, entry: RegExp): Promise<void> {
  for (let index = 0; index < MAX_ENTRIES && !terminal.isShown(entry); index += 1) {
    await terminal.type(DOWN);
    await sleep(PAUSE_MS);
  }
  await terminal.shows(entry);
  await terminal.type(ENTER);
}

/** Starts the program, and types what the guide says, unless it opens the browser by itself. */
async function fromInside({ program, box }: Agent, inside: Inside | 'at start', name: string): Promise<Ended> {
  const terminal = box.terminal(program.command);
  if (inside === 'at start') await untilSettled(terminal);
  else {
    const { snippets } = commandsFor(program.key, { url: '', slug: name });
    await terminal.shows(inside.ready);
    for (const keys of [snippets.find(({ kind }) => kind === 'typed')?.content ?? '', ENTER]) {
      await terminal.type(keys);
    }
    await inside.answer(terminal, name);
    await terminal.shows(inside.done);
  }
  // It stores what it got.
  await sleep(PAUSE_MS);
  await terminal.stop();
  return terminal.ended;
}

/** Waits for what cannot be read: the person is asked, and may be asked again. */
async function untilSettled(terminal: Terminal): Promise<void> {
  for (let pauses = 0; pauses < 3; pauses += 1) {
    await terminal.visited();
    await sleep(PAUSE_MS);
  }
}
