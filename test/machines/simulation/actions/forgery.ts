/** What thieves try at the pages of an authorization request, and what clients ask that they may not. */

import { formsOf } from '../../../support/browser.ts';
import type { Fields } from '../../../support/oauth-client.ts';
import { BASE } from '../../../support/settings.ts';
import type { Actor } from '../actor.ts';
import { must } from '../oracle/invariants.ts';
import { ALL_CLIENTS, CLIENTS, type Stage } from '../stage.ts';
import { requestOf, urlOf, walk } from './connect.ts';
import { withSession } from './sign-in.ts';

const FORGED: Readonly<
  Record<string, (csrf: string) => { fields: [string, string][]; headers: Record<string, string> }>
> = {
  'from another site': (csrf) => ({
    fields: [['csrf', csrf]],
    headers: { origin: 'https://thief.example', 'sec-fetch-site': 'cross-site' },
  }),
  'without the token of the form': () => ({ fields: [], headers: {} }),
  'with another token': (csrf) => ({
    fields: [['csrf', `${csrf.startsWith('A') ? 'B' : 'A'}${csrf.slice(1)}`]],
    headers: {},
  }),
};

/** Somebody has the browser of a person send the form that allows access. */
export async function forgeConsent(stage: Stage, actor: Actor): Promise<void> {
  const person = actor.chance.pick(stage.members);
  const how = actor.chance.pick(Object.keys(FORGED)) ?? '';
  if (person === undefined) return;
  await withSession(stage, actor, person, async ({ cookies }) => {
    const browser = actor.browser(cookies);
    const client = actor.chance.pick([CLIENTS.cli, CLIENTS.notebook, CLIENTS.webApp]);
    const page = await browser.get(urlOf(requestOf(actor, client, person)));
    const form = formsOf(page.body).find(({ action }) => action.endsWith('/decision'));
    if (form === undefined) return;
    const csrf = form.fields.find(([name]) => name === 'csrf')?.[1] ?? '';
    const { fields, headers } = FORGED[how]?.(csrf) ?? { fields: [], headers: {} };
    const after = await browser.post(form.action, [...fields, ['decision', 'allow']], headers);
    must(after.leavesFor?.searchParams.has('code') !== true, 'session_ends', `a form was accepted ${how}`);
    stage.count('forged consent');
  });
}

/** A thief has the address of a consent page, and another browser. */
export async function stealRequest(stage: Stage, actor: Actor): Promise<void> {
  const [person, thief] = stage.members;
  if (person === undefined || thief === undefined) return;
  await withSession(stage, actor, person, async ({ cookies }) => {
    const page = await actor.browser(cookies).get(urlOf(requestOf(actor, CLIENTS.cli, person)));
    const action = formsOf(page.body).find((form) => form.action.endsWith('/decision'))?.action;
    if (action === undefined) return;
    await withSession(stage, actor, thief, async (other) => {
      const opened = await actor.browser(other.cookies).get(action.replace('/decision', ''));
      must(!opened.body.includes('/decision"'), 'session_ends', 'a request was opened in another browser');
      stage.count('stole a request');
    });
  });
}

/** A person takes longer than a request lasts. */
export async function decideLate(stage: Stage, actor: Actor): Promise<void> {
  const person = actor.chance.pick(stage.members);
  if (person === undefined) return;
  await withSession(stage, actor, person, async ({ cookies }) => {
    const browser = actor.browser(cookies);
    const page = await browser.get(urlOf(requestOf(actor, CLIENTS.cli, person)));
    if (!formsOf(page.body).some(({ action }) => action.endsWith('/decision'))) return;
    stage.advance(31 * 60_000);
    const operation = actor.next('decide late');
    const after = await browser.submit(page, '/decision', { decision: 'allow' });
    const isLate = operation.clock.least === stage.world.now;
    must(!isLate || after.leavesFor === undefined, 'dead_is_dead', 'a request was answered after its lifetime');
    stage.count('decided late');
  });
}

