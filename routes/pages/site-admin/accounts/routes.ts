/**
 * The accounts of all people, for those who run the platform: the page that finds one, which lists nobody before a search, and
 * what they do for its owner after they have signed in again themselves.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readParameters } from '../../../../schema/data/parameters.ts';
import type { Person } from '../../../../schema/people/person.ts';
import type { ActingOperator } from '../../../../schema/people/platform-operator.ts';
import { dateAt } from '../../../../schema/school/calendar.ts';
import { beginningOf } from '../../../../schema/text/readable.ts';
import { fill } from '../../../words/index.ts';
import { accountCard, button, emptyList, searchField } from '../../kit/components.ts';
import { shownLinkPage } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { definePage, type PageSender } from '../../kit/page.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { sendAccountDocument, sendPage } from '../../kit/sending.ts';
import type { Place, PlacedRequest } from '../operator-pages.ts';
import {
  ACTION_PATHS,
  type Account,
  type AccountActionName,
  accountBadge,
  accountPage,
  accountPath,
  describeAccount,
  findAccount,
  HARMLESS,
  isPossible,
  wordsOf,
} from './page.ts';

const MAX_SEARCHED = 100;

export function accountPages<V extends PlacedRequest>(app: FastifyInstance, place: Place<V>): void {
  definePage(app, place, {
    at: place.path,
    async load({ query }) {
      const searched = beginningOf((query.get('q') ?? '').trim(), MAX_SEARCHED);
      // No name contains NUL, which PostgreSQL does not accept.
      const isSearchable = searched !== '' && !searched.includes('\0');
      const nobody = { found: [], hasMore: false };
      return { searched, ...(isSearchable ? await app.people.accountHelp.search(searched.toWellFormed()) : nobody) };
    },
    title: (_found, { text }) => text.admin.area.pages.accounts,
    lead: (_found, { text }) => html`<p>${text.accounts.lead}</p>`,
    body({ searched, found, hasMore }, { signedIn, text }) {
      const { empty, emptyText, more, search } = text.accounts;
      const rows = found.map(
        (one) => html`<li><div><h2><a href="${accountPath(place, signedIn, one)}">${displayText(one.name)}</a></h2>
<p class="detail">${displayText(one.email)}</p></div>
<p class="made">${accountBadge(one.active, text)}</p></li>`,
      );
      const list = html`<ul class="rows">${rows}</ul>
${hasMore && html`<p class="detail">${more({ count: rows.length })}</p>`}`;
      return html`<form method="get" action="${place.base(signedIn)}" class="filters">
${searchField({ label: search.label, hint: search.hint, maxLength: MAX_SEARCHED }, searched)}
<div class="inline">${button(search.submit, 'secondary')}</div>
</form>
${searched !== '' && (rows.length === 0 ? emptyList(empty, emptyText) : list)}`;
    },
  });

  accountActions(app, place, accountPage(app, place));
}

/** An account, and the address that the action is about. */
type Subject = { person: Person; email: string };

interface AccountAction<V> {
  /** Returns the address that the action is about; `undefined` if it is not one of the account, or no longer. */
  addressOf?(person: Person, requestedEmail: string | undefined): Promise<string | undefined>;
  /** @returns false if there was nothing to do, because the account has changed, or the response itself */
  run(subject: Subject, by: ActingOperator, reply: FastifyReply, signedIn: V): Promise<boolean | FastifyReply>;
}

