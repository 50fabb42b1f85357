import type { HandoverLink } from '../../../../schema/handover-link.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { button, day, linkButton, notice, postForm } from '../../kit/components.ts';
import { copyField } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { copyScript } from '../../kit/scripts.ts';

/** The page after a link was made. It is the only one that shows the link. */
export const handOverLinkPage = (
  frame: PageFrame,
  { name, url, href }: { name: string; url: string; href: string },
): string => {
  const text = textFor(frame.language);
  const { made } = text.handOver.admin;
  const body = html`<div class="intro"><h1>${made.title}</h1><p>${displayText(name)}</p></div>
${notice('warning', html`<p>${made.text}</p>`)}
${copyField(text.shell, 'link', made.label, url)}
<p>${linkButton(href, text.applications.issued.on, 'secondary')}</p>`;
  return page(frame, { title: made.title, body, headExtra: copyScript });
};

export type HandOverLinks = {
  links: readonly HandoverLink[];
  /** The path of the application. */
  base: string;
  csrf: string;
  timeZone: string;
  /** Whether links can be made: not for a disabled application. */
  isActive: boolean;
  hasSecret: boolean;
};

const item = (link: HandoverLink, { base, csrf, timeZone }: HandOverLinks, text: Text, language: string): Html => {
  const { admin } = text.handOver;
  const { hash, createdBy, createdAt, expiresAt, openedAt, revealedAt, revokedAt } = link;
  const date = (at: number): Html => day(at, language, timeZone);
  return html`<li><div><h3>${date(createdAt)}</h3>
<p class="detail">${createdBy !== null && html`${admin.by({ name: displayText(createdBy) })} · `}${admin.expires} ${date(expiresAt)}</p>
<p class="detail">${openedAt === null ? admin.notOpened : html`${admin.opened} ${date(openedAt)}`}${revealedAt !== null && html` · ${admin.revealed} ${date(revealedAt)}`}</p></div>
${
  revokedAt === null
    ? postForm({
        action: `${base}/hand-over/revoke`,
        csrf,
        hidden: { link: hash.toString('base64url') },
        body: button(admin.revoke, 'secondary'),
      })
    : html`<span class="badge off">${admin.revoked}</span>`
}</li>`;
};

/** The links of an application, on its page. */
export const handOverSection = (view: HandOverLinks, text: Text, language: string): Html => {
  const { title, lead, leadPublic, create, disabled } = text.handOver.admin;
  return html`<section class="stack"><h2>${title}</h2><p>${view.hasSecret ? lead : leadPublic}</p>
${view.links.length > 0 && html`<ul class="rows">${view.links.map((link) => item(link, view, text, language))}</ul>`}
<p>${view.isActive ? linkButton(`${view.base}/hand-over`, create, 'secondary') : disabled}</p></section>`;
};
