import type { Scope } from '../../../../schema/oauth/scope.ts';
import type { ApplicationEntry, ApplicationProblems } from '../../../../schema/oauth/site-application.ts';
import type { Text } from '../../../words/index.ts';
import { type Html, html } from '../../kit/html.ts';
import { groupOf, SCOPE_GROUPS, type ScopeGroup } from './scope-groups.ts';

export type ScopeChoice = {
  isNew: boolean;
  /** The scopes that this operator can grant. */
  offered: readonly Scope[];
  chosen: ApplicationEntry['scopes'];
  problem: ApplicationProblems['scopes'];
};

const scopeChoice = (scope: Scope, chosen: ReadonlySet<string>, text: Text): Html =>
  html`<label><input type="checkbox" name="scope" value="${scope}"${chosen.has(scope) && html` checked`}>${text.scopes[scope]} <code>${scope}</code></label>`;

/** Folded unless one of its scopes is selected or has an error. A script updates the count while boxes are ticked. */
const scopeGroup = (group: ScopeGroup, { offered, chosen, problem }: ScopeChoice, text: Text): Html | undefined => {
  const members = offered.filter((scope) => groupOf(scope) === group);
  if (members.length === 0) return undefined;
  const ticked = new Set<string>(chosen);
  const count = members.filter((scope) => ticked.has(scope)).length;
  const isOpen = count > 0 || problem !== undefined;
  return html`<details class="scopes"${isOpen && html` open`}><summary><h3 id="scopes-${group}">${text.consent.groups[group]}</h3>
<span class="detail">${text.applications.form.scopes.chosen} <span class="count">${count}</span>/${members.length}</span></summary>
<div role="group" aria-labelledby="scopes-${group}">${members.map((scope) => scopeChoice(scope, ticked, text))}</div></details>`;
};

/** The choice of the scopes that an application may request, by group. */
export const scopeChoices = (choice: ScopeChoice, text: Text): Html => {
  const { scopes, faults } = text.applications.form;
  const { isNew, problem } = choice;
  return html`<section class="stack" id="scopes"><h2>${scopes.title}</h2><p class="detail">${scopes.hint}</p>
${!isNew && html`<p class="detail">${scopes.change}</p>`}
${problem !== undefined && html`<p class="error">${problem === 'required' ? faults.noScope : faults.notYours}</p>`}
<div>${SCOPE_GROUPS.map((group) => scopeGroup(group, choice, text))}</div></section>`;
};
