/** A shell that a person would type a walkthrough into: each block sees what the ones before it set. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Separates what a block prints from what it set. */
const END = '\u001e';

export class ShellSession {
  readonly variables = new Map<string, string>();

  /** @returns what the block printed */
  async run(block: string): Promise<string> {
    const child = spawn('sh', ['-c', `set -a\n${block}\nprintf '${END}'\nenv -0`], {
      env: { PATH: process.env.PATH ?? '', ...Object.fromEntries(this.variables) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const [output = '', environment] = printed.split(END);
    if (environment === undefined) throw new Error(`the shell gave up: ${complaints}\n${block}`);
    for (const line of environment.split('\0')) {
      const [, name, value = ''] = /^([A-Z_]+)=([\s\S]*)$/.exec(line) ?? [];
      if (name !== undefined && name !== 'PATH') this.variables.set(name, value);
    }
    return output.trim();
  }

  async json<Value = Record<string, unknown>>(block: string): Promise<Value> {
    return JSON.parse(await this.run(block)) as Value;
  }
}

/** The commands of a Markdown text, by the number of the section they stand in. */
export function commandsOf(markdown: string): Map<number, string[]> {
  const commands = new Map<number, string[]>();
  for (const section of markdown.split(/^## /m).slice(1)) {
    const number = Number.parseInt(section, 10);
    commands.set(
      number,
      [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block),
    );
  }
  return commands;
}
