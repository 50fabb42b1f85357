/** Leads people to the provider of their school, and takes its answer. It opens the school and nothing else. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sameHash } from '../../../schema/credential.ts';
import { readParameters } from '../../../schema/data/parameters.ts';
import { REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import type { AnySession } from '../../../schema/people/person.ts';
import { factorsOf, hostOf, type SchoolProvider } from '../../../schema/people/provider.ts';
import type { ProviderAttempt, ProviderClaims, ProviderRefusal } from '../../../schema/people/provider-sign-in.ts';
import { isMultiFactor } from '../../../schema/people/second-factor.ts';
import { goTo } from '../../http.ts';
import { NOT_RECENT } from '../../oauth/authorize/next-step.ts';
import { type Text, textFor } from '../../words/index.ts';
import { SIGN_IN } from '../account/account-pages.ts';
import { brandedFrame } from '../kit/branding.ts';
import { displayText } from '../kit/display-text.ts';
import { outcomePage } from '../kit/message.ts';
import { INVITATION_LINK, nextOf, pathFrom, signInAtSchool } from '../kit/next-page.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';
import { SCHOOL_ACCOUNT, signInFirst } from '../kit/signed-in.ts';

/** Where an account is connected with what a provider has just proven. */
export const CONNECT = `${SIGN_IN}/connect`;

type ProviderWish = Parameters<FastifyInstance['providers']['begin']>[0];

const REQUEST = /^\/oauth\/continue\/([A-Za-z0-9_-]+)/;

export default async function schoolSignInSurface(app: FastifyInstance): Promise<void> {
  const limit = app.volumeLimit(REQUESTS_PER_MINUTE.browsers, 60_000);
  showFailures(app);
  app.addHook('onRequest', async (request, reply) => limit.takeFrom(request, reply));
  app.get('/sign-in/at/:school', (request, reply) => leave(app, request, reply));
  app.get('/sign-in/via/:provider', (request, reply) => arrive(app, request, reply));
}

/** PostgreSQL cannot store NUL in text, and nothing has such a name. */
const named = (request: FastifyRequest, name: string): string => pathParameter(request, name).replaceAll('\0', ' ');

/** Where the person goes after the sign-in. */
const wantedOf = (query: Parameters<typeof nextOf>[0], wanted = query.get('next') ?? ''): string =>
  INVITATION_LINK.test(wanted) ? wanted : nextOf(query, SCHOOL_ACCOUNT);

async function leave(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { loginSession, providerSignIn } = app.people;
  const provider = await providerSignIn.offeredAt({ slug: named(request, 'school') });
  if (provider === undefined) return refuse(app, reply.code(404), undefined, 'not_offered');
  const query = readParameters(request.query);
  const next = wantedOf(query);
  const session = await loginSession.findAny(request);
  const isLink = query.get('link') === '1';
  if (isLink && (session === undefined || session.schoolId !== undefined)) return goTo(reply, signInFirst(request));
  const isAgain = query.get('again') === '1';
  const isOwn = session?.schoolId === provider.siteId;
  const boundTo = ['to a school', provider.id, session?.id ?? loginSession.browser(request, reply)] as const;
  // A link of a stranger must neither end a session nor lead anywhere by this server's name: its page asks first.
  const isAsked = !isOwn && (!isFromOwnPage(request) || (session !== undefined && !isLink));
  if (isAsked && query.get('go') !== loginSession.formToken(...boundTo)) {
    const to = { next, isAgain, links: isLink, go: loginSession.formToken(...boundTo) };
    return ask(app, reply, provider, isLink ? undefined : session, to);
  }
  const kind = isLink ? 'link' : isAgain ? 'again' : 'sign_in';
  const how = { ...(await wishOf(app, request, { next, kind, isOwn })), provider, next };
  const who = { sessionId: session?.id, personId: session?.person.id };
  return send(app, await app.providers.begin({ ...how, ...who }, request, reply), provider, reply);
}

/** How the provider is asked: as recently as the person, or the client, needs it. */
async function wishOf(
  app: FastifyInstance,
  request: FastifyRequest,
  { next, kind, isOwn }: { next: string; kind: 'link' | 'again' | 'sign_in'; isOwn: boolean },
): Promise<Omit<ProviderWish, 'provider' | 'next'>> {
  const locale = frameFor(request).language;
  if (kind === 'link') return { purpose: kind, locale };
  const recent = kind === 'again' ? ({ maxAge: 0, prompt: 'login' } as const) : {};
  const again = app.people.loginSession.hasLeftSchool(request) ? ({ prompt: 'login' } as const) : {};
  const asked = await askedBy(app, request, next);
  return { purpose: isOwn ? kind : 'sign_in', locale, ...again, ...asked, ...recent };
}

/** The browser says nothing on plain http, where schools do not sign in but on this computer. */
const isFromOwnPage = ({ headers }: FastifyRequest): boolean =>
  [undefined, 'same-origin', 'none'].includes(headers['sec-fetch-site']?.toString());

