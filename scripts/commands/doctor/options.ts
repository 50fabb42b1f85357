/** Parses the command line. */
import { parseArgs } from 'node:util';
import { Mistake, serverOrigin } from '../connect/options.ts';
import { parsingMistake } from '../usage.ts';
import type { Client } from './client.ts';

export const USAGE = `Usage: schoolgate doctor deployment [options]
       schoolgate doctor connect [client] [options]
       schoolgate doctor listing [--school SLUG] [--json]

deployment examines a server with the settings of its environment: settings, database, migrations, keys, outbox, school
files, backup, mail, address, certificate, proxy and clock. Each check prints OK, WARN or FAIL, the finding and the next
step, within 20 seconds. It changes nothing. The exit code is 1 if a check failed.

  --server URL      examines only what another machine can see of that origin, and needs no settings
  --connect-to HOST:PORT
                    connects to this proxy, instead of to the host of the address
  --plain-port N    the http port of the proxy (default: 80)
  --clock URL       also compares the clock with that of another web server
  --dns ADDRESS     asks this DNS server, such as one outside a private network, about the domain of MAIL_FROM
  --json            print a JSON array

connect simulates a known client against a running server and reports at each step what would stop it and why.
Without a client, it lists the known clients.

  --server URL      origin of the server (default: http://127.0.0.1:3000)
  --email ADDRESS   the person to sign in as; without it, the doctor stops at the sign-in page
  --password TEXT   their password; DOCTOR_PASSWORD keeps it out of the process list
  --way NAME        how the client identifies itself, instead of what it would choose here
  --client-id ID    the application that a school made for this client; DOCTOR_CLIENT_SECRET is its secret, if any
  --json            print one JSON object

The doctor signs in and consents as that person, revokes all tokens and signs out at the end. A client that registers
itself is registered again each time; the server deletes it if it is not used.

listing prints what the directories of vendors such as ChatGPT and Claude ask for, with the settings of the environment:
addresses, legal and support pages, each tool with its hints and the reasons, the largest results on the demo platform,
and what is missing. The exit code is 1 if something is.

  --school SLUG     the school of the listing (default: the only one)
  --json            print one JSON object
`;

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
  | { readonly kind: 'mistake'; readonly message: string };

export type Environment = Readonly<Record<string, string | undefined>>;

export function parseArguments(args: readonly string[], environment: Environment): Command {
  try {
    return interpret(args, environment);
  } catch (error) {
    const message = mistakeOf(error);
    if (message !== undefined) return { kind: 'mistake', message };
    throw error;
  }
}

/** @returns the line for an error of the person who wrote the command line */
export function mistakeOf(error: unknown): string | undefined {
  if (error instanceof Mistake) return error.message;
  // parseArgs throws a TypeError whose first sentence names the option and the problem.
  if (error instanceof TypeError && 'code' in error) return parsingMistake(error).split(/\.\s/, 1)[0] ?? '';
  return undefined;
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
    },
  });
  const [command, client, ...others] = positionals;
  if (command !== 'connect') {
    throw new Mistake(
      command === undefined
        ? 'a command is missing: deployment, connect or listing'
        : `unknown command ${command}; use deployment, connect or listing`,
    );
  }
  if (others.length > 0) throw new Mistake(`name one client only, without ${others.join(' ')}`);
  return {
    kind: 'connect',
    options: {
      client: client?.replaceAll('-', '_'),
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
  if (password === undefined) throw new Mistake('--email requires a password: set --password or DOCTOR_PASSWORD');
  return { email, password };
}

function readClient(id: string | undefined, secret: string | undefined): Client | undefined {
  if (id === '') throw new Mistake('--client-id must not be empty');
  return id === undefined ? undefined : { id, secret: secret === '' ? undefined : secret };
}
