/** Clients that run as they are: the command `connect` of this project, and `mcp-remote`. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../../scripts/commands/connect/flow.ts';
import { readGrant } from '../../../scripts/commands/connect/grant-file.ts';
import { serverOrigin } from '../../../scripts/commands/connect/options.ts';
import { renew } from '../../../scripts/commands/connect/renew.ts';
import { freePort } from '../../support/live-server.ts';
import { arrive, bridge, HELLO } from '../mcp-remote.ts';
import type { Connection, Program, Start } from './program.ts';

const WAITS_MS = 60_000;

function grantIn(file: string): Connection {
  return {
    clientId: readGrant(file).client_id,
    tokens() {
      const { access_token: access, refresh_token: refresh } = readGrant(file);
      return { access, refresh };
    },
    async renew() {
      await renew({ file, margin: Number.MAX_SAFE_INTEGER });
    },
  };
}

let grants = 0;

export const CONNECT: Program = {
  name: '`schoolgate connect`',
  callback: 'loopback',
  namesSchool: false,
  everyDays: 1,
  async start(_t, { house, server = house.origin, folder }) {
    grants += 1;
    const file = join(folder, `grant-${grants}.json`);
    const asked = Promise.withResolvers<URL>();
    const line = Promise.withResolvers<string>();
    async function* pasted() {
      yield await line.promise;
    }
    const done = connect({
      // As the command reads it.
      server: serverOrigin(server),
      ...{ keep: true, saveGrantTo: file, timeoutMs: WAITS_MS, pasted: pasted(), print: () => undefined },
      openAuthorizationUrl: (url) => asked.resolve(new URL(url)),
    });
    const url = await Promise.race([asked.promise, done.then(() => asked.promise)]);
    return {
      url,
      async take(address, how) {
        if (how === 'pasted') line.resolve(address.href);
        else await fetch(address);
        await done;
        return grantIn(file);
      },
    };
  },
};

/** What `mcp-remote` keeps of one server. */
interface Kept {
  file: string;
  clientId: string;
  tokens: { access: string; refresh: string };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => file.endsWith('_tokens.json'));

/** Looks often, because it deletes a token that the server refuses at its first use, as one whose header is lost. */
async function keptSince(folder: string, before: readonly string[]): Promise<Kept> {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(1)) {
    try {
      const file = filesIn(folder).find((one) => !before.includes(one));
      const tokens = file === undefined ? undefined : tokensIn(file);
      if (file === undefined || tokens?.access === undefined) continue;
      const { client_id: clientId } = JSON.parse(
        readFileSync(file.replace('_tokens.json', '_client_info.json'), 'utf8'),
      );
      return { file, clientId, tokens };
    } catch {
      // A file is just being written, or has been deleted.
    }
  }
  throw new Error('it kept no token');
}

function tokensIn(file: string): { access: string; refresh: string } {
  const { access_token: access, refresh_token: refresh } = JSON.parse(readFileSync(file, 'utf8') || '{}');
  return { access, refresh };
}

const urlFor = ({ house, server = house.origin, school }: Start): string =>
  `${server}/mcp?auth=required${school === undefined ? '' : `&school=${school}`}`;

export const MCP_REMOTE: Program = {
  name: '`mcp-remote`',
  callback: 'loopback',
  namesSchool: true,
  // Each run is a process that starts anew.
  everyDays: 29,
  async start(t, start) {
    const { folder, house } = start;
    const { certificate } = house;
    const environment = certificate === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificate };
    const port = await freePort();
    const open = () => bridge(t, urlFor(start), folder, [], { port, environment });
    const before = filesIn(folder);
    const first = await open();
    first.send('initialize', HELLO);
    return {
      url: new URL(await first.asked()),
      // It takes no pasted address. It listens, so the address is opened where it runs, as with curl.
      async take(address) {
        const [{ file, clientId, tokens }] = await Promise.all([keptSince(folder, before), arrive(address)]);
        await first.stop();
        return {
          clientId,
          tokens: () => (existsSync(file) ? tokensIn(file) : tokens),
          async renew() {
            const kept = readFileSync(file, 'utf8');
            writeFileSync(file, kept.replace(/at_\d+\.[\w-]+/, 'at_1.dead'));
            const again = await open();
            again.send('initialize', HELLO);
            const { result } = await again.answer();
            await again.stop();
            if (result === undefined || /at_1\.dead/.test(readFileSync(file, 'utf8'))) throw new Error('not renewed');
          },
        };
      },
    };
  },
};
