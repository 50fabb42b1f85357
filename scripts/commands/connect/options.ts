/** Parses the command line. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { valueInFile } from '../../../schema/data/plain-text.ts';
import { parsingMistake } from '../usage.ts';
import type { RenewOptions } from './renew.ts';
import type { ConnectOptions } from './tour.ts';

export const USAGE = `Usage: schoolgate connect [options]
       schoolgate connect renew [--margin SECONDS] [--print] FILE

Runs the authorization code flow with PKCE against a Schoolgate server and explains each step.

  --server URL            origin of the server (default: http://127.0.0.1:3000)
  --client-id ID          use this client instead of registering one
  --client-secret SECRET  the client's secret, visible to other users of this computer
  --client-secret-file FILE  a file with the secret alone, which they cannot see
  --scope "A B"           scopes to request (default: "openid profile email")
  --host HOST             127.0.0.1 or localhost, as in the client's redirect URI (default: 127.0.0.1)
  --port N                port of the callback (default: any free port)
  --path PATH             path of the callback (default: /callback)
  --no-open               print the URL instead of opening a browser
  --keep                  do not revoke the tokens at the end
  --save FILE             write the access token to this file, readable only by you; implies --keep
  --paste                 also read the callback address from standard input, for a browser on another computer
  --save-grant FILE       write what "renew" needs to this file, readable only by you; implies --keep
  --json                  print one JSON object per line

renew replaces an access token that ends soon in a file of --save-grant, for programs that run without a person.

  --margin SECONDS        how long the access token has to last (default: 300)
  --print                 print the access token
`;

export type Command =
  | { readonly kind: 'renew'; readonly options: RenewOptions }
  | {
      readonly kind: 'run';
      readonly options: ConnectOptions & {
        readonly openInBrowser: boolean;
        readonly json: boolean;
        readonly paste: boolean;
      };
    }
  | { readonly kind: 'mistake'; readonly message: string };

/** An invalid command line. */
export class Mistake extends Error {}

export function parseArguments(args: readonly string[]): Command {
  try {
    return args[0] === 'renew' ? interpretRenew(args.slice(1)) : interpret(args);
  } catch (error) {
    // parseArgs throws a TypeError that names the option and the problem.
    if (error instanceof Mistake || error instanceof TypeError)
      return { kind: 'mistake', message: parsingMistake(error) };
    throw error;
  }
}

function interpretRenew(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: true,
    options: { margin: { type: 'string', default: '300' }, print: { type: 'boolean', default: false } },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new Mistake('renew takes one file');
  if (!/^\d{1,6}$/.test(values.margin)) throw new Mistake(`--margin must be a number of seconds, not ${values.margin}`);
  return { kind: 'renew', options: { file, margin: Number(values.margin), prints: values.print } };
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
      'client-secret-file': { type: 'string' },
      scope: { type: 'string', default: 'openid profile email' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '0' },
      path: { type: 'string', default: '/callback' },
      'no-open': { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      save: { type: 'string' },
      'save-grant': { type: 'string' },
      paste: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const clientId = values['client-id'];
  const clientSecret = secretOf(values['client-secret'], values['client-secret-file']);
  if (clientId === '') throw new Mistake('--client-id must not be empty');
  if (clientSecret === '') throw new Mistake('--client-secret must not be empty');
  if (clientSecret !== undefined && clientId === undefined) throw new Mistake('--client-secret requires --client-id');
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
      keep: values.keep || values.save !== undefined || values['save-grant'] !== undefined,
      saveTo: values.save,
      saveGrantTo: values['save-grant'],
      paste: values.paste,
      json: values.json,
      openInBrowser: !values['no-open'],
    },
  };
}

function secretOf(literal: string | undefined, file: string | undefined): string | undefined {
  if (file === undefined) return literal;
  if (literal !== undefined) throw new Mistake('--client-secret and --client-secret-file exclude each other');
  try {
    return valueInFile(readFileSync(file), 'CLIENT_SECRET');
  } catch (error) {
    throw new Mistake(`--client-secret-file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function serverOrigin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (!isOrigin) throw new Mistake(`--server must be an http(s) origin such as http://127.0.0.1:3000, not ${value}`);
  return url.origin;
}

function scopeList(value: string): string {
  const scopes = value.split(' ').filter((scope) => scope !== '');
  if (scopes.length === 0) throw new Mistake('--scope must not be empty');
  return scopes.join(' ');
}

function loopbackHost(value: string): '127.0.0.1' | 'localhost' {
  if (value === '127.0.0.1' || value === 'localhost') return value;
  throw new Mistake(`--host must be 127.0.0.1 or localhost, not ${value}`);
}

function portNumber(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new Mistake(`--port must be a number up to 65535, not ${value}`);
  return port;
}

function callbackPath(value: string): string {
  const unchanged =
    URL.canParse(value, 'http://127.0.0.1') && new URL(value, 'http://127.0.0.1').href === `http://127.0.0.1${value}`;
  if (!unchanged || /[?#]/.test(value))
    throw new Mistake(`--path must be a path such as /callback, without query or fragment, not ${value}`);
  return value;
}
