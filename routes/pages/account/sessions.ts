/** The browsers in which a person is signed in, and the forms that sign them out. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldValues } from '../../../schema/audit/audit-event.ts';
import type { SignedInBrowser } from '../../../schema/people/person.ts';
import { goTo } from '../../http.ts';
import type { Text } from '../../words/index.ts';
import { ago, button, linkButton, momentText, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { messagePage } from '../kit/message.ts';
import { definePage, type Visit } from '../kit/page.ts';
import { paginationLinks, sliceOf } from '../kit/pagination.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { requireReauthentication } from '../kit/reauthentication.ts';
import { frameFor, sendPage } from '../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { browserWithVersion } from '../kit/user-agent.ts';
import { accountFrame, accountPlace } from './account-pages.ts';

const PATH = '/account/sessions';
const PER_PAGE = 20;
const COUNTRY = /^[A-Z]{2}$/;

export function sessionPages(app: FastifyInstance, pages: SignedInPages): void {
  const { sessions } = app.people;
  const openOf = ({ session }: SignedInRequest, now: number): Promise<readonly SignedInBrowser[]> =>
    sessions.ofPerson(session.person.id, now, now - app.config.lifetimes.memberSessionIdle);

  definePage(app, accountPlace(pages, PATH), {
    at: PATH,
    async load({ signedIn, now, query }) {
      const all = thisFirst(await openOf(signedIn, now), signedIn.session.id);
      const isWhole = all.length < sessions.mostOfPerson;
      return { isWhole, ...sliceOf(all, query.get('from'), PER_PAGE) };
    },
    title: (_all, { text }) => text.account.area.pages.sessions,
    lead: (_all, { text }) => html`<p>${text.sessions.lead}</p>`,
    done: ({ text }) => text.sessions.done,
    body(list, visit) {
      const { text } = visit;
      const { total: count, rows, isWhole, previous, next } = list;
      const names = rows.map(({ userAgent }) => browserWithVersion(userAgent, text.sessions));
      // Others on the page have the same name, such as two windows of one that forgets its cookies.
      const alike = new Set(names.filter((name, index) => names.indexOf(name) !== index));
      return html`${(previous ?? next) !== undefined && html`<p class="detail">${isWhole ? text.sessions.total({ count }) : text.sessions.latest({ count })}</p>`}
<ul class="rows">${rows.map((one) => browserItem(one, alike, visit))}</ul>
${paginationLinks(list, PATH, text)}
${elsewhere(count, visit)}`;
    },
  });

  pages.post(`${PATH}/:session/end`, async (signedIn, _form, reply) => {
    const id = pathParameter(signedIn.request, 'session');
    // If the session has ended in the meantime, the result is the same.
    const browser = (await openOf(signedIn, app.clock())).find((one) => one.id === id);
    const signedInAt = browser && new Date(browser.authenticatedAt).toISOString();
    const before = browser && { before: fieldValues({ userAgent: browser.userAgent, signedInAt }) };
    await sessions.endOfPerson(signedIn.session.person.id, id, signedIn.event('sign_out', { target: id, ...before }));
    return goTo(reply, `${PATH}?done=one`);
  });

  const endOthers = ({ session, event }: SignedInRequest): Promise<void> =>
    sessions.endAllOf(session.person.id, session.id, event('sign_out', { target: 'others' }));

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

/** Registers a form that ends sessions after reauthentication. `act` returns the path of the next page. */
function ending(
  app: FastifyInstance,
  pages: SignedInPages,
  ended: 'others' | 'everywhere',
  act: (signedIn: SignedInRequest, reply: FastifyReply) => Promise<string | FastifyReply>,
): void {
  requireReauthentication<SignedInRequest, true>(app, pages, {
    path: `${PATH}/end-${ended}`,
    find: async () => true,
    frame: (signedIn) => accountFrame(signedIn, PATH),
    describe: ({ text: { sessions: text } }) => ({
      title: text.ending[ended],
      consequences: html`<p>${text.ending[`${ended}Text`]}</p>`,
      submit: text[ended],
      cancelHref: PATH,
    }),
    act: (signedIn, _all, _form, reply) => act(signedIn, reply),
    missing: (_visit, reply) => goTo(reply, PATH),
  });
}

/** Proxies that know no more than the country write its code. */
const placeName = (place: string, language: string): string =>
  COUNTRY.test(place) ? (new Intl.DisplayNames(language, { type: 'region' }).of(place) ?? place) : displayText(place);

function browserItem(browser: SignedInBrowser, alike: ReadonlySet<string>, visit: Visit): Html {
  const { csrf, language, now, signedIn, timeZone, text } = visit;
  const { sessions } = text;
  const { id, place, authenticatedAt: since, lastSeenAt, schoolName } = browser;
  const isThis = id === signedIn.session.id;
  const called = browserWithVersion(browser.userAgent, sessions);
  // The time of the sign-in tells alike ones apart, and is in the account activity as well.
  const exactly = alike.has(called) && momentText(since, language, timeZone, true);
  const name = displayText(called);
  // Screen readers announce the label, which distinguishes the buttons.
  const label = sessions.signOutOf({ browser: exactly === false ? name : `${name}, ${exactly}` });
  const body = html`<button type="submit" class="secondary" aria-label="${label}">${sessions.signOut}</button>`;
  return html`<li><div><h2>${name}</h2>
${isThis && html`<p><span class="badge">${sessions.here}</span></p>`}
${schoolName !== null && html`<p class="detail">${text.schoolSignIn.through({ school: displayText(schoolName) })}</p>`}
<p class="detail">${sessions.since} ${ago(since, now, language, { unit: 'hour' })}${exactly !== false && html` · ${exactly}`}${place !== null && html` · ${placeName(place, language)}`}</p>
<p class="detail">${sessions.lastSeen} ${ago(lastSeenAt, now, language, { unit: 'hour' })}</p></div>
${!isThis && postForm({ action: `${PATH}/${id}/end`, csrf, body })}</li>`;
}

function elsewhere(total: number, { csrf, text }: { csrf: string; text: Text }): Html {
  const { sessions } = text;
  const hasOthers = total > 1;
  return html`<section class="stack"><h2>${sessions.elsewhere}</h2><p class="detail">${sessions.elsewhereText}</p>
<div class="inline">
${hasOthers && linkButton(`${PATH}/end-others`, sessions.others, 'secondary')}
${hasOthers ? linkButton(`${PATH}/end-everywhere`, sessions.everywhere, 'secondary') : postForm({ action: '/sign-out', csrf, body: button(sessions.signOut, 'secondary') })}
</div>
<p class="detail">${sessions.apps} <a href="/account/connected-apps">${text.account.area.pages.connectedApps}</a></p></section>`;
}