interface Wrong {
  readonly overrides: Fields;
  /** Whether the browser may leave, with an error. */
  readonly mayLeave: boolean;
}

const WRONG: Readonly<Record<string, (challenge: string) => Wrong>> = {
  'another path': () => ({ overrides: { redirect_uri: 'http://127.0.0.1:49152/other' }, mayLeave: false }),
  'another host': () => ({ overrides: { redirect_uri: 'https://thief.example/callback' }, mayLeave: false }),
  'a longer host': () => ({ overrides: { redirect_uri: 'http://127.0.0.1.thief.example/callback' }, mayLeave: false }),
  'user information': () => ({
    overrides: { redirect_uri: 'http://127.0.0.1:49152@thief.example/callback' },
    mayLeave: false,
  }),
  'no challenge': () => ({
    overrides: { code_challenge: undefined, code_challenge_method: undefined },
    mayLeave: true,
  }),
  'a plain challenge': () => ({ overrides: { code_challenge_method: 'plain' }, mayLeave: true }),
  'no challenge method': () => ({ overrides: { code_challenge_method: undefined }, mayLeave: true }),
  'no state': () => ({ overrides: { state: undefined }, mayLeave: true }),
  'another resource': () => ({ overrides: { resource: 'https://other.example' }, mayLeave: true }),
  'a scope of operators': () => ({ overrides: { scope: 'openid members:write' }, mayLeave: true }),
  'an implicit response': () => ({ overrides: { response_type: 'token' }, mayLeave: true }),
};

/** A client, or somebody in its name, asks for what there is no answer to. */
export async function askWrongly(stage: Stage, actor: Actor): Promise<void> {
  const person = actor.chance.pick(stage.members);
  const client = actor.chance.pick(ALL_CLIENTS);
  const how = actor.chance.pick(Object.keys(WRONG)) ?? '';
  if (person === undefined || client === undefined) return;
  const { overrides, mayLeave } = WRONG[how]?.('') ?? { overrides: {}, mayLeave: false };
  await withSession(stage, actor, person, async ({ cookies }) => {
    const request = requestOf(actor, client, person);
    const left = await walk(actor, cookies, urlOf(request, overrides), person);
    stage.count('asked wrongly');
    if (left === undefined) return;
    const invariant = mayLeave ? 'code_once' : 'answer_goes_home';
    must(mayLeave, invariant, `a request with ${how} led to ${left.to.origin}${left.to.pathname}`);
    must(!left.to.searchParams.has('code'), invariant, `a request with ${how} got a code`);
    must(left.to.searchParams.get('iss') === BASE, 'answer_goes_home', 'an error has no issuer');
    const { state = request.state } = overrides;
    if (how !== 'no state')
      must(left.to.searchParams.get('state') === state, 'answer_goes_home', 'an error has no state');
  });
}

/** Somebody of another school gets no code for an application of this one. */
export async function connectFromElsewhere(stage: Stage, actor: Actor): Promise<void> {
  const client = actor.chance.pick(ALL_CLIENTS);
  if (client === undefined) return;
  await withSession(stage, actor, stage.hugo, async ({ cookies }) => {
    const left = await walk(actor, cookies, urlOf(requestOf(actor, client, stage.hugo)), stage.hugo);
    must(left?.to.searchParams.has('code') !== true, 'right_party', 'a stranger got a code of this school');
    stage.count('connected from elsewhere');
  });
}

/** A person says no. */
export async function deny(stage: Stage, actor: Actor): Promise<void> {
  const person = actor.chance.pick(stage.members);
  if (person === undefined) return;
  await withSession(stage, actor, person, async ({ cookies }) => {
    const request = requestOf(actor, actor.chance.pick([CLIENTS.cli, CLIENTS.webApp]), person);
    const left = await walk(actor, cookies, urlOf(request), person, { decision: 'deny' });
    if (left === undefined) return;
    must(!left.to.searchParams.has('code'), 'consent_is_asked', 'a code was issued although the person said no');
    stage.count('denied');
  });
}
