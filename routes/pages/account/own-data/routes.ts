/** A copy of all that is stored about a person, and the end of the account. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ACCOUNT_EXPORTS } from '../../../../schema/throttle.ts';
import { sendAccountDocument } from '../../kit/account-document.ts';
import { messagePage } from '../../kit/message.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { frameFor, sendPage } from '../../kit/sending.ts';
import { type SignedInPages, type SignedInRequest, tellStale } from '../../kit/signed-in.ts';
import { accountFrame } from '../account-pages.ts';
import { deletionText, exportText, heldPage, onlyOwnerPage, tooOftenPage } from './view.ts';

const PROFILE = '/account/profile';

export function dataPages(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  exportPage(app, pages);
  deletionPage(app, pages);
}

function exportPage(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { clock, originOf, throttle } = app;

  requireReauthentication(app, pages, {
    path: '/account/export',
    find: async ({ session }) => session.person.id,
    frame: (signedIn) => accountFrame(signedIn, PROFILE),
    describe: ({ text }) => ({
      title: text.ownData.exportTitle,
      consequences: exportText(text),
      submit: text.ownData.export,
      tone: 'primary',
      cancelHref: PROFILE,
    }),
    async act(signedIn, personId, _form, reply) {
      const wait = await throttle.take({ kind: 'account_exports', subject: personId, rule: ACCOUNT_EXPORTS });
      if (wait > 0) {
        const seconds = Math.ceil(wait / 1000);
        reply.code(429).header('retry-after', String(seconds));
        return sendPage(reply, tooOftenPage(accountFrame(signedIn, PROFILE), seconds), 'own');
      }
      const at = clock();
      const document = await app.people.accountExport.write(personId, { ...originOf(signedIn.request), at });
      return sendAccountDocument(reply, document, at);
    },
    missing: refused,
  });
}

function deletionPage(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { clock, originOf } = app;
  const { accountErasure, persons } = app.people;

  requireReauthentication(app, pages, {
    path: '/account/delete',
    async find({ session }) {
      const { id } = session.person;
      const isHeld = (await accountErasure.heldUntil(id)) !== undefined;
      return isHeld || (await accountErasure.onlyOwnerOf(id)).length > 0 ? undefined : persons.find(id);
    },
    demandsOwnFactor: true,
    frame: (signedIn) => accountFrame(signedIn, PROFILE),
    describe: ({ memberships, text }) => ({
      title: text.ownData.deleteTitle,
      consequences: deletionText(
        memberships.map(({ siteName }) => siteName),
        text,
      ),
      submit: text.ownData.delete,
      cancelHref: PROFILE,
    }),
    async act({ request }, person, _form, reply, verified) {
      const isErased = await accountErasure.erase(
        person,
        { ...originOf(request), at: clock() },
        { verified, locale: frameFor(request).language },
      );
      if (!isErased) return tellStale(request, reply);
      return sendPage(reply, messagePage(frameFor(request), { kind: 'account_deleted' }), 'plain');
    },
    missing: (signedIn, reply) => refuseDeletion(app, signedIn, reply),
  });
}

/** Sends the page that says from when on the account can be deleted, or what an only owner has to do first. */
async function refuseDeletion(
  app: FastifyInstance,
  signedIn: SignedInRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const until = await app.people.accountErasure.heldUntil(signedIn.session.person.id);
  if (until !== undefined) {
    app.log.info({ reason: 'address_changed_lately' }, 'an account was not deleted');
    return sendPage(reply.code(409), heldPage(accountFrame(signedIn, PROFILE), until), 'own');
  }
  const schools = signedIn.memberships.filter(({ role }) => role === 'owner');
  const page = onlyOwnerPage(accountFrame(signedIn, PROFILE), schools);
  app.log.info({ reason: 'only_owner' }, 'an account was not deleted');
  return sendPage(reply.code(409), page, 'own');
}

const refused = ({ request }: SignedInRequest, reply: FastifyReply): FastifyReply => tellStale(request, reply);
