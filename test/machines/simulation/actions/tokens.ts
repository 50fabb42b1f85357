/** What clients and thieves do with tokens. */
import { type Fields, introspect, postForm, refresh, userinfo } from '../../../support/oauth-client.ts';
import { type Actor, answered } from '../actor.ts';
import { consentLife } from '../oracle/consents.ts';
import type { Access, Attempt, Refresh, Token } from '../oracle/grants.ts';
import { must } from '../oracle/invariants.ts';
import type { End } from '../oracle/life.ts';
import { ALL_CLIENTS, type Stage } from '../stage.ts';

/** Presents a refresh token with all that belongs to it. */
export async function renew(stage: Stage, actor: Actor, token: Refresh, scopes?: readonly string[]): Promise<void> {
  const attempt: Attempt = { operation: actor.next('refresh'), outcome: 'asked' };
  token.attempts.push(attempt);
  const overrides = scopes === undefined ? {} : { scope: scopes.join(' ') };
  const answer = await answered(refresh(actor.server, stage.clientOf(token.grant), token.value, overrides));
  stage.count(`refreshed: ${answer?.status}`);
  stage.oracle.refreshed(token, attempt, answer, scopes);
}

export async function renewPresent(stage: Stage, actor: Actor): Promise<void> {
  const token = stage.present(actor.chance);
  if (token !== undefined) await renew(stage, actor, token);
}

export async function renewNarrowly(stage: Stage, actor: Actor): Promise<void> {
  const token = stage.present(actor.chance);
  if (token === undefined) return;
  const { scopes } = token.grant.asked;
  await renew(
    stage,
    actor,
    token,
    scopes.filter((scope) => scope === 'openid' || actor.chance.happens(0.5)),
  );
}

/** Two processes of a client refresh at the same time, or a client and a thief. */
export async function renewTwice(stage: Stage, actor: Actor): Promise<void> {
  const token = stage.present(actor.chance);
  if (token === undefined) return;
  const other = stage.actor(actor.chance.seed());
  await Promise.all([renew(stage, actor, token), renew(stage, other, token)]);
}

/** A client asks again because it lost the answer, or a thief comes with an older token. */
export async function renewEarlier(stage: Stage, actor: Actor): Promise<void> {
  const grant = stage.codes(actor.chance, ({ refreshes }) => refreshes.length > 1);
  const token = grant?.refreshes.at(actor.chance.happens(0.6) ? -2 : actor.chance.below(grant.refreshes.length));
  if (token !== undefined) await renew(stage, actor, token);
}

const WRONG: Readonly<Record<string, (token: Refresh, actor: Actor) => Fields>> = {
  'with a wider scope': ({ grant }) => ({ scope: `${grant.asked.scopes.join(' ')} courses:write` }),
  'with a scope that was not granted': ({ grant }) => ({ scope: notGranted(grant.asked.scopes) }),
  'with another resource': () => ({ resource: 'https://other.example' }),
  'by another client': (token, { chance }) => {
    const other = chance.pick(ALL_CLIENTS.filter(({ id }) => id !== token.grant.asked.client));
    return { client_id: other?.id, client_secret: other?.secret };
  },
  'as a code': ({ value }) => ({ grant_type: 'authorization_code', code: value }),
};

const ALL = ['openid', 'profile', 'email', 'account:read', 'account:write'];
const notGranted = (granted: readonly string[]): string =>
  ['openid', ALL.find((scope) => !granted.includes(scope)) ?? 'courses:read'].join(' ');

export async function renewWrongly(stage: Stage, actor: Actor): Promise<void> {
  const token = stage.token(actor.chance, ({ kind }) => kind === 'refresh') as Refresh | undefined;
  const how = actor.chance.pick(Object.keys(WRONG)) ?? '';
  if (token === undefined) return;
  const fields = WRONG[how]?.(token, actor) ?? {};
  const answer = await answered(refresh(actor.server, stage.clientOf(token.grant), token.value, fields));
  if (answer !== undefined) stage.oracle.wronglyRefreshed(answer, how);
  stage.count('refreshed wrongly');
}

