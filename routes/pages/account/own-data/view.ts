import type { SchoolMembership } from '../../../../schema/people/person.ts';
import { type Text, textFor, timeSpan } from '../../../words/index.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { outcomePage } from '../../kit/outcome.ts';

/** The section of the profile page that leads to the export and to the deletion. */
export const ownDataSection = ({ ownData }: Text): Html => html`<section class="stack">
<div class="intro"><h2>${ownData.title}</h2><p>${ownData.lead}</p></div>
<ul class="links">
<li><a href="/account/export">${ownData.export}</a></li>
<li><a href="/account/delete">${ownData.delete}</a></li>
</ul></section>`;

export const exportText = ({ ownData }: Text): Html => html`<p>${ownData.exportText}</p><p>${ownData.exportCare}</p>`;

/** The page after the last download of a day. */
export const tooOftenPage = (frame: PageFrame, waitSeconds: number): string => {
  const text = textFor(frame.language);
  const { message, ownData } = text;
  return outcomePage(frame, {
    title: message.throttled.title,
    sentences: [ownData.exportedTooOften({ span: timeSpan(text, waitSeconds) })],
    next: { href: '/account/profile', label: ownData.toProfile },
  });
};

export const deletionText = (schools: readonly string[], { ownData }: Text): Html => html`<p>${ownData.deleteText}</p>
<p>${ownData.gone}</p>
<p>${schools.length === 0 ? ownData.noSchool : ownData.schools({ names: schools.map(displayText).join(', ') })}</p>
<p>${ownData.kept}</p>
<p>${ownData.history}</p>
<p>${ownData.exportFirst} <a href="/account/export">${ownData.export}</a></p>`;

/** The page for somebody without whom a school would have no owner. */
export const onlyOwnerPage = (
  frame: PageFrame,
  schools: readonly Pick<SchoolMembership, 'siteName' | 'slug'>[],
): string => {
  const { ownData } = textFor(frame.language);
  const body = html`<div class="intro"><h1>${ownData.deleteTitle}</h1><p>${ownData.onlyOwner}</p></div>
<ul class="links">${schools.map(({ siteName, slug }) => html`<li><a href="/admin/${slug}/members">${displayText(siteName)}</a></li>`)}</ul>`;
  return page(frame, { title: ownData.deleteTitle, body });
};

/** The page for a person whose former e-mail address is still reserved. */
export const heldPage = (frame: PageFrame, until: number): string => {
  const { ownData } = textFor(frame.language);
  const style = { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' } as const;
  const written = new Intl.DateTimeFormat(frame.language, style).format(until);
  const body = html`<div class="intro"><h1>${ownData.deleteTitle}</h1><p>${ownData.recentlyChanged({ until: written })}</p></div>
<p><a href="/account/profile">${ownData.toProfile}</a></p>`;
  return page(frame, { title: ownData.deleteTitle, body });
};
