/** What the pages of links in e-mails have in common. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Text, textFor } from '../../words/index.ts';
import { button, type Hidden, postForm } from '../kit/components.ts';
import { html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { type Outcome, outcomePage } from '../kit/message.ts';
import { frameFor, sendPage } from '../kit/sending.ts';

/** A page that says what a link does, which its button then does. */
export interface LinkQuestion {
  title: string;
  sentences: readonly string[];
  action: string;
  csrf: string;
  hidden: Hidden;
  submit: string;
}

export const questionPage = (frame: PageFrame, { title, sentences, submit, ...form }: LinkQuestion): string =>
  page(frame, {
    title,
    body: html`<div class="intro"><h1>${title}</h1>${sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>
${postForm({ ...form, body: button(submit) })}`,
  });

/** Where a person can go from a link that no longer works. It is the same whether there ever was such a link. */
const AFTER = {
  again: ({ recovery }) => ({ href: '/password/forgot', label: recovery.gone.again }),
  invitation: ({ invitation }) => ({ href: '/sign-in', label: invitation.signIn }),
  email: ({ profile }) => ({ href: '/account/profile', label: profile.title }),
  account: ({ recovery }) => ({ href: '/account', label: recovery.confirm.toAccount }),
} as const satisfies Record<string, (text: Text) => Outcome['next']>;

/** @returns what sends the page of a link that no longer works */
export const linkGone =
  (after: keyof typeof AFTER) =>
  (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const frame = frameFor(request);
    const text = textFor(frame.language);
    const { gone } = text.recovery;
    const advice = after === 'invitation' || after === 'email' ? [gone[after]] : [];
    const next = AFTER[after](text);
    const goneLink = outcomePage(frame, { title: gone.title, sentences: [gone.text, ...advice], next });
    return sendPage(reply.code(404), goneLink, 'plain');
  };