export async function renewWithoutSecret(stage: Stage, actor: Actor): Promise<void> {
  const which = ({ kind, grant }: Token): boolean => kind === 'refresh' && stage.clientOf(grant).secret !== undefined;
  const token = stage.token(actor.chance, which);
  if (token === undefined) return;
  const fields = { client_secret: actor.chance.pick([undefined, '', 'cs_wrong']) };
  const answer = await answered(refresh(actor.server, stage.clientOf(token.grant), token.value, fields));
  if (answer !== undefined) stage.oracle.wronglyRefreshed(answer, 'without the secret of the client');
  stage.count('refreshed without secret');
}

export async function lookAt(stage: Stage, actor: Actor, token = stage.token(actor.chance)): Promise<void> {
  if (token === undefined) return;
  const operation = actor.next('introspect');
  const client = stage.clientOf(token.grant);
  const fields = { token: token.value, client_id: client.id, client_secret: client.secret };
  const answer = await answered(postForm(actor.server, '/api/oauth/introspect', fields));
  if (answer?.status !== 200) return unlessDisabled(stage, actor, client.id, answer?.status);
  stage.count(`introspected: ${answer.json.active}`);
  stage.oracle.clientAnswered(client.id, operation);
  stage.oracle.introspected(token, operation, answer);
}

/** A client that is not disabled is not refused. */
function unlessDisabled(stage: Stage, { last }: Actor, id: string, status: number | undefined): void {
  if (status === undefined || last.failed) return;
  must(
    stage.oracle.life(`client ${id}`).mayHaveEnded({ began: 0, ended: 0 }, last.ended),
    'alive_is_alive',
    `${id} was refused`,
  );
}

/** Another client learns nothing of a token. */
export async function lookAtForeign(stage: Stage, actor: Actor): Promise<void> {
  const token = stage.token(actor.chance);
  const other = actor.chance.pick(ALL_CLIENTS.filter(({ id }) => id !== token?.grant.asked.client));
  if (token === undefined || other === undefined) return;
  const said = await introspect(actor.server, other, token.value);
  must(said.active !== true, 'right_party', `${other.name} sees a token of another client`);
  stage.count('introspected foreign');
}

export async function lookWithoutSecret(stage: Stage, actor: Actor): Promise<void> {
  const token = stage.token(actor.chance, ({ grant }) => stage.clientOf(grant).secret !== undefined);
  if (token === undefined) return;
  const client = { ...stage.clientOf(token.grant), secret: actor.chance.pick([undefined, '', 'cs_wrong']) };
  const said = await introspect(actor.server, client, token.value);
  must(said.active !== true, 'right_party', 'a token was shown to somebody without the secret of its client');
  stage.count('introspected without secret');
}

const isAccess = (token: Token): token is Access => token.kind === 'access';

const someAccess = (stage: Stage, { chance }: Actor): Access | undefined => stage.token(chance, isAccess) as Access;

/** A token is shown to the endpoint that says who its person is. */
export async function askWho(stage: Stage, actor: Actor, token = someAccess(stage, actor)): Promise<void> {
  if (token === undefined) return;
  const operation = actor.next('userinfo');
  const answer = await answered(userinfo(actor.server, token.value));
  if (answer === undefined) return;
  stage.count(`userinfo: ${answer.status}`);
  stage.oracle.shown(token, operation, answer.status === 200, 'userinfo');
  if (answer.status === 200) {
    const { person, school } = token.grant.asked;
    must(
      answer.json.sub === person && answer.json.org_id === school,
      'right_party',
      `userinfo says ${answer.json.sub}`,
    );
    must(answer.json.email === undefined || token.scopes.includes('email'), 'scope_never_grows', 'it says the address');
  }
}

