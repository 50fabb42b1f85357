/** The browsers in which a person is signed in, and the forms that sign them out. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type AuditEvent, fieldValues } from '../../../../schema/audit/audit-event.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import type { SignedInBrowser } from '../../../../schema/people/person.ts';
import { html } from '../../kit/html.ts';
import { messagePage } from '../../kit/message.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { frameFor, goTo, sendPage } from '../../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';
import { accountFrame } from '../account-pages.ts';
import { timeZoneOf } from '../activity/routes.ts';
import { portionOf } from '../portion.ts';
import { sessionsPage } from './view.ts';

const PATH = '/account/sessions';
const PER_PAGE = 20;
const DONE = ['one', 'others'] as const;

export function sessionPages(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { clock, config } = app;
  const { sessions } = app.people;

  pages.get(PATH, async (signedIn, reply) => {
    const { session, csrf } = signedIn;
    const now = clock();
    const all = await sessions.ofPerson(session.person.id, now, now - config.lifetimes.memberSessionIdle);
    const query = readParameters(signedIn.request.query);
    const { items, previousHref, nextHref } = portionOf(thisFirst(all, session.id), query.get('from'), PER_PAGE, PATH);
    const page = sessionsPage(accountFrame(signedIn, PATH), {
      browsers: items.map(({ id, userAgent, place, authenticatedAt, lastSeenAt }) => ({
        userAgent,
        place,
        since: authenticatedAt,
        lastSeenAt,
        endAction: id === session.id ? undefined : `${PATH}/${id}/end`,
      })),
      csrf,
      now,
      timeZone: timeZoneOf(signedIn.memberships),
      previousHref,
      nextHref,
      total: all.length,
      isWhole: all.length < sessions.mostOfPerson,
      done: DONE.find((key) => key === query.get('done')),
    });
    return sendPage(reply, page, 'own');
  });

  pages.post(`${PATH}/:session/end`, async (signedIn, _form, reply) => {
    const id = pathParameter(signedIn.request, 'session');
    // If the session has ended in the meantime, the result is the same.
    const { person } = signedIn.session;
    const now = clock();
    const open = await sessions.ofPerson(person.id, now, now - config.lifetimes.memberSessionIdle);
    const browser = open.find((one) => one.id === id);
    await sessions.endOfPerson(person.id, id, {
      ...signOutOf(app, signedIn, id),
      ...(browser && {
        before: fieldValues({
          userAgent: browser.userAgent,
          signedInAt: new Date(browser.authenticatedAt).toISOString(),
        }),
      }),
    });
    return goTo(reply, `${PATH}?done=one`);
  });

  const endOthers = ({ request, session }: SignedInRequest): Promise<void> =>
    sessions.endAllOf(session.person.id, session.id, signOutOf(app, { request, session }, 'others'));

  ending(app, pages, 'others', async (signedIn) => {
    await endOthers(signedIn);
    return `${PATH}?done=others`;
  });

  ending(app, pages, 'everywhere', async (signedIn, reply) => {
    await endOthers(signedIn);
    // The current session is ended last. If that fails, the person is still signed in and can try again.
    await app.people.loginSession.end(signedIn.request, reply, signedIn.session);
    return sendPage(reply, messagePage(frameFor(signedIn.request), { kind: 'signed_out' }), 'plain');
  });
}

const thisFirst = (all: readonly SignedInBrowser[], id: string): SignedInBrowser[] => [
  ...all.filter((one) => one.id === id),
  ...all.filter((one) => one.id !== id),
];

/** @param target the session, or the number of sessions */
const signOutOf = (
  { clock, originOf }: FastifyInstance,
  { request, session }: Pick<SignedInRequest, 'request' | 'session'>,
  target: string,
): AuditEvent => ({
  ...originOf(request),
  event: 'sign_out',
  at: clock(),
  personId: session.person.id,
  target,
});

/** Registers a form that ends sessions after reauthentication. `act` returns the path of the next page. */
function ending(
  app: FastifyInstance,
  pages: SignedInPages<SignedInRequest>,
  what: 'others' | 'everywhere',
  act: (signedIn: SignedInRequest, reply: FastifyReply) => Promise<string | FastifyReply>,
): void {
  requireReauthentication<SignedInRequest, true>(app, pages, {
    path: `${PATH}/end-${what}`,
    find: async () => true,
    frame: (signedIn) => accountFrame(signedIn, PATH),
    describe: ({ text: { sessions: text } }) => ({
      title: text.ending[what],
      consequences: html`<p>${text.ending[`${what}Text`]}</p>`,
      submit: text[what],
      cancelHref: PATH,
    }),
    act: (signedIn, _all, _form, reply) => act(signedIn, reply),
    missing: (_visit, reply) => goTo(reply, PATH),
  });
}
