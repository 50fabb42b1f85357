/** A person connects a client, on the pages, and the code comes to the client. */

import { formsOf, type Page } from '../../support/browser.ts';
import { authorizeUrl, type Fields } from '../../support/oauth-client.ts';
import { BASE } from '../../support/settings.ts';
import type { Actor } from '../actor.ts';
import { mayBeSilent, rememberConsent } from '../oracle/consents.ts';
import type { Grant } from '../oracle/grants.ts';
import { must } from '../oracle/invariants.ts';
import type { Operation } from '../scheduler.ts';
import { ADMIN_TOOL, ALL_CLIENTS, type Client, type Person, RIVERSIDE, type Stage } from '../stage.ts';
import { withSession } from './sign-in.ts';

const PATIENCE = 6;

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

/** Goes through the pages until the browser leaves for the client, or gets no further. */
export async function walk(
  actor: Actor,
  cookies: Map<string, string>,
  url: string,
  person: Person,
  decision = 'allow',
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
  const client = actor.chance.pick(ALL_CLIENTS);
  const person = actor.chance.pick(stage.members);
  if (client === undefined || person === undefined) return;
  await connectAs(stage, actor, requestOf(actor, client, person));
}

/** A member connects an application of operators, and gets no more than members have. */
export async function connectForMore(stage: Stage, actor: Actor): Promise<void> {
  const person = actor.chance.pick(stage.members);
  if (person === undefined) return;
  const request = requestOf(actor, ADMIN_TOOL, person);
  const allowed = { ...request, scopes: ['openid', 'profile', 'email'] };
  await connectAs(stage, actor, allowed, { scope: 'openid profile email members:read members:write' });
}

export async function connectAs(
  stage: Stage,
  actor: Actor,
  request: Request,
  overrides: Fields = {},
): Promise<Grant | undefined> {
  const { client, person } = request;
  return withSession(stage, actor, person, async (session) => {
    const left = await walk(actor, session.cookies, urlOf(request, overrides), person);
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
  if (left.wasAsked) rememberConsent(oracle, key, scopes, left.by);
  else {
    must(
      client.isAssured && mayBeSilent(oracle, key, scopes, left.by),
      'consent_is_asked',
      `${client.name} got a code for ${person.id} and ${scopes.join(' ')} although nobody was asked`,
    );
  }
  const asked = { client: client.id, person: person.id, school: RIVERSIDE.id, redirectUri, scopes, verifier };
  return oracle.codeIssued(asked, code, left.by);
}
