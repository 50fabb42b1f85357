/** Parses the command line of `schoolgate doctor deployment`. */
import { Resolver } from 'node:dns';
import { parseArgs } from 'node:util';
import { Mistake } from '../../connect/options.ts';
import type { Target } from './asking.ts';

export interface DeploymentOptions {
  /** Absent: the server of the settings. */
  readonly server: string | undefined;
  readonly connectTo: Target['connectTo'];
  readonly plainPort: number | undefined;
  /** A server elsewhere whose clock is compared. */
  readonly clock: string | undefined;
  /** A DNS server to ask instead of those of this machine. */
  readonly dns: string | undefined;
  readonly json: boolean;
}

/** @throws {Mistake | TypeError} */
export function readDeploymentOptions(args: readonly string[]): DeploymentOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: true,
    options: {
      server: { type: 'string' },
      'connect-to': { type: 'string' },
      'plain-port': { type: 'string' },
      clock: { type: 'string' },
      dns: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  if (positionals.length > 0) throw new Mistake(`unknown argument ${positionals.join(' ')}`);
  return {
    server: values.server === undefined ? undefined : originOf('--server', values.server),
    connectTo: values['connect-to'] === undefined ? undefined : endOf(values['connect-to']),
    plainPort: values['plain-port'] === undefined ? undefined : portOf(values['plain-port']),
    clock: values.clock === undefined ? undefined : urlOf('--clock', values.clock).href,
    dns: values.dns === undefined ? undefined : dnsServer(values.dns),
    json: values.json,
  };
}

function urlOf(option: string, value: string): URL {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Mistake(`${option} takes a URL, not ${value}`);
  return url;
}

const originOf = (option: string, value: string): string => urlOf(option, value).origin;

function dnsServer(value: string): string {
  try {
    new Resolver().setServers([value]);
    return value;
  } catch {
    throw new Mistake(`--dns takes an IP address, with a port unless it is 53, not ${value}`);
  }
}

function portOf(value: string): number {
  const port = /^[0-9]{1,5}$/.test(value) ? Number(value) : 0;
  if (port < 1 || port > 65_535) throw new Mistake(`--plain-port takes a port, not ${value}`);
  return port;
}

function endOf(value: string): { host: string; port: number } {
  // With http, a port of 443 stays in the URL.
  const url = URL.parse(`http://${value}`);
  if (url === null || url.pathname !== '/' || url.username !== '') {
    throw new Mistake(`--connect-to takes host:port, not ${value}`);
  }
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 443) };
}