/** Says where the way leads and whose session it ends. */
async function ask(
  app: FastifyInstance,
  reply: FastifyReply,
  provider: SchoolProvider,
  session: AnySession | undefined,
  to: { next: string; isAgain: boolean; links: boolean; go: string },
): Promise<FastifyReply> {
  const frame = await brandedFrame(app, frameFor(reply.request), provider.siteId);
  const { schoolSignIn, signIn: words } = textFor(frame.language);
  const [school, host] = [displayText(provider.siteName), displayText(hostOf(provider.issuer))];
  const page = outcomePage(frame, {
    title: words.at({ school }),
    sentences: [
      schoolSignIn[provider.signInBy === 'provider' ? 'required' : 'offer']({ school }),
      ...(session === undefined ? [] : [words.replaces({ name: displayText(session.person.name) })]),
    ],
    next: { href: signInAtSchool(provider, to), label: schoolSignIn.continueAt({ host }) },
  });
  return sendPage(reply, page, 'plain');
}

/** What an authorization request demands that waits for the sign-in. Only its browser can go on with it. */
async function askedBy({ clock, oauth, people }: FastifyInstance, request: FastifyRequest, next: string) {
  const requestId = REQUEST.exec(next)?.[1];
  const pending = requestId === undefined ? undefined : await oauth.requests.find(requestId);
  const browser = people.loginSession.findBrowser(request);
  if (pending === undefined || browser === undefined || !sameHash(browser, pending.browserHash)) return {};
  const { login_hint: hint, prompt } = pending.parameters;
  const asked = { requestId, ...(typeof hint === 'string' ? { loginHint: hint.slice(0, 254) } : {}) };
  if (pending.signedInSince === 0) return asked;
  const maxAge = Math.max(0, Math.floor((clock() - pending.signedInSince) / 1000));
  return { ...asked, maxAge, ...(String(prompt).split(' ').includes('login') ? { prompt: 'login' as const } : {}) };
}

