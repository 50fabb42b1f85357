/** Sends the authorization request: up to the sign-in page without an account, and up to the callback with one. */
import { isDisabled, whoEnables } from '../connect/refused-client.ts';
import { describeRefusal, refusalWords } from './answers.ts';
import { describe, FormBrowser } from './browser.ts';
import { challengeOf, freshValue, readAuthorizationResponse } from './callback.ts';
import type { Client } from './client.ts';
import { ClientRefused, type HeldFinding, Shortcoming } from './findings.ts';
import type { Way } from './fixture.ts';
import type { Server } from './server.ts';
import { type Fill, fillAll } from './template.ts';
import type { Visit } from './visit.ts';

interface Attempt {
  readonly url: URL;
  readonly callback: string;
  readonly state: string;
  readonly codeVerifier: string;
}

/** A code, and the values needed to redeem it. */
export interface Grant {
  readonly code: string;
  readonly callback: string;
  readonly codeVerifier: string;
}

/**
 * Walks through the server's pages.
 * @returns the URL to which the server finally redirects the browser
 */
export type Walk = (url: URL) => Promise<URL>;

function prepare({ fixture }: Visit, server: Server, client: Client, callback: string, fill: Fill): Attempt {
  const [state, codeVerifier] = [freshValue(), freshValue()];
  const url = new URL(server.authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: callback,
    state,
    code_challenge: challengeOf(codeVerifier),
    code_challenge_method: 'S256',
    ...fillAll(fill, fixture.authorize.parameters),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url, callback, state, codeVerifier };
}

/** Checks that every callback leads to the sign-in page, except callbacks that the document must not contain. */
export async function askAuthorization(
  visit: Visit,
  server: Server,
  client: Client,
  way: Way,
  fill: Fill,
): Promise<HeldFinding<true>> {
  const problems: string[] = [];
  for (const callback of way.callbacks) {
    const problem = await whyNotAccepted(visit, prepare(visit, server, client, callback, fill));
    // The client itself is refused, so it is the same at each of its callbacks.
    if (problem?.includes('invalid_client')) throw new ClientRefused(`${problem}${hint(way, client, problem)}`);
    if (problem !== undefined) problems.push(`${callback}: ${problem}`);
  }
  for (const callback of way.by === 'document' ? way.refusedCallbacks : []) {
    const attempt = prepare(visit, server, client, callback, fill);
    if ((await whyNotAccepted(visit, attempt)) === undefined) {
      problems.push(`${callback}: is accepted, although it is not at the host of the document`);
    }
  }
  if (problems.length > 0) throw new Shortcoming(...problems, ...addressHint(way, client, problems));
  return { text: `the sign-in page opens for ${way.callbacks.join(', ')}`, value: true };
}

async function whyNotAccepted({ navigation, origin }: Visit, { url, callback }: Attempt): Promise<string | undefined> {
  // Requests JSON first, because that response contains the description of an error.
  const answer = await navigation.send({ method: 'GET', url: url.href });
  const location = answer.headers.get('location');
  if (location === null) return `refused with ${describeRefusal(answer)}${await blockSaid(origin, url)}`;
  const target = new URL(location, url);
  if (target.href.startsWith(callback)) {
    const words = refusalWords(Object.fromEntries(target.searchParams));
    return words.length === 0 ? 'answered without a sign-in' : `the client receives ${words.join(', ')}`;
  }
  const page = await new FormBrowser(origin).get(url);
  const isSignIn = page.status === 200 && page.body.includes('/sign-in"');
  return isSignIn ? undefined : `no sign-in page opens: ${describe(page)}`;
}

/** The next step for an application that was made beforehand with other addresses. */
const addressHint = ({ by }: Way, { id }: Client, problems: readonly string[]): readonly string[] =>
  by === 'preregistered' && problems.some((one) => one.includes('is not registered for this client'))
    ? [
        `Add these addresses to ${id} (OAuth applications, Edit, at /admin), or let Setup guides, Members make the application`,
      ]
    : [];

const BLOCKED = 'This app is blocked here';

/** A program gets the same answer for every document that cannot be used. The page for people says if the app is blocked. */
async function blockSaid(origin: string, url: URL): Promise<string> {
  const { body } = await new FormBrowser(origin).get(url);
  return body.includes(BLOCKED) ? `; the page for people says: ${BLOCKED}` : '';
}

/** Suggests a likely fix. The response does not contain what is wrong with a document; the server's log does. */
function hint(way: Way, client: Client, problem: string): string {
  if (isDisabled(problem) || problem.includes(BLOCKED)) return `. Trying again does not help: ${whoEnables(client.id)}`;
  if (way.by === 'preregistered') {
    return problem.includes('unknown client_id')
      ? '. Copy the client_id from OAuth applications: ids of other servers are unknown here'
      : '';
  }
  if (way.by !== 'document' || !problem.includes('document could not be used')) return '';
  const { host } = new URL(way.url);
  return (
    `. The server fetches ${way.url} itself: see that ${host} is among CIMD_ALLOWED_HOSTS (or CIMD_OPEN_REGISTRATION is on), ` +
    'that the server may reach it, and what its log says of the document'
  );
}

/** Signs in and consents for every callback. RFC 6749 §4.1.2, RFC 9207 §2.4 */
export async function obtainCodes(
  visit: Visit,
  server: Server,
  client: Client,
  way: Way,
  { fill, walk }: { fill: Fill; walk: Walk },
): Promise<HeldFinding<readonly Grant[]>> {
  const grants: Grant[] = [];
  for (const callback of way.callbacks) {
    const attempt = prepare(visit, server, client, callback, fill);
    const landed = await walk(attempt.url);
    grants.push({ code: readCallback(server, attempt, landed), callback, codeVerifier: attempt.codeVerifier });
  }
  return { text: `a code arrives at ${way.callbacks.join(', ')}, with state and iss`, value: grants };
}

function readCallback(server: Server, { callback, state }: Attempt, landed: URL): string {
  // Compares the bytes of the URL, because the client's listener is found by them.
  if (!landed.href.startsWith(`${callback}?`)) {
    throw new Shortcoming(`the browser is sent to ${landed.origin}${landed.pathname}, not to ${callback}`);
  }
  const words = refusalWords(Object.fromEntries(landed.searchParams));
  if (words.length > 0) throw new Shortcoming(`${callback}: the client receives ${words.join(', ')}`);
  return readAuthorizationResponse(server, { state }, landed.searchParams);
}
