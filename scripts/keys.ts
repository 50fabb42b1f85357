/**
 * `npm run keys -- …`: lists, rotates and revokes signing keys, and encrypts everything again after the master key was
 * replaced.
 */
import type { FastifyInstance } from 'fastify';
import { withProgramName } from '../program/name.ts';
import { openApp } from './process.ts';
import { endWithUsage, readArguments } from './usage.ts';

export const USAGE = `Usage: npm run keys -- <command>

  list            lists the published signing keys in the order in which they sign
  rotate          publishes a new signing key, which signs after one day
  rotate --now    publishes a new signing key, which signs at once
  revoke <kid>    removes a signing key at once; if it is the one that signs, a new one replaces it
  reseal          encrypts everything again under MASTER_KEY that is under MASTER_KEY_PREVIOUS
`;

/** A command returns whether it succeeded. */
type Command = (app: FastifyInstance) => Promise<boolean>;

export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, USAGE, { now: { type: 'boolean', default: false } });
  const run = commandOf(positionals, values.now) ?? endWithUsage(USAGE);
  const app = await openApp({ LOG_LEVEL: 'warn' });
  process.exitCode = (await run(app)) ? 0 : 1;
  await app.close();
}

function commandOf([command = '', kid, ...rest]: string[], now: boolean): Command | undefined {
  if (rest.length > 0 || (now && command !== 'rotate')) return undefined;
  if (command === 'revoke') return kid === undefined ? undefined : (app) => revoke(app, kid);
  if (kid !== undefined) return undefined;
  return new Map<string, Command>([
    ['list', list],
    ['rotate', (app) => rotate(app, now)],
    ['reseal', reseal],
  ]).get(command);
}

async function list({ oauth }: FastifyInstance): Promise<boolean> {
  for (const { kid, signsFrom } of await oauth.keys.list()) print(`${kid} signs from ${dateOf(signsFrom)}`);
  return true;
}

async function rotate({ oauth }: FastifyInstance, now: boolean): Promise<boolean> {
  const { kid, signsFrom } = await oauth.signer.rotate(now);
  print(`published ${kid}, which signs from ${dateOf(signsFrom)}`);
  return true;
}

async function revoke({ oauth }: FastifyInstance, kid: string): Promise<boolean> {
  const successor = await oauth.signer.revoke(kid);
  print(
    successor === undefined
      ? `no signing key has the id ${kid}; npm run keys -- list shows all`
      : `revoked ${kid}; ${successor.kid} signs now, on every node within two seconds`,
  );
  return successor !== undefined;
}

async function reseal(app: FastifyInstance): Promise<boolean> {
  const reports = await app.reseal();
  for (const { purpose, resealed, current, changed, unreadable } of reports) {
    print(
      `${purpose}: ${resealed} encrypted again, ${current} up to date, ${changed} changed, ${unreadable} unreadable`,
    );
  }
  if (reports.some(({ unreadable }) => unreadable > 0)) {
    print('neither MASTER_KEY nor MASTER_KEY_PREVIOUS decrypts some values');
    return false;
  }
  if (reports.some(({ changed }) => changed > 0)) {
    print('some values changed in the meantime: run the command again');
    return false;
  }
  print('nothing is encrypted under MASTER_KEY_PREVIOUS any more; remove it once every node has the new MASTER_KEY');
  return true;
}

function print(line: string): void {
  process.stdout.write(`${withProgramName(line)}\n`);
}

function dateOf(time: number): string {
  return new Date(time).toISOString();
}
