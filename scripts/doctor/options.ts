/** Parses the command line. */
import { parseArgs } from 'node:util';
import { Mistake, serverOrigin } from '../connect/options.ts';
import type { Client } from './client.ts';

export const USAGE = `Usage: npm run doctor -- connect [client] [options]

Plays a known client against a server and says, step by step, what would stop it and why. Without a client's name: the list.

  --server URL      the server (http://127.0.0.1:3000)
  --email ADDRESS   somebody to sign in as; without, it goes as far as the sign-in page
  --password TEXT   the password (DOCTOR_PASSWORD keeps it out of the list of processes)
  --way NAME        one way of identifying, not the ones the client would choose here
  --client-id ID    the client that was made beforehand, for one that does not identify itself
                    (its secret, if it has one: DOCTOR_CLIENT_SECRET)
  --json            one JSON object
  --help            this text

It signs in and consents as that person would, and gives back every token at the end. A client that registers is registered
anew each time; the server forgets it when nobody comes to use it.`;

export interface Account {
  readonly email: string;
  readonly password: string;
}

export interface DoctorOptions {
  /** Absent: list the clients. */
  readonly client: string | undefined;
  readonly server: string;
  readonly account: Account | undefined;
  readonly way: string | undefined;
  readonly known: Client | undefined;
  readonly json: boolean;
}

export type Command =
  | { readonly kind: 'connect'; readonly options: DoctorOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'mistake'; readonly message: string };

export type Environment = Readonly<Record<string, string | undefined>>;

export function parseArguments(args: readonly string[], environment: Environment): Command {
  try {
    return interpret(args, environment);
  } catch (error) {
    if (error instanceof Mistake) return { kind: 'mistake', message: error.message };
    // parseArgs throws a TypeError whose first sentence names the option and the problem.
    if (error instanceof TypeError) return { kind: 'mistake', message: error.message.split(/\.\s/, 1)[0] ?? '' };
    throw error;
  }
}

function interpret(args: readonly string[], environment: Environment): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: true,
    options: {
      server: { type: 'string', default: 'http://127.0.0.1:3000' },
      email: { type: 'string' },
      password: { type: 'string' },
      way: { type: 'string' },
      'client-id': { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return { kind: 'help' };
  const [command, client, ...others] = positionals;
  if (command !== 'connect') {
    throw new Mistake(
      command === undefined ? 'what to look at is missing: connect' : `there is no ${command}, only connect`,
    );
  }
  if (others.length > 0) throw new Mistake(`one client at a time, not also ${others.join(' ')}`);
  return {
    kind: 'connect',
    options: {
      client,
      server: serverOrigin(values.server),
      account: readAccount(values.email, values.password ?? environment.DOCTOR_PASSWORD),
      way: values.way,
      known: readClient(values['client-id'], environment.DOCTOR_CLIENT_SECRET),
      json: values.json,
    },
  };
}

function readAccount(email: string | undefined, password: string | undefined): Account | undefined {
  if (email === undefined) return undefined;
  if (password === undefined) throw new Mistake('--email needs a password: --password, or DOCTOR_PASSWORD');
  return { email, password };
}

function readClient(id: string | undefined, secret: string | undefined): Client | undefined {
  if (id === '') throw new Mistake('--client-id is empty');
  return id === undefined ? undefined : { id, secret: secret === '' ? undefined : secret };
}
