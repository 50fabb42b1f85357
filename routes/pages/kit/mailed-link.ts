/** One-time links in e-mails: the page that a link opens, the forms on it, and the page of a link that no longer works. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CredentialHash, hashCredential } from '../../../schema/credential.ts';
import { type Parameters, readParameters } from '../../../schema/data/parameters.ts';
import type { LiveMailLink, MailLinkPurpose } from '../../../schema/people/mail-link.ts';
import { foreignForm } from '../../form.ts';
import { type Text, textFor } from '../../words/index.ts';
import { button, postForm } from './components.ts';
import { html } from './html.ts';
import { type PageFrame, page } from './layout.ts';
import { type Outcome, outcomePage } from './message.ts';
import { frameFor, sendPage } from './sending.ts';

/** A valid link, and the values that its forms must contain. */
export interface OpenedLink {
  live: LiveMailLink;
  hash: CredentialHash;
  csrf: string;
  hidden: { token: string };
}

type Show = (link: OpenedLink, request: FastifyRequest, reply: FastifyReply) => Answer;
type Take = (link: OpenedLink, form: Parameters, request: FastifyRequest, reply: FastifyReply) => Answer;
type Answer = FastifyReply | Promise<FastifyReply>;

/** Where a person can go from a link that no longer works. It is the same whether there ever was such a link. */
const AFTER = {
  again: ({ recovery }) => ({ href: '/password/forgot', label: recovery.gone.again }),
  invitation: ({ invitation }) => ({ href: '/sign-in', label: invitation.signIn }),
  email: ({ profile }) => ({ href: '/account/profile', label: profile.title }),
  account: ({ recovery }) => ({ href: '/account', label: recovery.confirm.toAccount }),
} as const satisfies Record<string, (text: Text) => Outcome['next']>;

/**
 * Handles the page and the forms of one type of link. Opening a link does not use it up, because mail programs open
 * links, too.
 */
export function mailedLink(app: FastifyInstance, purpose: MailLinkPurpose, after: keyof typeof AFTER) {
  const { clock } = app;
  const { loginSession, mailLinks } = app.people;

  async function open(token: string): Promise<OpenedLink | undefined> {
    const hash = hashCredential(token);
    const live = await mailLinks.find(hash, purpose, clock());
    return live && { live, hash, csrf: loginSession.formToken(purpose, hash), hidden: { token } };
  }

  /** Sends the page of a link that no longer works. Whoever has a link that was used finds that out. */
  async function gone(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const frame = frameFor(request);
    const text = textFor(frame.language);
    const { gone: is } = text.recovery;
    const token = readParameters(request.method === 'POST' ? request.body : request.query).get('token') ?? '';
    if (await mailLinks.wasUsed(hashCredential(token), purpose, clock())) {
      const sentences = [is.used, ...(after === 'again' ? [is.usedByOther] : [])];
      const next = after === 'again' ? AFTER.invitation(text) : AFTER[after](text);
      return sendPage(reply.code(404), outcomePage(frame, { title: is.usedTitle, sentences, next }), 'plain');
    }
    const advice = after === 'invitation' || after === 'email' ? [is[after]] : [];
    const outcome = { title: is.title, sentences: [is.text, ...advice], next: AFTER[after](text) };
    return sendPage(reply.code(404), outcomePage(frame, outcome), 'plain');
  }

  return {
    gone,

    /** Sends a page that says what a link does, which its button then does. */
    ask(
      { csrf, hidden }: OpenedLink,
      reply: FastifyReply,
      frame: PageFrame,
      {
        title,
        sentences,
        submit,
        action,
      }: { title: string; sentences: readonly string[]; submit: string; action: string },
    ): FastifyReply {
      const body = html`<div class="intro"><h1>${title}</h1>${sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>
${postForm({ action, csrf, hidden, body: button(submit) })}`;
      return sendPage(reply, page(frame, { title, body }), 'form');
    },

    show(path: string, show: Show): void {
      app.get(path, async (request, reply) => {
        const link = await open(readParameters(request.query).get('token') ?? '');
        return link === undefined ? gone(request, reply) : show(link, request, reply);
      });
    },

    /** RFC 6749 §10.12: accepts a form only from our own page, created for this link. */
    take(path: string, take: Take): void {
      app.post(path, async (request, reply) => {
        const form = readParameters(request.body);
        const token = form.get('token') ?? '';
        if (loginSession.checkForm(request, form.get('csrf'), purpose, hashCredential(token)) !== 'own')
          throw foreignForm();
        const link = await open(token);
        return link === undefined ? gone(request, reply) : take(link, form, request, reply);
      });
    },
  };
}
