/** Uses the token endpoint as this client does, and checks the issued tokens. */
import { checkChallenge } from '../connect/checks.ts';
import { compareMembers, counted, describeRefusal, isJson } from './answers.ts';
import type { Grant } from './authorization.ts';
import { fetchUserInfo, readTokens, type Tokens, tryUserInfo } from './bearer.ts';
import { type Client, clientCredentials } from './client.ts';
import { type HeldFinding, Shortcoming } from './findings.ts';
import type { TokenRequest } from './fixture.ts';
import { type Answer, type JsonObject, optionalText } from './http.ts';
import type { Server } from './server.ts';
import { type Fill, fillAll } from './template.ts';
import type { Visit } from './visit.ts';

/** A client with its client_id, and the discovered server. */
export interface Party {
  readonly visit: Visit;
  readonly server: Server;
  readonly client: Client;
  readonly fill: Fill;
}

const ask = ({ visit, server, client }: Party, form: Readonly<Record<string, string>>): Promise<Answer> =>
  visit.http.send({ method: 'POST', url: server.tokenEndpoint, form: { ...form, ...clientCredentials(client) } });

/** A token with a valid form that was never issued. */
const MADE_UP = `_1.${'A'.repeat(43)}`;

/** RFC 6749 §5.2: presents a code and a refresh token that were never issued. */
export async function presentMadeUp(party: Party, callback: string): Promise<HeldFinding<void>> {
  const { error, why } = party.visit.fixture.deadToken;
  const forms = [
    { grant_type: 'authorization_code', code: `ac${MADE_UP}`, redirect_uri: callback, code_verifier: 'A'.repeat(43) },
    { grant_type: 'refresh_token', refresh_token: `rt${MADE_UP}` },
  ];
  const problems: string[] = [];
  for (const form of forms) {
    const answer = await ask(party, form);
    const faults = refusalFaults(answer, error);
    problems.push(...faults.map((fault) => `a made-up ${form.grant_type}: ${fault}. ${why}`));
  }
  if (problems.length > 0) throw new Shortcoming(...problems);
  return {
    text: `a made-up code and refresh token are answered with ${error} as JSON, with a description and a URL`,
    value: undefined,
  };
}

function refusalFaults(answer: Answer, error: string): string[] {
  if (answer.status < 400 || answer.status > 499) return [`answered ${answer.statusLine}`];
  if (!isJson(answer)) return [`the error is ${answer.headers.get('content-type') ?? 'of no content type'}, not JSON`];
  if (answer.body.error !== error) return [`answered ${describeRefusal(answer)}, not ${error}`];
  return ['error_description', 'error_uri']
    .filter((name) => optionalText(answer.body, name) === undefined)
    .map((name) => `the error has no ${name}`);
}

/** RFC 6749 §4.1.3: redeems each code with its callback. */
export async function redeem(party: Party, grants: readonly Grant[]): Promise<HeldFinding<readonly Tokens[]>> {
  const { exchange } = party.visit.fixture;
  const tokens: Tokens[] = [];
  for (const { code, callback, codeVerifier } of grants) {
    const answer = await ask(party, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      code_verifier: codeVerifier,
      ...fillAll(party.fill, exchange.parameters),
    });
    tokens.push(readAnswer(party, exchange, answer, `the code at ${callback}`));
  }
  return {
    text: `${tokens.length} of ${grants.length} codes redeemed, scope "${party.fill(exchange.expect.scope)}"`,
    value: tokens,
  };
}

function readAnswer({ fill }: Party, { expect, why }: TokenRequest, answer: Answer, label: string): Tokens {
  if (answer.status !== 200) throw new Shortcoming(`${label} was refused: ${describeRefusal(answer)}. ${why}`);
  const faults = [
    ...(isJson(answer) ? [] : ['is not JSON']),
    ...compareMembers(answer.body, { token_type: 'Bearer', scope: fill(expect.scope) }),
    ...lifetimeFaults(answer.body, expect.livesLongerThan),
  ];
  if (faults.length > 0) throw new Shortcoming(...faults.map((fault) => `the answer for ${label}: ${fault}. ${why}`));
  return readTokens(answer.body, expect.scope);
}

