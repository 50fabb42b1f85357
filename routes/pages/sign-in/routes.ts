/** Signs people in and out for our own pages, without a client. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readParameters } from '../../../schema/data/parameters.ts';
import type { AnySession, Session } from '../../../schema/people/person.ts';
import { needsProvider } from '../../../schema/people/provider.ts';
import { foreignForm } from '../../form.ts';
import { goTo } from '../../http.ts';
import { textFor } from '../../words/index.ts';
import { learningPath } from '../account/account-pages.ts';
import { cameFromOf, framedAsBefore } from '../kit/branding.ts';
import type { PageFrame } from '../kit/layout.ts';
import { messagePage } from '../kit/message.ts';
import { wantedBy } from '../kit/next-page.ts';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';
import { runsSchool, SCHOOL_ACCOUNT, throughSchool } from '../kit/signed-in.ts';
import { waitsForSetup } from '../setup/routes.ts';
import { contentOfSignIn, passkeyQuestion, type SignInState, signInBy } from './form.ts';
import { type SignIn, signInPage } from './view.ts';

const PATH = '/sign-in';

export default async function signInSurface(app: FastifyInstance): Promise<void> {
  const { loginSession } = app.people;
  const isWaiting = waitsForSetup(app);
  showFailures(app);

  app.get(PATH, async (request, reply) => {
    const address = ownAddress(app, request);
    if (address !== undefined) return goTo(reply, address);
    const query = readParameters(request.query);
    const session = await loginSession.findAny(request);
    if (session === undefined) return ask(reply, addressFrom(reply));
    const { person, schoolId } = session;
    if (schoolId === undefined && query.get('again') === '1')
      return ask(reply, { email: person.email, problem: 'reauthenticate' });
    // What the person came for may need the account, as it did not open in a session at a school.
    const needsAccount = schoolId !== undefined && wantedBy(query) !== undefined;
    // A link in an e-mail may have been for another account than the one that is signed in here.
    if (needsAccount || query.get('other') === '1' || newsOf(request, frameFor(request)) !== undefined)
      return ask(reply, { ...addressFrom(reply), signedInAs: nameIn(session, request) });
    return goTo(reply, wantedBy(query) ?? (await homeOf(app, session)));
  });

  app.post(PATH, async (request, reply) => {
    const form = readParameters(request.body);
    const browser = loginSession.findBrowser(request);
    const check = loginSession.checkForm(request, form.get('csrf'), 'sign in', browser ?? 'nobody');
    if (check === 'foreign') throw foreignForm();
    if (browser === undefined || check === 'stale') {
      // The cookie is missing or has changed, so the page is shown again with a matching one.
      return ask(reply.code(403), { email: form.get('email') ?? '', problem: 'stale' });
    }
    const result = await signInBy(app, request, reply, form, browser);
    if (!('sessionId' in result)) {
      const session = await loginSession.find(request);
      return isSignedInMeanwhile(app, result, session)
        ? goTo(reply, wantedBy(form) ?? (await homeOf(app, session)))
        : ask(reply, result);
    }
    return goTo(reply, wantedBy(form) ?? (await homeOf(app, { person: { id: result.personId } })));
  });

  app.post('/sign-out', { config: { repeats: true } }, async (request, reply) => {
    const session = await loginSession.findAny(request);
    if (session !== undefined) {
      const check = loginSession.checkForm(request, readParameters(request.body).get('csrf'), 'page', session.id);
      if (check === 'foreign') throw foreignForm();
      if (check === 'stale') return tell(reply.code(403), 'page_too_old');
      await loginSession.end(request, reply, session);
    }
    return tell(reply, 'signed_out');
  });

  async function ask(reply: FastifyReply, state: SignInState & Pick<SignIn, 'signedInAs'>): Promise<FastifyReply> {
    const { request } = reply;
    const browser = loginSession.browser(request, reply);
    const parameters = readParameters(request.method === 'POST' ? request.body : request.query);
    const [next, school] = [wantedBy(parameters), cameFromOf(parameters)];
    const frame = await framedAsBefore(app, request, parameters);
    const page = signInPage(frame, {
      action: PATH,
      csrf: loginSession.formToken('sign in', browser),
      hidden: { ...(next === undefined ? {} : { next }), ...(school === undefined ? {} : { school }) },
      passkeyQuestion: await passkeyQuestion(app, browser),
      recovers: app.people.mailer.isOn,
      school,
      next,
      provider: await app.people.providerSignIn.offeredAt({ siteId: school, slug: schoolIn(next) }),
      isWaiting: await isWaiting(),
      done: newsOf(request, frame),
      ...state,
    });
    return sendPage(reply, page, contentOfSignIn(app, state));
  }
}

/** How long ago another tab may have used the code that this one sends. */
const MEANWHILE_MS = 2 * 60_000;

