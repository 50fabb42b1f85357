/** Replays a fixture step by step, until a problem would stop the client. */
import { askAuthorization, obtainCodes, type Walk } from './authorization.ts';
import type { Tokens } from './bearer.ts';
import type { Client } from './client.ts';
import { askPreflights, findServer, probeDocuments, readChallenge } from './discovery.ts';
import { Examination, type Finding } from './findings.ts';
import type { Fixture, Way } from './fixture.ts';
import { identify, waysTaken } from './identity.ts';
import { fillServer } from './template.ts';
import { giveBack, type Party, presentMadeUp, redeem, refreshAll, useTokens } from './tokens.ts';
import { createVisit } from './visit.ts';

export interface ReplayOptions {
  /** Origin of the server without a trailing slash. */
  readonly server: string;
  /** Walks through the pages as a person. Without it, the replay ends at the sign-in page. */
  readonly walk?: Walk | undefined;
  /** The client that someone created, for clients that do not identify themselves. */
  readonly client?: Client | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with each finding immediately. */
  readonly tell?: (finding: Finding) => void;
}

export interface Replay {
  readonly way: string;
  /** The scopes that it asks for, if the server was found and the client names any. */
  readonly scope: string | undefined;
  readonly holds: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Returns the ways that the client would use at this server.
 * @throws {UnreachableError} if the server does not respond
 */
export async function chooseWays(fixture: Fixture, { server, client, signal }: ReplayOptions): Promise<readonly Way[]> {
  const visit = createVisit(fixture, server, signal);
  const found = await new Examination(() => {}).step('discovery', () => findServer(visit));
  return waysTaken(fixture, found, client);
}

/**
 * Replays a fixture.
 * @throws {UnreachableError} if the server does not respond; every other problem is a finding
 */
export async function replay(fixture: Fixture, way: Way, options: ReplayOptions): Promise<Replay> {
  const examination = new Examination(options.tell ?? (() => {}));
  await examine(examination, fixture, way, options);
  return { way: way.name, scope: examination.scope, holds: examination.holds, findings: examination.findings };
}

async function examine(examination: Examination, fixture: Fixture, way: Way, options: ReplayOptions): Promise<void> {
  const visit = createVisit(fixture, options.server, options.signal);
  const server = await examination.step('discovery', () => findServer(visit));
  if (server === undefined) return examination.end('nothing else can be checked without the two metadata documents');
  const fill = fillServer(options.server, server);
  const { scope } = fixture.authorize.parameters;
  examination.scope = scope === undefined ? undefined : fill(scope);
  await examination.step('probes', () => probeDocuments(visit));
  await examination.step('preflights', () => askPreflights(visit, fill));
  await examination.step('challenge', () => readChallenge(visit, fill));

  const client = await examination.step('identity', () => identify(visit, server, way, options.client));
  if (client === undefined) return examination.end('it has no client_id');
  const accepted = await examination.step('authorize', () => askAuthorization(visit, server, client, way, fill));
  if (examination.isClientRefused) return examination.end('the server refuses this client');
  const party: Party = { visit, server, client, fill };
  const tryMadeUp = () => examination.step('dead token', () => presentMadeUp(party, way.callbacks[0] ?? ''));
  // Other endpoints know a client with a metadata document only after a person has consented.
  if (way.by !== 'document') await tryMadeUp();

  if (accepted === undefined) return examination.end('no sign-in page opens');
  const { walk } = options;
  if (walk === undefined) return examination.end('no one signs in; set --email and --password');
  const codes = await examination.step('consent', () => obtainCodes(visit, server, client, way, { fill, walk }));
  if (codes === undefined) return examination.end('there is no code');
  const tokens = await examination.step('exchange', () => redeem(party, codes));
  if (tokens === undefined) return examination.end('there are no tokens');
  if (way.by === 'document') await tryMadeUp();
  await useGrants(examination, party, tokens);
}

async function useGrants(examination: Examination, party: Party, tokens: readonly Tokens[]): Promise<void> {
  await examination.step('userinfo', () => useTokens(party, tokens));
  const [first, ...others] = tokens;
  const renewed = first && (await examination.step('refresh', () => refreshAll(party, first)));
  // Revokes the tokens that remain after a failed refresh, too.
  const current = renewed ?? first;
  await examination.step('revocation', () => giveBack(party, current === undefined ? others : [current, ...others]));
}