function lifetimeFaults({ expires_in: seconds }: JsonObject, least: number): string[] {
  if (typeof seconds === 'number' && seconds > least) return [];
  return [`expires_in is ${typeof seconds === 'number' ? seconds : 'missing'}, not more than ${least} seconds`];
}

/** OpenID Connect Core §5.3: calls UserInfo with every access token. */
export async function useTokens({ visit, server }: Party, tokens: readonly Tokens[]): Promise<HeldFinding<void>> {
  const people = new Set<string>();
  for (const one of tokens) people.add(await fetchUserInfo(visit.http, server, one, undefined));
  if (people.size !== 1)
    throw new Shortcoming(`the tokens are about ${people.size} people, although one person signed in`);
  return { text: `${counted(tokens.length, 'access token')} accepted by UserInfo`, value: undefined };
}

/** RFC 6749 §6, RFC 9700 §4.14.2: performs consecutive refreshes, some of them concurrently. */
export async function refreshAll(party: Party, first: Tokens): Promise<HeldFinding<Tokens>> {
  let current = first;
  let requests = 0;
  for (const refresh of party.visit.fixture.refreshes) {
    const renewed = await refreshAtOnce(party, refresh, current);
    await useTokens(party, renewed);
    requests += renewed.length;
    current = renewed[0] ?? current;
  }
  const { length: times } = party.visit.fixture.refreshes;
  return {
    text: `${counted(requests, 'request')}, ${counted(times, 'new refresh token')}; every access token works`,
    value: current,
  };
}

async function refreshAtOnce(party: Party, refresh: TokenRequest, current: Tokens): Promise<readonly Tokens[]> {
  const form = {
    grant_type: 'refresh_token',
    refresh_token: current.refreshToken,
    ...fillAll(party.fill, refresh.parameters),
  };
  const answers = await Promise.all(Array.from({ length: refresh.parallel }, () => ask(party, form)));
  const label = refresh.parallel === 1 ? 'the refresh' : `one of ${refresh.parallel} concurrent refreshes`;
  const renewed = answers.map((answer) => readAnswer(party, refresh, answer, label));
  const successors = new Set(renewed.map(({ refreshToken }) => refreshToken));
  if (successors.has(current.refreshToken))
    throw new Shortcoming('the refresh token was not replaced (RFC 9700 §2.2.2)');
  if (successors.size !== 1) {
    throw new Shortcoming(
      `${refresh.parallel} concurrent refreshes returned ${successors.size} refresh tokens, of which only one is valid. ${refresh.why}`,
    );
  }
  return renewed;
}

/** RFC 7009: revokes every grant of this visit, and checks that the tokens are then refused. */
export async function giveBack(party: Party, grants: readonly Tokens[]): Promise<HeldFinding<void>> {
  const { visit, server, client } = party;
  const { error, why } = visit.fixture.deadToken;
  if (server.revocationEndpoint === undefined) throw new Shortcoming('the server metadata has no revocation_endpoint');
  for (const tokens of grants) {
    const form = { token: tokens.refreshToken, token_type_hint: 'refresh_token', ...clientCredentials(client) };
    const answer = await visit.http.send({ method: 'POST', url: server.revocationEndpoint, form });
    if (answer.status !== 200) throw new Shortcoming(`the revocation was refused: ${describeRefusal(answer)}`);
    checkChallenge(server.resourceMetadataUrl, await tryUserInfo(visit.http, server, tokens));
    const refused = await ask(party, { grant_type: 'refresh_token', refresh_token: tokens.refreshToken });
    const faults = refusalFaults(refused, error);
    if (faults.length > 0) throw new Shortcoming(...faults.map((fault) => `a revoked refresh token: ${fault}. ${why}`));
  }
  return { text: `its tokens are invalid immediately, and a refresh is answered with ${error}`, value: undefined };
}