/** A token is shown to the API of members, which needs a scope. */
export async function askAccount(stage: Stage, actor: Actor, token = someAccess(stage, actor)): Promise<void> {
  if (token === undefined) return;
  const operation = actor.next('account');
  const answer = await answered(
    actor.server.inject({
      method: 'POST',
      url: '/account/graphql',
      headers: { authorization: `Bearer ${token.value}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ query: '{ viewer { email } }' }),
    }),
  );
  if (answer === undefined) return;
  stage.count(`account: ${answer.status}`);
  const isAllowed = token.scopes.includes('account:read');
  if (answer.status === 200) must(isAllowed, 'scope_never_grows', 'the account was shown without the scope for it');
  if (answer.status !== 403) stage.oracle.shown(token, operation, answer.status === 200, 'the account API');
  else must(!isAllowed, 'alive_is_alive', 'the account was refused in spite of its scope');
}

/** A member's token opens nothing of an operator's. */
export async function askAsOperator(stage: Stage, actor: Actor): Promise<void> {
  const token = stage.token(actor.chance, isAccess);
  if (token === undefined) return;
  const headers = { authorization: `Bearer ${token.value}` };
  const answer = await answered(actor.server.inject({ method: 'GET', url: '/api/v1/members?limit=1', headers }));
  must(answer?.status !== 200, 'scope_never_grows', 'a member got the list of members');
  stage.count('asked as operator');
}

/** Somebody shows a token to whatever accepts such a token, or asks about it. */
export async function present(stage: Stage, actor: Actor, token: Token): Promise<void> {
  if (!isAccess(token)) return actor.chance.happens(0.5) ? renew(stage, actor, token) : lookAt(stage, actor, token);
  const act = actor.chance.pick([lookAt, askWho, askAccount]);
  return act(stage, actor, token);
}

/** A client ends its access or its whole grant. */
export async function revoke(stage: Stage, actor: Actor, token = stage.token(actor.chance)): Promise<void> {
  if (token === undefined) return;
  const { grant } = token;
  const client = stage.clientOf(grant);
  const operation = actor.next('revoke');
  const life = token.kind === 'access' ? token.life : grant.life;
  const ends: End[] = [];
  if (token.kind === 'refresh') {
    const consent = consentLife(stage.oracle, { person: grant.asked.person, client: client.id });
    // What has ended before takes no consent with it.
    const wasAlive = !grant.mayHaveEnded(Number.POSITIVE_INFINITY) && !grant.mayBeExpired(stage.oracle.highest);
    const end = consent.ending(operation.began);
    if (wasAlive) ends.push(end);
  }
  ends.push(life.ending(operation.began));
  const fields = { token: token.value, client_id: client.id, client_secret: client.secret };
  const answer = await answered(postForm(actor.server, '/api/oauth/revoke', fields));
  stage.count(`revoked ${token.kind}: ${answer?.status}`);
  if (answer?.status !== 200) return;
  stage.oracle.clientAnswered(client.id, operation);
  for (const end of ends) end.ended = operation.ended;
}

/** A thief, or a client with something foreign, revokes nothing. */
export async function revokeForeign(stage: Stage, actor: Actor): Promise<void> {
  const token = stage.token(actor.chance);
  const other = actor.chance.pick(ALL_CLIENTS.filter(({ id }) => id !== token?.grant.asked.client));
  if (token === undefined || other === undefined) return;
  const fields = { token: token.value, client_id: other.id, client_secret: other.secret };
  await answered(postForm(actor.server, '/api/oauth/revoke', fields));
  stage.count('revoked foreign');
}

/** Somebody knows the number of a token, which is no secret, and makes up the rest. */
export async function guess(stage: Stage, actor: Actor): Promise<void> {
  const token = stage.token(actor.chance);
  if (token === undefined) return;
  const [id] = token.value.split('.');
  const made = `${id}.${actor.chance.bytes(32).toString('base64url')}`;
  const client = stage.clientOf(token.grant);
  const answer =
    token.kind === 'access'
      ? await answered(userinfo(actor.server, made))
      : await answered(refresh(actor.server, client, made));
  must(answer?.status !== 200, 'dead_is_dead', `a made-up ${token.kind} token was accepted`);
  const cut = await answered(userinfo(actor.server, token.value.slice(0, -1)));
  must(cut?.status !== 200, 'dead_is_dead', 'a token without its last letter was accepted');
  stage.count('guessed');
}
