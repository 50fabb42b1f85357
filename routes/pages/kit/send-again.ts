/** The page for a form that arrives after its sender signed out, or in as another person. It keeps what was entered. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '../../../schema/data/objects.ts';
import { shortened } from '../../../schema/text/readable.ts';
import { textFor } from '../../words/index.ts';
import { button, type Hidden, linkButton, postForm } from './components.ts';
import { displayText } from './display-text.ts';
import { html } from './html.ts';
import { page } from './layout.ts';
import { frameFor, sendPage, tellStale } from './sending.ts';

/** Fields that no page repeats. The form asks for them once more. */
const SECRETS: ReadonlySet<string> = new Set([
  'csrf',
  'password',
  'new_password',
  'code',
  'recovery_code',
  'passkey',
  'sealed',
  'secret',
  'token',
  'totp',
  'file',
]);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Fields that say nothing to people. */
const UNSEEN: ReadonlySet<string> = new Set(['once', 'seen']);

/** Of each value, as people see it again. The form has all of it. */
const SHOWN_CHARACTERS = 500;

/** More than our forms have, whose longest text has 100,000 characters. A page with more would keep the server busy. */
const MOST_VALUES = 500;
const MOST_CHARACTERS = 250_000;

/** Returns what may be repeated of a form, if it is not too much. */
function entered(body: unknown): Hidden {
  if (!isRecord(body) || Object.values(body).flat().length > MOST_VALUES) return {};
  if (JSON.stringify(body).length > MOST_CHARACTERS) return {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const values = [value].flat().filter(isText);
      return SECRETS.has(name) || values.length === 0 ? [] : [[name, values]];
    }),
  );
}

const beginning = (value: string): string => displayText(shortened(value, SHOWN_CHARACTERS));

/**
 * Offers to send the form once more: after a sign-in in another window, or as the person who is signed in.
 * @param sender the form token of that person and who it is, if one is signed in
 */
export function offerToSendAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  sender: { csrf: string; is: string } | undefined,
): FastifyReply {
  const hidden = entered(request.body);
  if (Object.keys(hidden).length === 0) return tellStale(request, reply);
  const frame = frameFor(request);
  const { cancel, sendAgain: words } = textFor(frame.language).shell;
  const intro =
    sender === undefined
      ? html`<p>${words.signedOut}</p><p><a href="/sign-in?next=/account" target="_blank" rel="noreferrer">${words.signIn}</a></p>`
      : html`<p>${words.signedIn}</p><p>${sender.is}</p>`;
  const buttons = html`<div class="inline">${button(words.submit)}${linkButton('/account', cancel, 'secondary')}</div>`;
  // Whoever sends it may not be the one who entered it.
  const sent = Object.entries(hidden).filter(([name]) => !UNSEEN.has(name));
  const body = html`<div class="intro"><h1>${words.title}</h1>${intro}</div>
<dl>${[['', request.url.split('?', 1)[0] ?? ''] as const, ...sent].map(
    ([name, values]) =>
      html`<dt><code>${name === '' ? request.method : displayText(name)}</code></dt><dd>${[values].flat().map(beginning).join(', ')}</dd>`,
  )}</dl>
${postForm({ action: request.url, csrf: sender?.csrf, hidden, body: buttons })}`;
  return sendPage(reply.code(403), page(frame, { title: words.title, body }), 'own_message');
}
