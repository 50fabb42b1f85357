/** Functions of all commands with arguments: usage errors, and running on a server that is closed afterwards. */
import { existsSync, realpathSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { outageOf } from './outage.ts';
import { mistakeIn, type ParsedArguments } from './usage-mistakes.ts';

/** A usage error, described in one line. */
export class UsageError extends Error {}

/** A wrong value of an argument. The exit code is that of wrong arguments. */
export class ArgumentError extends UsageError {}

/** Returns the line for an error that the user of a command can correct, and nothing for any other. */
export const usageMistake = (error: unknown): string | undefined =>
  error instanceof UsageError ? error.message : undefined;

/** Prints the usage, below the mistake if there is one, and ends the process with exit code 2. */
export function endWithUsage(usage: string, mistake?: unknown): never {
  const line = mistake instanceof Error ? mistake.message : mistake;
  process.stderr.write(line === undefined ? usage : `${String(line)}\n${usage}`);
  process.exit(2);
}

/** Ends the process with what is wrong with the arguments of a command, and its usage. */
export const refuseArguments = (usage: string, parsed: ParsedArguments): never =>
  endWithUsage(usage, mistakeIn(usage, parsed));

/** For programs of the repository, without options: explains one, and ends the process, if an argument asks for it. */
export function answerHelp(args: readonly string[], usage: string): void {
  if (!args.includes('--help') && !args.includes('-h')) return;
  process.stdout.write(usage);
  process.exit(0);
}

/** Returns the arguments of such a program. Ends the process with the usage if one looks like an option. */
export function withoutOptions(args: readonly string[], usage: string): readonly string[] {
  answerHelp(args, usage);
  const option = args.find((arg) => arg.startsWith('-'));
  return option === undefined ? args : endWithUsage(usage, `there is no option ${option}`);
}

/** Parses the arguments of a command. Ends the process with the usage if they are wrong. */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  usage: string,
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    return endWithUsage(usage, parsingMistake(error));
  }
}

/** Says what `parseArgs` found, without what it adds about arguments that begin with a hyphen, which does not help here. */
export function parsingMistake(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const option = /^Unknown option '(.*?)'/.exec(message)?.[1];
  return option === undefined ? message : `there is no option ${option}`;
}

const NOT_WRITTEN: Readonly<Record<string, string>> = {
  ENOENT: 'the folder above it does not exist, or takes no others; make it, or name another',
  ENOTDIR: 'what stands above it is a file; name another folder',
  EACCES: 'this user may not write there; name another folder',
  EROFS: 'nothing can be written there; name another folder',
};

/** @param ifThere says what is wrong if the file or folder that was to be made exists */
export function reasonOf(error: unknown, ifThere: string): string {
  if (!(error instanceof Error)) return String(error);
  const outage = outageOf(error);
  if (outage !== undefined) return outage;
  const code = 'code' in error ? String(error.code) : '';
  return code === 'EEXIST' ? ifThere : (NOT_WRITTEN[code] ?? error.message);
}

/**
 * Runs a command and closes the server. If `mistakeOf` has a line for the error, it is printed, and the exit code is 1, or
 * 2 for a wrong argument.
 * @throws any other error
 */
export async function runOn(
  app: FastifyInstance,
  command: () => Promise<void>,
  mistakeOf: (error: unknown) => string | undefined = usageMistake,
): Promise<void> {
  try {
    await command();
  } catch (error) {
    const mistake = mistakeOf(error);
    if (mistake === undefined) throw error;
    process.stderr.write(`${mistake}\n`);
    process.exitCode = error instanceof ArgumentError ? 2 : 1;
  } finally {
    await app.close();
  }
}

/** Returns whether this file is the command. `import.meta.main` is false where `with-node.js` imports it. */
export const isCommand = (file: string): boolean =>
  process.argv[1] !== undefined && existsSync(process.argv[1]) && realpathSync(process.argv[1]) === file;
