/**
 * The steps before a client identifies itself: metadata documents, preflights of a page, and the challenge of a 401.
 */
import { compareLists, compareMembers, counted, describeRefusal, isJson } from './answers.ts';
import { type HeldFinding, NothingToDo, Shortcoming } from './findings.ts';
import type { Preflight, Probe } from './fixture.ts';
import { type Answer, textList } from './http.ts';
import { discover, type Server } from './server.ts';
import { type Fill, fillOrigin } from './template.ts';
import type { Visit } from './visit.ts';

/**
 * RFC 8414 §3.3, RFC 9728 §3.3: reads the documents that every client needs, and checks that they belong to this
 * server.
 */
export async function findServer({ http, origin }: Visit): Promise<HeldFinding<Server>> {
  const server = await discover(http, origin);
  return { text: `the issuer is ${server.issuer}, byte for byte`, value: server };
}

/** Requests every URL that this client probes, whether or not the server has a document there. */
export async function probeDocuments({ fixture, http, origin }: Visit): Promise<HeldFinding<void>> {
  const fill = fillOrigin(origin);
  const problems: string[] = [];
  for (const probe of fixture.probes) {
    const { method, headers, expect, why } = probe;
    const url = fill(probe.url);
    const answer = await http.send({ method, url, headers });
    const faults =
      answer.status === expect.status ? faultsOf(probe, answer, fill) : [wrongStatus(answer, expect.status)];
    problems.push(...faults.map((fault) => `${method} ${url}: ${fault}. ${why}`));
  }
  if (problems.length > 0) throw new Shortcoming(...problems);
  return { text: `${counted(fixture.probes.length, 'probe')} answered as required`, value: undefined };
}

const wrongStatus = (answer: Answer, expected: number): string =>
  `answered ${describeRefusal(answer)}, not ${expected}`;

function faultsOf({ method, expect }: Probe, answer: Answer, fill: Fill): string[] {
  // Clients would try to parse an HTML page as a document, and discovery would fail.
  if (!isJson(answer)) return [`is ${answer.headers.get('content-type') ?? 'of no content type'}, not JSON`];
  if (method === 'HEAD') return [];
  const members = Object.entries(expect.members).map(([name, value]) => [name, fillDeep(value, fill)]);
  return [
    ...compareMembers(answer.body, Object.fromEntries(members)),
    ...compareLists(answer.body, expect.includes, expect.excludes),
  ];
}

const fillDeep = (value: string | boolean | string[], fill: Fill): unknown =>
  Array.isArray(value) ? value.map(fill) : typeof value === 'string' ? fill(value) : value;

/** Fetch: browsers send CORS preflights, and do not send the request itself without a valid response. */
export async function askPreflights({ fixture, http }: Visit, fill: Fill): Promise<HeldFinding<void>> {
  const { origin, preflights } = fixture;
  if (origin === undefined) throw new NothingToDo('it does not run in a web page, so no browser sends preflights');
  const problems: string[] = [];
  for (const preflight of preflights) {
    const { method, headers, why } = preflight;
    const url = fill(preflight.url);
    const answer = await http.send({
      method: 'OPTIONS',
      url,
      headers: { 'access-control-request-method': method, 'access-control-request-headers': headers.join(',') },
    });
    problems.push(...preflightFaults(preflight, answer).map((fault) => `OPTIONS ${url}: ${fault}. ${why}`));
  }
  if (problems.length > 0) throw new Shortcoming(...problems);
  return { text: `${counted(preflights.length, 'preflight')} from ${origin} allow what it sends`, value: undefined };
}

function preflightFaults({ method, headers }: Preflight, answer: Answer): string[] {
  if (answer.status < 200 || answer.status > 299) return [`answered ${answer.statusLine}`];
  const methods = listOf(answer, 'access-control-allow-methods');
  const allowed = listOf(answer, 'access-control-allow-headers');
  return [
    // Fetch: the star never includes Authorization.
    ...headers.filter(
      (name) => !allowed.includes(name.toLowerCase()) && !(allowed.includes('*') && name !== 'authorization'),
    ),
    ...(methods.includes(method.toLowerCase()) || methods.includes('*') ? [] : [method]),
  ].map((name) => `does not allow ${name}`);
}

const listOf = (answer: Answer, header: string): string[] =>
  (answer.headers.get(header) ?? '').split(',').map((entry) => entry.trim().toLowerCase());

/** The first message of an MCP client. */
const HELLO = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'doctor', version: '1' } },
};
const TAKES_BOTH = { accept: 'application/json, text/event-stream' };

/** RFC 6750 §3, RFC 9728 §5.1: sends the first message without a token and reads the challenge. */
export async function readChallenge({ fixture, http }: Visit, fill: Fill): Promise<HeldFinding<void>> {
  const { needs, why } = fixture.challenge;
  const url = fill(fixture.challenge.url);
  const answer = await http.send({ method: 'POST', url, headers: TAKES_BOTH, json: HELLO });
  if (answer.status !== 401) throw new Shortcoming(`POST ${url}: ${wrongStatus(answer, 401)}. ${why}`);
  const challenge = answer.headers.get('www-authenticate') ?? '';
  const missing = needs.filter((name) => !new RegExp(`[ ,]${name}="[^"]+"`).test(challenge));
  const problems = [
    ...(/^bearer /i.test(challenge)
      ? missing.map((name) => `its challenge has no ${name}`)
      : ['it has no Bearer challenge']),
    ...(fixture.origin === undefined || exposes(answer, 'www-authenticate')
      ? []
      : ['the page may not read WWW-Authenticate (Access-Control-Expose-Headers)']),
  ];
  if (problems.length > 0) throw new Shortcoming(...problems.map((problem) => `POST ${url}: ${problem}. ${why}`));
  return { text: `a call without a token gets 401 with ${needs.join(', ')}`, value: undefined };
}

const exposes = (answer: Answer, header: string): boolean =>
  listOf(answer, 'access-control-expose-headers').includes(header);

/** Returns whether this server supports identification by a metadata document. */
export const takesDocuments = ({ metadata }: Server): boolean =>
  metadata.client_id_metadata_document_supported === true;

export const listsMethod = ({ metadata }: Server, method: string | undefined): boolean =>
  method === undefined || textList(metadata, 'token_endpoint_auth_methods_supported').includes(method);
