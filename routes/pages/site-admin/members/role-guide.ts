/**
 * What each role may do, shown where a role is chosen. Every cell is read from the functions that decide it, so the table
 * cannot say anything else than what happens.
 */
import {
  ROLES,
  type Role,
  type RoleAtSchool,
  roleMayGrant,
  SCOPE_SUBJECTS,
  SCOPES,
} from '../../../../schema/oauth/scope.ts';
import { abilityWith } from '../../../../schema/school/staff-rights.ts';
import type { Text } from '../../../words/index.ts';
import { type Html, html } from '../../kit/html.ts';
import { runsSchool } from '../../kit/signed-in.ts';
import { manages, owns, seesMembers } from '../operator-pages.ts';

type Guide = Text['members']['roleGuide'];
type Ability = keyof Guide['abilities'];

/** What the table says of staff: the rights that the school gives them, and where they are chosen. */
export type StaffOfSchool = Pick<RoleAtSchool, 'staffScope'> & { href: string };

const onAdminPages = (role: Role): Ability => {
  if (manages({ role })) return 'edit';
  return runsSchool({ role }) ? 'view' : 'none';
};
const withOwnership = (role: Role): Ability => (owns({ role }) ? 'edit' : 'none');

/** In a narrow window a row is a card, in which every cell has the name of its role. */
const row = (label: string, abilityOf: (role: Role) => Ability, { members, roles }: Text): Html =>
  html`<tr><th scope="row">${label}</th>${ROLES.map((role) => html`<td data-label="${roles[role]}">${members.roleGuide.abilities[abilityOf(role)]}</td>`)}</tr>`;

/** The admin pages that people who run the school without managing it see. */
const staffPages = (staffScope: StaffOfSchool['staffScope'], { admin }: Text): readonly string[] => {
  const { overview, members, connections } = admin.area.pages;
  return seesMembers({ role: 'staff', staffScope }) ? [overview, members, connections] : [overview];
};

/** A table of all roles that opens below a choice of a role. */
export const roleGuide = ({ staffScope, href }: StaffOfSchool, text: Text): Html => {
  const guide = text.members.roleGuide;
  const held = new Map(
    ROLES.map((role) => [role, SCOPES.filter((scope) => roleMayGrant({ role, staffScope }, scope))]),
  );
  return html`<details><summary>${guide.title}</summary>
<div class="table" role="group" aria-label="${guide.title}" tabindex="0"><table class="cards">
<thead><tr><th scope="col">${guide.what}</th>${ROLES.map((role) => html`<th scope="col">${text.roles[role]}</th>`)}</tr></thead>
<tbody>${SCOPE_SUBJECTS.map((subject) => row(guide.subjects[subject], (role) => abilityWith(subject, held.get(role) ?? []), text))}
${row(guide.adminPages, onAdminPages, text)}
${row(guide.ownership, withOwnership, text)}</tbody></table></div>
<p class="detail">${guide.staffPages({ pages: staffPages(staffScope, text).join(', ') })}</p><p class="detail">${guide.note}</p><p class="detail"><a href="${href}">${text.staffRights.edit}</a></p></details>`;
};
