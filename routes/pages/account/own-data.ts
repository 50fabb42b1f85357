/** A copy of all that is stored about a person, and the end of the account. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { dateAt } from '../../../schema/school/calendar.ts';
import { ACCOUNT_EXPORTS } from '../../../schema/throttle.ts';
import { type Text, timeSpan } from '../../words/index.ts';
import { momentText } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { page } from '../kit/layout.ts';
import { messagePage, outcomePage } from '../kit/message.ts';
import { requireReauthentication } from '../kit/reauthentication.ts';
import { frameFor, sendAccountDocument, sendPage, tellStale } from '../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { accountFrame, accountPlace, timeZoneOf } from './account-pages.ts';

const PROFILE = '/account/profile';
const EXPORT = '/account/export';
const DELETE = '/account/delete';

/** The section of the profile page that leads to the export and to the deletion. */
export const ownDataSection = ({ ownData }: Text): Html => html`<section class="stack">
<div class="intro"><h2>${ownData.title}</h2><p>${ownData.lead}</p></div>
<ul class="links">
<li><a href="${EXPORT}">${ownData.export}</a></li>
<li><a href="${DELETE}">${ownData.delete}</a></li>
</ul></section>`;

export function dataPages(app: FastifyInstance, pages: SignedInPages): void {
  exportPage(app, pages);
  deletionPage(app, pages);
}

function exportPage(app: FastifyInstance, pages: SignedInPages): void {
  requireReauthentication(app, pages, {
    ...accountPlace(pages, PROFILE),
    path: EXPORT,
    find: async ({ session }) => session.person.id,
    describe: ({ text: { ownData } }) => ({
      title: ownData.exportTitle,
      consequences: html`<p>${ownData.exportText}</p><p>${ownData.exportCare}</p>`,
      submit: ownData.export,
      tone: 'primary',
      cancelHref: PROFILE,
    }),
    async act(signedIn, personId, _form, reply) {
      const wait = await app.throttle.take({ kind: 'account_exports', subject: personId, rule: ACCOUNT_EXPORTS });
      if (wait > 0) return refuseExport(signedIn, reply, Math.ceil(wait / 1000));
      const at = app.clock();
      const document = await app.people.accountExport.write(personId, { ...app.originOf(signedIn.request), at });
      return sendAccountDocument(reply, document, dateAt(at, timeZoneOf(signedIn.memberships)));
    },
  });
}

/** Sends the page after the last download of a day. */
function refuseExport(signedIn: SignedInRequest, reply: FastifyReply, seconds: number): FastifyReply {
  const { text } = signedIn;
  const { message, ownData } = text;
  const refusal = outcomePage(accountFrame(signedIn, PROFILE), {
    title: message.throttled.title,
    sentences: [ownData.exportedTooOften({ span: timeSpan(text, seconds) })],
    next: { href: PROFILE, label: ownData.toProfile },
  });
  return sendPage(reply.code(429).header('retry-after', String(seconds)), refusal, 'own');
}

function deletionPage(app: FastifyInstance, pages: SignedInPages): void {
  const { accountErasure, persons } = app.people;

  requireReauthentication(app, pages, {
    ...accountPlace(pages, PROFILE),
    path: DELETE,
    async find({ session }) {
      const { id } = session.person;
      const isHeld = (await accountErasure.heldUntil(id)) !== undefined;
      return isHeld || (await accountErasure.onlyOwnerOf(id)).length > 0 ? undefined : persons.find(id);
    },
    demandsOwnFactor: true,
    describe: (signedIn) => ({
      title: signedIn.text.ownData.deleteTitle,
      consequences: deletionText(signedIn),
      submit: signedIn.text.ownData.delete,
      cancelHref: PROFILE,
    }),
    async act({ request }, person, _form, reply, verified) {
      const frame = frameFor(request);
      const event = { ...app.originOf(request), at: app.clock() };
      const isErased = await accountErasure.erase(person, event, { verified, locale: frame.language });
      if (!isErased) return tellStale(request, reply);
      return sendPage(reply, messagePage(frame, { kind: 'account_deleted' }), 'plain');
    },
    missing: (signedIn, reply) => refuseDeletion(signedIn, reply),
  });
}

function deletionText({ atProvider, memberships, text: { ownData } }: SignedInRequest): Html {
  const all = [...memberships, ...atProvider];
  const names = all.map(({ siteName }) => displayText(siteName)).join(', ');
  return html`<p>${ownData.deleteText}</p>
<p>${ownData.gone}</p>
<p>${all.length === 0 ? ownData.noSchool : ownData.schools({ names })}</p>
<p>${ownData.kept}</p>
<p>${ownData.history}</p>
<p>${ownData.exportFirst} <a href="${EXPORT}">${ownData.export}</a></p>`;
}

/** Sends the page that says from when on the account can be deleted, or what an only owner has to do first. */
async function refuseDeletion(signedIn: SignedInRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { log, people } = reply.server;
  const { ownData } = signedIn.text;
  const frame = accountFrame(signedIn, PROFILE);
  function refuse(reason: string, sentence: string, next: Html): FastifyReply {
    log.info({ reason }, 'an account was not deleted');
    const title = ownData.deleteTitle;
    const body = html`<div class="intro"><h1>${title}</h1><p>${sentence}</p></div>
${next}`;
    return sendPage(reply.code(409), page(frame, { title, body }), 'own');
  }

  const until = await people.accountErasure.heldUntil(signedIn.session.person.id);
  if (until !== undefined) {
    const written = momentText(until, frame.language, timeZoneOf(signedIn.memberships), true);
    const next = html`<p><a href="${PROFILE}">${ownData.toProfile}</a></p>`;
    return refuse('address_changed_lately', ownData.recentlyChanged({ until: written }), next);
  }
  // Without the person, these schools would have no owner.
  const links = signedIn.memberships
    .filter(({ role }) => role === 'owner')
    .map(({ siteName, slug }) => html`<li><a href="/admin/${slug}/members">${displayText(siteName)}</a></li>`);
  return refuse('only_owner', ownData.onlyOwner, html`<ul class="links">${links}</ul>`);
}
