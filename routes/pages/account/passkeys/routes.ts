/** Forms that add and remove the passkeys of a person. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readParameters } from '../../../../schema/parameters.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { messagePage } from '../../kit/message.ts';
import { nextOf } from '../../kit/next-page.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { frameFor, goTo, sendPage } from '../../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';
import { accountFrame } from '../account-pages.ts';
import { newPasskeyPage, passkeyAddress, passkeySection } from './view.ts';

const PAGE = '/account/sign-in';
const NEW = '/account/passkeys/new';

const DEFAULT_PORT = 3000;

/** Returns the command that gives a server on this computer an address to which browsers bind passkeys. */
function commandFor({ baseUrl, isLoopback, port }: FastifyInstance['config']): string | undefined {
  const { protocol, port: publicPort } = new URL(baseUrl);
  if (!isLoopback || protocol !== 'http:') return undefined;
  const address = `http://localhost${publicPort === '' ? '' : `:${publicPort}`}`;
  return `${port === DEFAULT_PORT ? '' : `PORT=${port} `}BASE_URL=${address} npm start`;
}

/** Returns the passkey section of the sign-in settings page. */
export async function passkeysOf(
  { config, people: { passkeys, passkeyStore } }: FastifyInstance,
  signedIn: SignedInRequest,
): Promise<Html> {
  const known = await passkeyStore.ofPerson(signedIn.session.person.id);
  const canAdd = passkeys.available;
  const section = { passkeys: known, canAdd, command: canAdd ? undefined : commandFor(config) };
  return passkeySection(section, signedIn.text, signedIn.frame.language);
}

export function passkeyForms(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  addingForms(app, pages);
  removingForms(app, pages);
}

/** A passkey gives permanent access to the account, so adding one requires reauthentication. */
function addingForms(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { originOf } = app;
  const { passkeys } = app.people;

  requireReauthentication(app, pages, {
    path: NEW,
    find: async () => (passkeys.available ? NEW : undefined),
    frame: (signedIn) => accountFrame(signedIn, PAGE),
    describe: ({ request, text }) => ({
      title: text.passkeys.add,
      consequences: html`<p>${text.passkeys.addText}</p>`,
      hidden: { next: nextOf(readParameters(request.method === 'POST' ? request.body : request.query), PAGE) },
      submit: text.passkeys.goOn,
      tone: 'primary',
      cancelHref: PAGE,
    }),
    async act(signedIn, _subject, form, reply, { credentialsVersion }) {
      const question = await passkeys.askForNew(signedIn.session, credentialsVersion);
      const userAgent = signedIn.request.headers['user-agent'] ?? '';
      const view = { csrf: signedIn.csrf, question, userAgent, next: nextOf(form, PAGE) };
      const page = newPasskeyPage(accountFrame(signedIn, PAGE), view);
      return sendPage(reply, page, 'own');
    },
    missing,
  });

  pages.post('/account/passkeys', async (signedIn, form, reply) => {
    const { frame, request, session } = signedIn;
    const name = form.get('name') ?? '';
    const isAdded = await passkeys.add(session, form.get('passkey') ?? '', name, originOf(request), frame.language);
    const next = nextOf(form, PAGE);
    if (isAdded && next !== PAGE) return goTo(reply, next);
    return goTo(reply, `${PAGE}?done=${isAdded ? 'passkey_added' : 'passkey_refused'}`);
  });
}

function removingForms(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { clock, originOf } = app;
  const { mailer, passkeyStore } = app.people;

  requireReauthentication(app, pages, {
    path: '/account/passkeys/:passkey/remove',
    async find({ request, session }) {
      const address = pathParameter(request, 'passkey');
      return (await passkeyStore.ofPerson(session.person.id)).find(({ id }) => passkeyAddress(id) === address);
    },
    frame: (signedIn) => accountFrame(signedIn, PAGE),
    describe: ({ text }, { name }) => ({
      title: text.passkeys.removeTitle({ name: displayText(name) }),
      consequences: html`<p>${text.passkeys.removeText}</p>`,
      submit: text.passkeys.remove,
      cancelHref: PAGE,
    }),
    async act(signedIn, { id, name }) {
      const { frame, request, session } = signedIn;
      const at = clock();
      const personId = session.person.id;
      // No passkey gives access to the mailbox.
      await passkeyStore.remove(id, personId, {
        ...originOf(request),
        ...mailer.notice(session.person, frame.language, { kind: 'passkey_removed', passkey: name, at }),
        event: 'passkey_removed',
        at,
        personId,
        target: id,
      });
      return `${PAGE}?done=passkey_removed`;
    },
    missing,
  });
}

const missing = (signedIn: SignedInRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(404), messagePage(frameFor(signedIn.request), { kind: 'not_found' }), 'own_message');
