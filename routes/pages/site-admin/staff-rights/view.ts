import type { Scope, ScopeSubject } from '../../../../schema/oauth/scope.ts';
import {
  ABILITIES,
  type Ability,
  abilitiesOfStaff,
  STAFF_SUBJECTS,
  type StaffChoice,
} from '../../../../schema/school/staff-rights.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { button, linkButton, notice, postForm } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { staffRightsStylesheet } from '../../kit/styles.ts';

export type StaffRights = {
  choice: StaffChoice;
  /** Whether the school has made no choice of its own. */
  isDefault: boolean;
  action: string;
  backHref: string;
  csrf: string;
  /** What the choice was made from. */
  seen: string;
  result: 'saved' | 'stale' | undefined;
};

/** Says which rights a change gives and takes. */
export const changedRights = (
  { added, removed }: { added: readonly Scope[]; removed: readonly Scope[] },
  { audit: { change }, scopes, staffRights }: Text,
): Html => {
  const listOf = (title: string, list: readonly Scope[]): Html | false =>
    list.length > 0 &&
    html`<p><strong>${title}</strong></p><ul>${list.map((scope) => html`<li>${scopes[scope]}</li>`)}</ul>`;
  return html`<p>${staffRights.confirm.text}</p>${listOf(change.added, added)}${listOf(change.removed, removed)}`;
};

/** A choice that staff cannot have leaves its cell empty. */
const cell = (subject: ScopeSubject, ability: Ability, { choice }: StaffRights, text: Text): Html => {
  if (!abilitiesOfStaff(subject).includes(ability)) return html`<td></td>`;
  const label = `${text.members.roleGuide.subjects[subject]}: ${text.staffRights.abilities[ability]}`;
  return html`<td><label class="pick"><input type="radio" name="${subject}" value="${ability}" aria-label="${label}"${choice[subject] === ability && html` checked`}><span>${text.staffRights.abilities[ability]}</span></label></td>`;
};

const row = (subject: ScopeSubject, view: StaffRights, text: Text): Html =>
  html`<tr><th scope="row">${text.members.roleGuide.subjects[subject]}</th>${ABILITIES.map((ability) => cell(subject, ability, view, text))}</tr>`;

/** The page with what staff can see and edit, by subject. */
export const staffRightsPage = (frame: PageFrame, view: StaffRights): string => {
  const text = textFor(frame.language);
  const { members, shell, staffRights } = text;
  const { action, backHref, csrf, isDefault, result, seen } = view;
  const body = html`<div class="intro"><h1>${staffRights.title}</h1><p>${staffRights.lead}</p></div>
${result === 'saved' && notice('info', html`<p role="status">${staffRights.done}</p>`)}
${result === 'stale' && notice('problem', html`<p>${staffRights.stale}</p>`)}
<p>${isDefault ? staffRights.isDefault : staffRights.isOwn}</p>
${postForm({
  action,
  csrf,
  hidden: { seen },
  body: [
    html`<div class="table" role="group" aria-label="${staffRights.title}" tabindex="0"><table class="cards rights">
<thead><tr><th scope="col">${members.roleGuide.what}</th>${ABILITIES.map((ability) => html`<th scope="col">${staffRights.abilities[ability]}</th>`)}</tr></thead>
<tbody>${STAFF_SUBJECTS.map((subject) => row(subject, view, text))}</tbody></table></div>`,
    html`<p class="detail">${staffRights.note}</p><p class="detail">${staffRights.people}</p>`,
    html`<div class="inline">${button(shell.save)}${!isDefault && html`<button type="submit" name="default" value="yes" class="secondary">${staffRights.reset}</button>`}${linkButton(backHref, shell.cancel, 'secondary')}</div>`,
  ],
})}`;
  const headExtra = html`<link rel="stylesheet" href="${staffRightsStylesheet.path}">`;
  return page(frame, { title: staffRights.title, body, headExtra, isWrong: result === 'stale' });
};
