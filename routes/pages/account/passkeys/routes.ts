/** A person's passkeys: adding one, and removing one. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { onDanger } from '../../kit/danger.ts';
import { type Html, html } from '../../kit/html.ts';
import { messagePage } from '../../kit/message.ts';
import { shown } from '../../kit/outside-text.ts';
import { frameFor, goTo, sendPage } from '../../kit/sending.ts';
import type { Visit, VisitedPages } from '../../kit/visits.ts';
import { accountFrame } from '../visits.ts';
import { newPasskeyPage, passkeySection } from './view.ts';

const PAGE = '/account/sign-in';
const NEW = '/account/passkeys/new';

/** What the page about signing in says of passkeys. */
export async function passkeysOf({ people: { passkeys, passkeyStore } }: FastifyInstance, visit: Visit): Promise<Html> {
  const known = await passkeyStore.ofPerson(visit.session.person.id);
  return passkeySection({ passkeys: known, canAdd: passkeys.available }, visit.text, visit.frame.language);
}

export function passkeyForms(app: FastifyInstance, pages: VisitedPages<Visit>): void {
  addingForms(app, pages);
  removingForms(app, pages);
}

/** A passkey opens the account for good, so whoever adds one shows first who it is. */
function addingForms(app: FastifyInstance, pages: VisitedPages<Visit>): void {
  const { originOf } = app;
  const { passkeys } = app.people;

  onDanger(app, pages, {
    path: NEW,
    find: async () => (passkeys.available ? NEW : undefined),
    frame: (visit) => accountFrame(visit, PAGE),
    describe: ({ text }) => ({
      title: text.passkeys.add,
      consequences: html`<p>${text.passkeys.addText}</p>`,
      submit: text.passkeys.goOn,
      tone: 'primary',
      cancelHref: PAGE,
    }),
    async act(visit, _subject, _form, reply) {
      const question = await passkeys.askForNew(visit.session);
      const page = newPasskeyPage(accountFrame(visit, PAGE), { csrf: visit.csrf, question });
      return sendPage(reply, page, 'own');
    },
    missing,
  });

  pages.take('/account/passkeys', async (visit, form, reply) => {
    const { request, session } = visit;
    const name = form.get('name') ?? '';
    const isAdded = await passkeys.add(session, form.get('passkey') ?? '', name, originOf(request));
    if (isAdded) tell(app, visit, 'passkey_added', name);
    return goTo(reply, `${PAGE}?done=${isAdded ? 'passkey_added' : 'passkey_refused'}`);
  });
}

function removingForms(app: FastifyInstance, pages: VisitedPages<Visit>): void {
  const { clock, originOf } = app;
  const { passkeyStore } = app.people;

  onDanger(app, pages, {
    path: '/account/passkeys/:id/remove',
    async find({ request, session }) {
      const { id } = request.params as { id: string };
      return (await passkeyStore.ofPerson(session.person.id)).find((passkey) => passkey.id === id);
    },
    frame: (visit) => accountFrame(visit, PAGE),
    describe: ({ text }, { name }) => ({
      title: text.passkeys.removeTitle(shown(name)),
      consequences: html`<p>${text.passkeys.removeText}</p>`,
      submit: text.passkeys.remove,
      cancelHref: PAGE,
    }),
    async act(visit, { id, name }) {
      const { request, session } = visit;
      const at = clock();
      const personId = session.person.id;
      const isRemoved = await passkeyStore.remove(id, personId, {
        ...originOf(request),
        event: 'passkey_removed',
        at,
        personId,
        target: id,
      });
      if (isRemoved) tell(app, visit, 'passkey_removed', name);
      return `${PAGE}?done=passkey_removed`;
    },
    missing,
  });
}

/** Whoever did not do it learns of it where no passkey leads: in the mailbox. */
function tell(
  { clock, config, people: { mailer } }: FastifyInstance,
  { frame, session }: Visit,
  kind: 'passkey_added' | 'passkey_removed',
  passkey: string,
): void {
  const link = `${config.baseUrl}${PAGE}`;
  mailer.send(session.person.email, frame.language, { kind, passkey, at: clock(), link });
}

const missing = (visit: Visit, reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(404), messagePage(frameFor(visit.request), { kind: 'not_found' }), 'own_message');
