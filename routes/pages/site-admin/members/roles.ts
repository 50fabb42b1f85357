/**
 * What each role may do, shown where a role is chosen. Every cell is read from the functions that decide it, so the table
 * cannot say anything else than what happens.
 */
import {
  ASSIGNABLE_ROLES,
  outranks,
  ROLES,
  type Role,
  roleMayGrant,
  SCOPE_SUBJECTS,
  SCOPES,
} from '../../../../schema/oauth/scope.ts';
import { abilityWith } from '../../../../schema/school/staff-rights.ts';
import type { Text } from '../../../words/index.ts';
import { optionsOf, select } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import { runsSchool } from '../../kit/signed-in.ts';
import { at, manages, type OperatorRequest, owns, STAFF_RIGHTS, seesMembers } from '../operator-pages.ts';

type Ability = keyof Text['members']['roleGuide']['abilities'];

/** The roles that this operator can assign: none above their own, and never owner. */
export const rolesToGive = (signedIn: OperatorRequest): Role[] =>
  signedIn.manages ? ASSIGNABLE_ROLES.filter((role) => !outranks(role, signedIn.membership.role)) : [];

export function roleSelect(label: string, value: string, signedIn: OperatorRequest): Html {
  return select({ name: 'role', label, options: optionsOf(rolesToGive(signedIn), signedIn.text.roles), value });
}

const onAdminPages = (role: Role): Ability => {
  if (manages({ role })) return 'edit';
  return runsSchool({ role }) ? 'view' : 'none';
};

const withOwnership = (role: Role): Ability => (owns({ role }) ? 'edit' : 'none');

/** A table of all roles that opens below a choice of a role, with the rights that this school gives its staff. */
export function roleGuide(signedIn: OperatorRequest): Html {
  const { admin, members, roles, staffRights } = signedIn.text;
  const { roleGuide: guide } = members;
  const { staffScope } = signedIn.membership;
  const held = new Map(
    ROLES.map((role) => [role, SCOPES.filter((scope) => roleMayGrant({ role, staffScope }, scope))]),
  );
  // In a narrow window a row is a card, in which every cell has the name of its role.
  const row = (label: string, abilityOf: (role: Role) => Ability): Html =>
    html`<tr><th scope="row">${label}</th>${ROLES.map((role) => html`<td data-label="${roles[role]}">${guide.abilities[abilityOf(role)]}</td>`)}</tr>`;
  const { overview, members: list, connections } = admin.area.pages;
  const pages = seesMembers({ role: 'staff', staffScope }) ? [overview, list, connections] : [overview];
  return html`<details><summary>${guide.title}</summary>
<div class="table" role="group" aria-label="${guide.title}" tabindex="0"><table class="cards">
<thead><tr><th scope="col">${guide.what}</th>${ROLES.map((role) => html`<th scope="col">${roles[role]}</th>`)}</tr></thead>
<tbody>${SCOPE_SUBJECTS.map((subject) => row(guide.subjects[subject], (role) => abilityWith(subject, held.get(role) ?? [])))}
${row(guide.adminPages, onAdminPages)}
${row(guide.ownership, withOwnership)}</tbody></table></div>
<p class="detail">${guide.staffPages({ pages: pages.join(', ') })}</p><p class="detail">${guide.note}</p><p class="detail"><a href="${at(signedIn, STAFF_RIGHTS)}">${staffRights.edit}</a></p></details>`;
}
