/** Parses the command line. */
import { parseArgs } from 'node:util';
import type { ConnectOptions } from './tour.ts';

export const USAGE = `Usage: npm run connect -- [options]

Walks through the authorization code flow with PKCE against a Schoolgate server, step by step.

  --server URL            the server (http://127.0.0.1:3000)
  --client-id ID          use this client instead of registering one
  --client-secret SECRET  its secret, when it is confidential
  --scope "A B"           scopes to ask for ("openid profile email")
  --host HOST             127.0.0.1 or localhost, as in the client's redirect URI (127.0.0.1)
  --port N                port of the callback (any free one)
  --path PATH             path of the callback (/callback)
  --no-open               print the address, start no browser
  --keep                  do not revoke the tokens at the end
  --save FILE             put the access token into this file, for your eyes only; implies --keep
  --json                  one JSON object per line
  --help                  this text`;

export type Command =
  | {
      readonly kind: 'run';
      readonly options: ConnectOptions & { readonly openInBrowser: boolean; readonly json: boolean };
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'mistake'; readonly message: string };

/** An invalid command line. */
export class Mistake extends Error {}

export function parseArguments(args: readonly string[]): Command {
  try {
    return interpret(args);
  } catch (error) {
    // parseArgs throws a TypeError that names the option and the problem.
    if (error instanceof Mistake || error instanceof TypeError) return { kind: 'mistake', message: error.message };
    throw error;
  }
}

function interpret(args: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: false,
    options: {
      server: { type: 'string', default: 'http://127.0.0.1:3000' },
      'client-id': { type: 'string' },
      'client-secret': { type: 'string' },
      scope: { type: 'string', default: 'openid profile email' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '0' },
      path: { type: 'string', default: '/callback' },
      'no-open': { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      save: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return { kind: 'help' };
  const clientId = values['client-id'];
  const clientSecret = values['client-secret'];
  if (clientId === '') throw new Mistake('--client-id is empty');
  if (clientSecret === '') throw new Mistake('--client-secret is empty');
  if (clientSecret !== undefined && clientId === undefined) throw new Mistake('--client-secret needs --client-id');
  return {
    kind: 'run',
    options: {
      server: serverOrigin(values.server),
      clientId,
      clientSecret,
      scope: scopeList(values.scope),
      host: loopbackHost(values.host),
      port: portNumber(values.port),
      path: callbackPath(values.path),
      keep: values.keep || values.save !== undefined,
      saveTo: values.save,
      json: values.json,
      openInBrowser: !values['no-open'],
    },
  };
}

export function serverOrigin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin) throw new Mistake(`--server is an http(s) origin such as http://127.0.0.1:3000, not ${value}`);
  return url.origin;
}

function scopeList(value: string): string {
  const scopes = value.split(' ').filter((scope) => scope !== '');
  if (scopes.length === 0) throw new Mistake('--scope is empty');
  return scopes.join(' ');
}

function loopbackHost(value: string): '127.0.0.1' | 'localhost' {
  if (value === '127.0.0.1' || value === 'localhost') return value;
  throw new Mistake(`--host is 127.0.0.1 or localhost, not ${value}`);
}

function portNumber(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new Mistake(`--port is a number up to 65535, not ${value}`);
  return port;
}

function callbackPath(value: string): string {
  const unchanged =
    URL.canParse(value, 'http://127.0.0.1') && new URL(value, 'http://127.0.0.1').href === `http://127.0.0.1${value}`;
  if (!unchanged || /[?#]/.test(value)) throw new Mistake(`--path is a plain path such as /callback, not ${value}`);
  return value;
}