/** Returns whether the person who sent a code that was used before has just signed in with it in this browser. */
const isSignedInMeanwhile = (
  { clock }: FastifyInstance,
  { email, problem }: SignInState,
  session: Session | undefined,
): session is Session =>
  problem === 'wrong_code' &&
  session !== undefined &&
  session.person.email === email &&
  session.authenticatedAt + MEANWHILE_MS > clock();

function addressFrom(reply: FastifyReply): SignInState {
  const email = reply.server.people.addressHint.take(reply.request, reply);
  return email === undefined ? {} : { email };
}

const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/;

/**
 * Returns the address of this page by the name of `BASE_URL`, if a local server was opened by another of its names.
 * Forms sent from there would be refused as those of another website.
 */
function ownAddress({ config: { baseUrl, isLoopback } }: FastifyInstance, request: FastifyRequest): string | undefined {
  const { host = '' } = request.headers;
  const own = new URL(baseUrl);
  const named = isLoopback && host !== own.host ? LOOPBACK_HOST.exec(host) : null;
  return named !== null && (named[1] ?? '') === own.port ? `${baseUrl}${request.url}` : undefined;
}

/**
 * Returns the first page of a person who came for none: the school, for those who run exactly one, and what they learn, for
 * members of exactly one.
 */
async function homeOf(
  { people: { memberships } }: FastifyInstance,
  { person, schoolId }: Pick<AnySession, 'schoolId'> & { person: Pick<Session['person'], 'id'> },
): Promise<string> {
  const open = (await memberships.of(person.id)).filter(
    (one) => !one.isClosed && (schoolId === undefined ? !needsProvider(one) : one.siteId === schoolId),
  );
  const runs = open.filter(runsSchool);
  const [only, ...more] = runs.length > 0 ? runs : open;
  const account = schoolId === undefined ? '/account' : SCHOOL_ACCOUNT;
  if (only === undefined || more.length > 0) return account;
  if (runs.length > 0) return `/admin/${only.slug}`;
  return schoolId === undefined ? learningPath(only) : account;
}

/** Returns the name of who is signed in, and through which school. */
const nameIn = (session: AnySession, request: FastifyRequest): string =>
  [session.person.name, throughSchool(session, textFor(frameFor(request).language)) ?? []].flat().join(' – ');

/** Returns the slug of the school whose page follows. */
const schoolIn = (next: string | undefined): string | undefined =>
  /^\/(?:admin|account\/schools)\/([a-z0-9-]+)/.exec(next ?? '')?.[1];

const tell = (reply: FastifyReply, kind: 'page_too_old' | 'signed_out'): FastifyReply =>
  sendPage(reply, messagePage(frameFor(reply.request), { kind }), 'plain');

/** Returns the text about the e-mail link that led here; only known links have one. */
const newsOf = ({ method, query }: FastifyRequest, { language }: PageFrame): string | undefined => {
  const { invitation, recovery } = textFor(language);
  const done = method === 'GET' ? readParameters(query).get('done') : undefined;
  return done === 'password_reset' ? recovery.reset.done : done === 'invitation' ? invitation.ready : undefined;
};