const send = (
  app: FastifyInstance,
  begun: { location: string; refused?: undefined } | { refused: ProviderRefusal },
  provider: SchoolProvider,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> =>
  begun.refused === undefined ? goTo(reply, begun.location) : fail(app, reply, provider, begun.refused);

/** An answer of a provider that was verified. */
interface Answer {
  provider: SchoolProvider;
  attempt: ProviderAttempt;
  claims: ProviderClaims;
}

async function arrive(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const provider = await app.people.providerStore.find(named(request, 'provider'));
  const outcome = await app.providers.finish({ provider }, request, reply);
  const { attempt } = outcome;
  if (outcome.refused !== undefined || provider === undefined) {
    const reason = outcome.refused ?? 'attempt_unknown';
    noteRefused(request, provider, reason, attempt !== undefined);
    if (attempt?.purpose === 'test' && provider !== undefined)
      return goTo(reply, `/admin/${provider.slug}/sign-in?${new URLSearchParams({ refused: reason })}`);
    if (reason === 'not_recent' && attempt?.requestId !== undefined) {
      // The request of the client asked for it, and fails.
      await app.oauth.requests.confirmAccount(attempt.requestId, NOT_RECENT);
      return goTo(reply, attempt.next);
    }
    return fail(app, reply, provider, reason, attempt);
  }
  const answer = { provider, attempt: outcome.attempt, claims: outcome.claims };
  switch (outcome.attempt.purpose) {
    case 'test':
      return noteTest(app, answer, request, reply);
    case 'link':
      return link(app, answer, request, reply);
    case 'again':
    case 'sign_in':
      return signIn(app, answer, request, reply);
  }
}

async function signIn(
  app: FastifyInstance,
  { provider, attempt, claims }: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { loginSession, providerSignIn } = app.people;
  // The browser may have got another session since the page asked, which is not replaced without a question.
  const session = await loginSession.findAny(request);
  const isAnother = session !== undefined && session.id !== attempt.sessionId;
  const letsIn = !isAnother && attempt.purpose === 'sign_in' && !INVITATION_LINK.test(attempt.next);
  const proven = await personOf(app, provider, claims, letsIn, request);
  if (proven.is === 'too_many') return refuse(app, reply.code(429).header('retry-after', '3600'), provider, 'too_many');
  if (proven.is === 'unknown') {
    providerSignIn.keepProof(reply, provider, claims);
    // Its page asks before it is accepted.
    if (INVITATION_LINK.test(attempt.next)) return goTo(reply, attempt.next);
    noteRefused(request, provider, proven.is);
    return refuse(app, reply, provider, 'unknown', pathFrom('/sign-in', { school: provider.siteId, next: CONNECT }));
  }
  if (proven.is !== 'known') {
    noteRefused(request, provider, proven.is);
    return refuse(app, reply.code(403), provider, proven.is);
  }
  const isSame = session?.schoolId !== undefined && session.identityId === proven.identity.id;
  if (isAnother || (attempt.purpose === 'again' && !isSame)) return refuse(app, reply.code(403), provider, 'other');
  const sessionId = await loginSession.openAtSchool(request, reply, proven);
  if (sessionId === undefined) return fail(app, reply, provider, 'settings_changed', attempt);
  if (attempt.requestId !== undefined) await app.oauth.requests.confirmAccount(attempt.requestId, sessionId);
  return goTo(reply, attempt.next);
}

/** Finds out who it is, after letting somebody new in, if the school wants that. */
async function personOf(
  { people: { providerJoining, providerSignIn } }: FastifyInstance,
  provider: SchoolProvider,
  claims: ProviderClaims,
  letsIn: boolean,
  request: FastifyRequest,
) {
  const proven = await providerSignIn.personOf(provider, claims);
  if (proven.is !== 'unknown' || !letsIn) return proven;
  const refusal = await providerJoining.admit(provider, claims, request, frameFor(request).language);
  return refusal === 'too_many' ? ({ is: refusal } as const) : providerSignIn.personOf(provider, claims);
}

/** Goes on to the page on which the person of the session confirms. */
async function link(
  app: FastifyInstance,
  { provider, attempt, claims }: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { loginSession, providerSignIn } = app.people;
  const session = await loginSession.find(request);
  if (session === undefined || session.id !== attempt.sessionId) return refuse(app, reply.code(403), provider, 'other');
  const proven = await providerSignIn.personOf(provider, claims);
  if (proven.is !== 'unknown') return refuse(app, reply.code(409), provider, 'taken');
  providerSignIn.keepProof(reply, provider, claims, session.id);
  return goTo(reply, CONNECT);
}

async function noteTest(
  app: FastifyInstance,
  { provider, attempt, claims }: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await app.people.loginSession.find(request);
  if (session === undefined || session.id !== attempt.sessionId) return refuse(app, reply.code(403), provider, 'other');
  const seen = { id: provider.id, siteId: provider.siteId, seen: attempt.version };
  const test = {
    ...{ at: app.clock(), by: session.person.id, saysAuthTime: claims.authTime !== undefined },
    provesTwoFactors: isMultiFactor(factorsOf(provider, claims)),
  };
  await app.people.providerStore.noteTest(seen, test);
  return goTo(reply, attempt.next);
}

/** Those who run the school find it among the attempts to connect. */
const noteRefused = (
  request: FastifyRequest,
  provider: SchoolProvider | undefined,
  signIn: string,
  isProven = true,
): void =>
  provider &&
  request.server.noteAttempt(request, { siteId: provider.siteId, isProven, rule: 'sign_in_failed', signIn });

/** Says why the provider did not sign the person in, and leads back. */
async function fail(
  app: FastifyInstance,
  reply: FastifyReply,
  provider: SchoolProvider | undefined,
  reason: ProviderRefusal,
  attempt?: ProviderAttempt,
): Promise<FastifyReply> {
  const frame = await brandedFrame(app, frameFor(reply.request), provider?.siteId);
  const { providers, schoolSignIn, signIn: words } = textFor(frame.language);
  const { what, next } = providers.refusals[reason];
  const again =
    provider === undefined || provider.signInBy === 'account'
      ? { href: '/sign-in', label: words.submit }
      : {
          href: signInAtSchool(provider, { next: attempt?.next }),
          label: schoolSignIn.continueAt({ host: displayText(hostOf(provider.issuer)) }),
        };
  // The way in by the account is not everybody's.
  const sentences = [what, next, ...requirement(provider, schoolSignIn)];
  const page = outcomePage(frame, { title: schoolSignIn.failed, sentences, next: again });
  return sendPage(reply.code(reason === 'provider_down' ? 503 : 403), page, 'plain');
}

/** Says who may use the account instead, where that is not everybody. */
const requirement = (provider: SchoolProvider | undefined, { required }: Text['schoolSignIn']): string[] =>
  provider?.signInBy === 'provider' ? [required({ school: displayText(provider.siteName) })] : [];

/** Says what a proof of the provider does not open. */
async function refuse(
  app: FastifyInstance,
  reply: FastifyReply,
  provider: SchoolProvider | undefined,
  kind: keyof Text['schoolSignIn']['pages'],
  href = '/sign-in',
): Promise<FastifyReply> {
  const frame = await brandedFrame(app, frameFor(reply.request), provider?.siteId);
  const { schoolSignIn, signIn: words } = textFor(frame.language);
  const { title, text } = schoolSignIn.pages[kind];
  const names = {
    school: displayText(provider?.siteName ?? ''),
    host: provider === undefined ? '' : displayText(hostOf(provider.issuer)),
  };
  const sentence = typeof text === 'string' ? text : text(names);
  const label = kind === 'unknown' ? schoolSignIn.pages.unknown.submit : words.submit;
  return sendPage(reply, outcomePage(frame, { title, sentences: [sentence], next: { href, label } }), 'plain');
}
