/** Keys that are replaced under load on two nodes: signing keys, and the master key. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { randomFrom, seedFor } from '../support/seed.ts';
import { ServerProcess, type Settings, send } from '../support/server-process.ts';
import { command } from './backup.ts';
import { FaultClient, tokensOf } from './client.ts';
import { check, inParallel, type Report } from './report.ts';

const WORKERS = 4;
const PAUSE_MS = 60;
const SETTLE_MS = 300;

/** The nodes of a service, behind something that sends no request to one that is about to stop. */
class Nodes {
  readonly #nodes = new Map<number, ServerProcess>();
  #turn = 0;

  /** Another node each time. A request is sent at once, because later the node may have stopped. */
  next(): string {
    this.#turn += 1;
    const origins = [...this.#nodes.values()].map(({ origin }) => origin);
    return origins[this.#turn % origins.length] ?? '';
  }

  /** Starts both nodes, or restarts them one after the other. */
  async startAll(settings: Settings): Promise<void> {
    for (const place of [0, 1]) {
      const before = this.#nodes.get(place);
      this.#nodes.delete(place);
      await before?.stop();
      this.#nodes.set(place, await ServerProcess.start(settings));
    }
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes.values()) await node.stop();
  }
}

/** Verifies ID tokens as a client does, which keeps the key set until it meets a key that it does not know. */
function verifier(issuer: string) {
  let keySet: JSONWebKeySet = { keys: [] };
  let reads = 0;
  const read = async (origin: string): Promise<void> => {
    keySet = JSON.parse((await send(`${origin}/.well-known/jwks.json`)).body);
    reads += 1;
  };
  return {
    reads: () => reads,
    async verify(token: string, origin: string): Promise<boolean> {
      const verify = () => jwtVerify(token, createLocalJWKSet(keySet), { issuer });
      try {
        await verify().catch(async (error: unknown) => {
          if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
          await read(origin);
          return verify();
        });
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Connects again and again, on all nodes, and keeps what is needed to see later whether anything was lost. */
function startConnecting(client: FaultClient, nodes: Nodes, issuer: string) {
  const random = randomFrom(seedFor('keys under load'));
  const keys = verifier(issuer);
  const failures: string[] = [];
  const access: string[] = [];
  let idTokens = 0;
  let isStopped = false;

  async function connect(): Promise<void> {
    const { answer, code } = await client.code(nodes.next());
    if (code === undefined) return void failures.push(`code: ${answer.status} ${answer.broken ?? ''}`);
    const redeemed = await client.redeem(nodes.next(), code);
    if (redeemed.status !== 200) return void failures.push(`redemption: ${redeemed.status} ${redeemed.broken ?? ''}`);
    const tokens = tokensOf(redeemed);
    idTokens += 1;
    if (!(await keys.verify(tokens.id_token ?? '', nodes.next()))) failures.push('an ID token is not verified');
    const refreshed = await client.refresh(nodes.next(), tokens.refresh_token);
    if (refreshed.status !== 200) return void failures.push(`refresh: ${refreshed.status} ${refreshed.broken ?? ''}`);
    access.push(tokensOf(refreshed).access_token);
  }

  const worker = async (): Promise<void> => {
    while (!isStopped) {
      await connect();
      await sleep(random() * PAUSE_MS);
    }
  };
  const workers = Promise.all(Array.from({ length: WORKERS }, worker));
  return {
    async stop() {
      isStopped = true;
      await workers;
      return { failures, access, idTokens, reads: keys.reads() };
    },
  };
}

const checksOf = ({ failures, idTokens }: { failures: readonly string[]; idTokens: number }) => [
  check('failures', failures.slice(0, 5), []),
  check('the load did something', idTokens > 10, true),
];

export async function rotateUnderLoad(settings: Settings, rotations: number): Promise<Report> {
  const nodes = new Nodes();
  await nodes.startAll(settings);
  const client = await FaultClient.signIn(settings, nodes.next());
  const load = startConnecting(client, nodes, settings.BASE_URL ?? '');
  for (let count = 0; count < rotations; count += 1) {
    await sleep(SETTLE_MS);
    await command(settings, 'keys', 'rotate', '--now');
  }
  // The other node signs with a new key within two seconds.
  await sleep(2000 + SETTLE_MS);
  const done = await load.stop();
  const { keys } = JSON.parse((await send(`${nodes.next()}/.well-known/jwks.json`)).body) as { keys: unknown[] };
  await nodes.stop();
  return {
    checks: [
      ...checksOf(done),
      check('keys published', keys.length, rotations + 1),
      check('the client met new keys', done.reads > 1, true),
    ],
    figures: { rotations, 'ID tokens': done.idTokens, 'key sets read': done.reads },
  };
}

/** Follows the steps of the manual, on two nodes that are restarted one after the other. */
export async function replaceMasterKeyUnderLoad(settings: Settings): Promise<Report> {
  const { MASTER_KEY: old = '' } = settings;
  const fresh = randomBytes(32).toString('base64');
  const nodes = new Nodes();
  await nodes.startAll(settings);
  const client = await FaultClient.signIn(settings, nodes.next());
  const load = startConnecting(client, nodes, settings.BASE_URL ?? '');
  await sleep(SETTLE_MS);
  await nodes.startAll({ ...settings, MASTER_KEY: old, MASTER_KEY_PREVIOUS: fresh });
  const both = { ...settings, MASTER_KEY: fresh, MASTER_KEY_PREVIOUS: old };
  await nodes.startAll(both);
  const { stdout } = await command(both, 'keys', 'reseal');
  // Renews the hash of the password, which contains the master key.
  await FaultClient.signIn(settings, nodes.next());
  const again = await command(both, 'keys', 'reseal');
  const alone = { ...settings, MASTER_KEY: fresh };
  await nodes.startAll(alone);
  await sleep(SETTLE_MS);
  const done = await load.stop();
  const lost: string[] = [];
  // The oldest ones and the newest ones.
  const asked = [...done.access.slice(0, 200), ...done.access.slice(200).slice(-200)];
  await inParallel(asked, 8, async (token) => {
    if (!(await client.isActive(nodes.next(), token))) lost.push(token);
  });
  const later = await FaultClient.signIn(settings, nodes.next());
  const isOpen = (await later.code(nodes.next())).code !== undefined;
  await nodes.stop();
  return {
    checks: [
      ...checksOf(done),
      check(
        'signing keys encrypted again',
        /^signing keys: 1 encrypted again, 0 up to date, 0 changed, 0 un/.test(stdout),
        true,
      ),
      check('what the old key still encrypts', /^signing keys: 0 encrypted again, 1 up/.test(again.stdout), true),
      check('tokens lost', lost.length, 0),
      check('a person signs in with the new key alone', isOpen, true),
    ],
    figures: { 'ID tokens': done.idTokens, 'access tokens': done.access.length },
  };
}
