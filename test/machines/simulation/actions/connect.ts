/** A person connects a client, on the pages, and the code comes to the client. */

import { formsOf, type Page } from '../../../support/browser.ts';
import { authorizeUrl, type Fields } from '../../../support/oauth-client.ts';
import { BASE } from '../../../support/settings.ts';
import { type Actor, answered } from '../actor.ts';
import { lastAsked, mayBeSilent, rememberConsent } from '../oracle/consents.ts';
import type { Grant } from '../oracle/grants.ts';
import { must } from '../oracle/invariants.ts';
import type { Operation } from '../scheduler.ts';
import {
  ADMIN_TOOL,
  ALL_CLIENTS,
  CALLBACK,
  CLIENTS,
  type Client,
  type Person,
  RIVERSIDE,
  type Stage,
} from '../stage.ts';
import { redeem } from './codes.ts';
import { withSession } from './sign-in.ts';

const PATIENCE = 6;
const MOST_CLIENTS = 7;

export interface Request {
  readonly client: Client;
  readonly person: Person;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  readonly verifier: string;
  readonly state: string;
}

/** Where the browser left the server for, by which request, and whether the person was asked. */
interface Departure {
  readonly to: URL;
  readonly by: Operation;
  readonly wasAsked: boolean;
}

export function requestOf(actor: Actor, client: Client, person: Person): Request {
  const { chance } = actor;
  const optional = client.scopes.filter((scope) => scope !== 'openid' && chance.happens(0.6));
  // RFC 8252 §7.3: a native client listens on whatever port is free.
  const redirectUri = client.redirectUri.replace(':49152', `:${49_152 + chance.below(4)}`);
  const state = `st-${chance.seed()}`;
  return { client, person, scopes: ['openid', ...optional], redirectUri, verifier: verifierBy(actor), state };
}

const verifierBy = ({ chance }: Actor): string => chance.bytes(32).toString('base64url');

export const urlOf = (request: Request, overrides: Fields = {}): string =>
  authorizeUrl(request.client, request.verifier, {
    redirect_uri: request.redirectUri,
    scope: request.scopes.join(' '),
    state: request.state,
    ...overrides,
  });

interface Deciding {
  readonly decision?: string;
  /** Is told of the request that carries the decision, before it is sent: what it does is done even if no answer comes. */
  readonly deciding?: (by: Operation) => void;
}

