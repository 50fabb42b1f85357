/** The passkeys of a person, and the forms that add and remove them. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { hashCredential } from '../../../schema/credential.ts';
import { readParameters } from '../../../schema/data/parameters.ts';
import type { Passkey } from '../../../schema/people/passkey.ts';
import { START } from '../../../schema/program/program-name.ts';
import { goTo } from '../../http.ts';
import { dayText, emptyList, field, linkButton } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { page } from '../kit/layout.ts';
import { nextOf } from '../kit/next-page.ts';
import { passkeyForm } from '../kit/passkey-form.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { requireReauthentication } from '../kit/reauthentication.ts';
import { passkeyScript } from '../kit/scripts.ts';
import { sendPage } from '../kit/sending.ts';
import type { AccountRequest, SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { knownBrowser } from '../kit/user-agent.ts';
import { accountFrame, SIGN_IN, signInPlace, timeZoneOf } from './account-pages.ts';

const PASSKEYS = '/account/passkeys';
export const NEW_PASSKEY = `${PASSKEYS}/new`;

const DEFAULT_PORT = 3000;

export function passkeyForms(app: FastifyInstance, pages: SignedInPages): void {
  addingForms(app, pages);
  removingForms(app, pages);
}

/** A passkey gives permanent access to the account, so adding one requires reauthentication. */
function addingForms(app: FastifyInstance, pages: SignedInPages): void {
  const { passkeys } = app.people;

  requireReauthentication<AccountRequest, string>(app, pages, {
    ...signInPlace(pages),
    path: NEW_PASSKEY,
    find: async () => (passkeys.available ? NEW_PASSKEY : undefined),
    describe: ({ request, text }) => ({
      title: text.passkeys.add,
      consequences: html`<p>${text.passkeys.addText}</p>`,
      hidden: { next: nextOf(readParameters(request.method === 'POST' ? request.body : request.query), SIGN_IN) },
      submit: text.passkeys.goOn,
      tone: 'primary',
      cancelHref: SIGN_IN,
    }),
    async act(signedIn, _subject, form, reply, { credentialsVersion }) {
      const question = await passkeys.askForNew(signedIn.session, credentialsVersion);
      return sendNewPasskey(signedIn, reply, question, nextOf(form, SIGN_IN));
    },
  });

  pages.post(PASSKEYS, async ({ frame, request, session }, form, reply) => {
    const answer = form.get('passkey') ?? '';
    const name = form.get('name') ?? '';
    const isAdded = await passkeys.add(session, answer, name, app.originOf(request), frame.language);
    const next = nextOf(form, SIGN_IN);
    if (isAdded && next !== SIGN_IN) return goTo(reply, next);
    return goTo(reply, `${SIGN_IN}?done=${isAdded ? 'passkey_added' : 'passkey_refused'}`);
  });
}

/**
 * Sends the page on which a person who has just reauthenticated names and creates a passkey.
 * @param question the WebAuthn options for the browser, as JSON
 * @param next the page that needs the passkey
 */
function sendNewPasskey(signedIn: SignedInRequest, reply: FastifyReply, question: string, next: string): FastifyReply {
  const { csrf, request, text } = signedIn;
  const { add, lead, name, nameHint, needsScript, suggestedName } = text.passkeys;
  const named = field({
    name: 'name',
    label: name,
    type: 'text',
    autocomplete: 'off',
    hint: nameHint,
    value: knownBrowser(request.headers['user-agent'] ?? '', text.sessions) ?? suggestedName,
    maxLength: 60,
  });
  const body = html`<div class="intro"><h1>${add}</h1><p>${lead}</p></div>
${passkeyForm({ action: PASSKEYS, csrf, hidden: { next }, question, does: 'create', label: add, body: named }, text)}
<noscript><p class="quiet">${needsScript}</p></noscript>`;
  const frame = accountFrame(signedIn, SIGN_IN);
  return sendPage(reply, page(frame, { title: add, body, headExtra: passkeyScript }), 'own');
}

/** Returns the name of a passkey in a path, because its id can have 1364 characters (WebAuthn §6.5.1). */
const addressOf = ({ id }: Passkey): string => hashCredential(id).toString('base64url');

function removingForms(app: FastifyInstance, pages: SignedInPages): void {
  const { mailer, passkeyStore } = app.people;

  requireReauthentication(app, pages, {
    ...signInPlace(pages),
    path: `${PASSKEYS}/:passkey/remove`,
    async find({ request, session }) {
      const address = pathParameter(request, 'passkey');
      return (await passkeyStore.ofPerson(session.person.id)).find((passkey) => addressOf(passkey) === address);
    },
    describe: ({ text: { passkeys } }, { name }) => ({
      title: passkeys.removeTitle({ name: displayText(name) }),
      consequences: html`<p>${passkeys.removeText}</p>`,
      submit: passkeys.remove,
      cancelHref: SIGN_IN,
    }),
    async act({ event, frame, session: { person } }, { id, name }) {
      const at = app.clock();
      // No passkey gives access to the mailbox.
      const notice = mailer.notice(person, frame.language, { kind: 'passkey_removed', passkey: name, at });
      await passkeyStore.remove(id, person.id, event('passkey_removed', { ...notice, at, target: id }));
      return `${SIGN_IN}?done=passkey_removed`;
    },
  });
}

/** Returns the section of the sign-in settings with the passkeys of a person, and a link to the form that adds one. */
export async function passkeySection(
  { config, people: { passkeys, passkeyStore } }: FastifyInstance,
  { frame, memberships, session, text: { passkeys: text } }: SignedInRequest,
): Promise<Html> {
  const written = (at: number): string => dayText(at, frame.language, timeZoneOf(memberships));
  const canAdd = passkeys.available;
  const known = await passkeyStore.ofPerson(session.person.id);
  const item = (passkey: Passkey): Html => {
    const { createdAt, isBackedUp, lastUsedAt, name } = passkey;
    const added = text.added({ day: written(createdAt) });
    const used = lastUsedAt === null ? text.neverUsed : text.used({ day: written(lastUsedAt) });
    return html`<li><div><h3>${displayText(name)}</h3>
<p class="detail">${added}, ${used}${isBackedUp && html`, ${text.backedUp}`}</p></div>
${linkButton(`${PASSKEYS}/${addressOf(passkey)}/remove`, text.remove, 'secondary')}</li>`;
  };
  return html`<section class="stack" id="passkeys"><div class="intro"><h2>${text.title}</h2><p>${text.lead}</p></div>
${
  known.length === 0
    ? emptyList(text.none, canAdd ? text.noneText : text.unavailable)
    : html`<ul class="rows">${known.map(item)}</ul>`
}
${
  canAdd
    ? html`<div class="inline">${linkButton(NEW_PASSKEY, text.add, 'secondary')}</div>
<noscript><p class="quiet">${text.needsScript}</p></noscript>`
    : html`${known.length > 0 && html`<p class="quiet">${text.unavailable}</p>`}${byCommand(config, text.byCommand)}`
}
</section>`;
}

/** Gives the command that starts a server on this computer at an address to which browsers bind passkeys. */
function byCommand({ baseUrl, isLoopback, port }: FastifyInstance['config'], lead: string): Html | undefined {
  const { protocol, port: publicPort } = new URL(baseUrl);
  if (!isLoopback || protocol !== 'http:') return undefined;
  const address = `http://localhost${publicPort === '' ? '' : `:${publicPort}`}`;
  const command = `${port === DEFAULT_PORT ? '' : `PORT=${port} `}BASE_URL=${address} ${START}`;
  return html`<div><p class="detail">${lead}</p><pre><code>${command}</code></pre></div>`;
}