/** @param show sends the page of an account */
function accountActions<V extends PlacedRequest>(
  app: FastifyInstance,
  place: Place<V>,
  show: PageSender<V, Account>,
): void {
  const { accountHelp, mailer } = app.people;
  const register = (name: AccountActionName, action: AccountAction<V>): void =>
    registerAction(app, place, show, name, action);

  register('disable', { run: ({ person }, by) => accountHelp.disable(person, by) });
  register('enable', { run: ({ person }, by) => accountHelp.enable(person, by) });
  register('signOut', { run: ({ person }, by) => always(accountHelp.signOut(person, by)) });
  register('endConnections', { run: ({ person }, by) => always(accountHelp.endConnections(person, by)) });
  register('resetSecondFactor', { run: ({ person }, by) => accountHelp.resetSecondFactor(person, by) });

  register('sendReset', {
    // The link goes to the address that the operator saw, or nowhere.
    addressOf: async (person, requestedEmail) =>
      requestedEmail === undefined || requestedEmail === person.email ? person.email : undefined,
    async run({ person }, by, reply, signedIn) {
      if (mailer.isOn) return always(accountHelp.sendReset(person, by));
      const url = await accountHelp.makeResetLink(person, by);
      const { back, ...words } = signedIn.text.accounts.resetLink;
      const next = { href: accountPath(place, signedIn, person), label: back };
      return sendPage(reply, shownLinkPage(place.frame(signedIn), { ...words, name: person.name, url, next }), 'own');
    },
  });

  register('erase', {
    async run({ person }, by) {
      const locale = await app.people.contacts.languageOf(person.id);
      return app.people.accountErasure.erase(person, eventOf(app, by), { locale });
    },
  });

  register('export', {
    async run({ person }, by, reply, signedIn) {
      const document = await app.people.accountExport.write(person.id, eventOf(app, by));
      return sendAccountDocument(reply, document, dateAt(app.clock(), place.timeZone(signedIn)));
    },
  });

  register('restoreEmail', {
    async addressOf(person, requestedEmail) {
      const former = await app.people.emailAddresses.former(person.id, app.clock());
      return former.find(({ email }) => email === requestedEmail)?.email;
    },
    run: ({ person, email }, by) => accountHelp.restoreEmail(person, email, by),
  });
}

const eventOf = ({ clock }: FastifyInstance, { name, requestId }: ActingOperator) => ({
  at: clock(),
  target: `operator/${name}`,
  ...(requestId === undefined ? {} : { requestId }),
});

async function always(work: Promise<void>): Promise<true> {
  await work;
  return true;
}

function registerAction<V extends PlacedRequest>(
  app: FastifyInstance,
  place: Place<V>,
  show: PageSender<V, Account>,
  name: AccountActionName,
  action: AccountAction<V>,
): void {
  async function find(signedIn: V): Promise<Subject | undefined> {
    const { request } = signedIn;
    const person = await findAccount(app, signedIn);
    if (person === undefined || !(await isPossible(app, signedIn, person, name))) return undefined;
    if (action.addressOf === undefined) return { person, email: person.email };
    const requestedEmail = readParameters(request.method === 'POST' ? request.body : request.query).get('email');
    const email = await action.addressOf(person, requestedEmail);
    return email === undefined ? undefined : { person, email };
  }

  requireReauthentication<V, Subject>(app, place.pages, {
    ...place,
    path: `${place.path}/:person/${ACTION_PATHS[name]}`,
    find,
    describe: (signedIn, { person, email }) => {
      const { isOn } = app.people.mailer;
      const { button, title, text } = wordsOf(name, isOn, signedIn.text);
      return {
        title: title({ name: displayText(person.name) }),
        consequences: html`${accountCard(person)}<p>${fill(text, { email: displayText(email) })}</p>${name === 'erase' && isOn && html`<p>${signedIn.text.accounts.lastEmail}</p>`}`,
        ...(action.addressOf === undefined ? {} : { hidden: { email } }),
        submit: button,
        tone: HARMLESS.has(name) ? 'primary' : 'danger',
        cancelHref: accountPath(place, signedIn, person),
      };
    },
    async act(signedIn, subject, _form, reply) {
      const { request, session } = signedIn;
      const done = await action.run(subject, { name: session.person.id, requestId: request.id }, reply, signedIn);
      if (typeof done !== 'boolean') return done;
      if (done) return accountPath(place, signedIn, subject.person, `?done=${name}`);
      const account = await describeAccount(app, signedIn);
      if (account === undefined) return place.missing(signedIn, reply);
      return show(signedIn, reply.code(409), { ...account, hasChanged: true });
    },
  });
}