/** Goes through the pages until the browser leaves for the client, or gets no further. */
export async function walk(
  actor: Actor,
  cookies: Map<string, string>,
  url: string,
  person: Person,
  { decision = 'allow', deciding = () => {} }: Deciding = {},
): Promise<Departure | undefined> {
  const browser = actor.browser(cookies);
  let wasAsked = false;
  let hasSignedIn = false;
  let operation = actor.next('authorization request');
  let page: Page = await browser.get(url);
  for (let pages = 0; pages < PATIENCE && page.leavesFor === undefined; pages += 1) {
    const action = formsOf(page.body).find((form) => /\/(?:sign-in|site|decision)$/.test(form.action))?.action;
    if (action === undefined) break;
    operation = actor.next(action.replace(/.*\//, 'form '));
    if (action.endsWith('/decision')) {
      wasAsked = true;
      deciding(operation);
      page = await browser.submit(page, '/decision', { decision });
    } else if (action.endsWith('/site')) page = await browser.submit(page, '/site', { site: person.school });
    else {
      hasSignedIn = true;
      page = await browser.submit(page, '/sign-in', { email: person.email, password: person.password });
    }
    // A form can lead on by a redirect to a page that leaves.
    if (page.leavesFor !== undefined && !wasAsked) operation = actor.last;
  }
  // After a new sign-in, they are those of another session.
  if (!hasSignedIn) for (const [name, value] of browser.cookies) cookies.set(name, value);
  return page.leavesFor && { to: page.leavesFor, by: wasAsked ? operation : actor.last, wasAsked };
}

/** Checks an authorization response, wherever it went. @returns the code in it */
export function checkResponse(request: Request, to: URL): string | null {
  const { redirectUri, state } = request;
  must(`${to.origin}${to.pathname}` === redirectUri, 'answer_goes_home', `it went to ${to.origin}${to.pathname}`);
  must(to.searchParams.get('state') === state, 'answer_goes_home', `its state is ${to.searchParams.get('state')}`);
  must(to.searchParams.get('iss') === BASE, 'answer_goes_home', `its issuer is ${to.searchParams.get('iss')}`);
  return to.searchParams.get('code');
}

export async function connect(stage: Stage, actor: Actor): Promise<void> {
  const client = actor.chance.pick(stage.clients);
  const person = actor.chance.pick(stage.members);
  if (client === undefined || person === undefined) return;
  await connectAs(stage, actor, requestOf(actor, client, person));
}

/** Several people connect applications at once, so all nodes do everything for the first time at the same moment. */
export async function rush(stage: Stage, actor: Actor): Promise<void> {
  const all = stage.members.map(async (person) => {
    const own = stage.actor(actor.chance.seed());
    const grant = await connectAs(stage, own, requestOf(own, own.chance.pick(ALL_CLIENTS) ?? CLIENTS.cli, person));
    if (grant !== undefined) await redeem(stage, own, grant);
  });
  await Promise.all(all);
}

/** A person connects the one application that may remember a consent, as before. */
export async function connectAgain(
  stage: Stage,
  actor: Actor,
  person = actor.chance.pick(stage.members),
): Promise<void> {
  if (person === undefined) return;
  const client = CLIENTS.portal;
  const scopes = lastAsked(stage.oracle, { person: person.id, client: client.id });
  const request = requestOf(actor, client, person);
  await connectAs(stage, actor, scopes === undefined ? request : { ...request, scopes });
}

/** A member connects an application of operators, or one that has registered itself, and asks for more than it may have. */
export async function connectForMore(stage: Stage, actor: Actor): Promise<void> {
  const person = actor.chance.pick(stage.members);
  const client = actor.chance.pick([ADMIN_TOOL, ...stage.clients.slice(ALL_CLIENTS.length)]);
  if (person === undefined) return;
  const allowed = { ...requestOf(actor, client, person), scopes: IDENTITY };
  const more =
    client === ADMIN_TOOL ? 'members:read members:write' : actor.chance.pick(['account:read', 'members:read']);
  const grant = await connectAs(stage, actor, allowed, { overrides: { scope: [...IDENTITY, more].join(' ') } });
  if (grant !== undefined) await redeem(stage, actor, grant);
}

const IDENTITY = ['openid', 'profile', 'email'];

/** Somebody has a new client register itself (RFC 7591). */
export async function registerClient(stage: Stage, actor: Actor): Promise<void> {
  if (stage.clients.length >= MOST_CLIENTS) return;
  const title = `Workbench ${actor.chance.seed()}`;
  const method = actor.chance.pick(['none', 'client_secret_post']);
  const payload = JSON.stringify({
    client_name: title,
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: method,
  });
  const headers = { 'content-type': 'application/json' };
  const answer = await answered(actor.server.inject({ method: 'POST', url: '/api/oauth/register', headers, payload }));
  stage.count(`registered: ${answer?.status}`);
  if (answer?.status !== 201) return;
  const { client_id: id, client_secret: secret } = answer.json as { client_id: string; client_secret?: string };
  must((secret !== undefined) === (method !== 'none'), 'right_party', `${title} has a secret or not, unlike asked`);
  stage.clients.push({
    id,
    secret,
    redirectUri: CALLBACK,
    name: 'registered',
    title,
    scopes: IDENTITY,
    isAssured: false,
  });
}

export async function connectAs(
  stage: Stage,
  actor: Actor,
  request: Request,
  { overrides, ...given }: Pick<Deciding, 'deciding'> & { overrides?: Fields } = {},
): Promise<Grant | undefined> {
  const { client, person } = request;
  return withSession(stage, actor, person, async (session) => {
    const key = { person: person.id, client: client.id };
    const deciding = (by: Operation): void => {
      rememberConsent(stage.oracle, key, request.scopes, by);
      given.deciding?.(by);
    };
    const left = await walk(actor, session.cookies, urlOf(request, overrides), person, { deciding });
    if (left === undefined) return undefined;
    const code = checkResponse(request, left.to);
    if (code === null) return undefined;
    stage.count(left.wasAsked ? 'code by consent' : 'code silently');
    return takeCode(stage, request, code, left);
  }).then((grant) => {
    if (grant !== undefined) stage.count(`connected ${client.name}`);
    return grant;
  });
}

/** What the oracle learns from a code that came back. */
export function takeCode(stage: Stage, request: Request, code: string, left: Omit<Departure, 'to'>): Grant {
  const { client, person, scopes, redirectUri, verifier } = request;
  const { oracle } = stage;
  const key = { person: person.id, client: client.id };
  if (!left.wasAsked) {
    must(
      client.isAssured && mayBeSilent(oracle, key, scopes, left.by),
      'consent_is_asked',
      `${client.name} got a code for ${person.id} and ${scopes.join(' ')} although nobody was asked`,
    );
  }
  const asked = { client: client.id, person: person.id, school: RIVERSIDE.id, redirectUri, scopes, verifier };
  return oracle.codeIssued(asked, code, left.by);
}
