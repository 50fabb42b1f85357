/** The page where owners and administrators choose what staff of the school can see and edit, by subject. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldValues } from '../../../schema/audit/audit-event.ts';
import type { Parameters } from '../../../schema/data/parameters.ts';
import { type Scope, type ScopeSubject, STAFF_SCOPES } from '../../../schema/oauth/scope.ts';
import {
  ABILITIES,
  abilitiesOfStaff,
  choiceOf,
  readStaffChoice,
  STAFF_SUBJECTS,
  type StaffChoice,
  staffScopes,
  storedChoice,
} from '../../../schema/school/staff-rights.ts';
import { goTo } from '../../http.ts';
import type { Text } from '../../words/index.ts';
import { button, linkButton, notice, postForm } from '../kit/components.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { signedInBy } from '../kit/reauthentication.ts';
import { staffRightsStylesheet } from '../kit/styles.ts';
import {
  adminFrame,
  at,
  belowSchool,
  missing,
  type OperatorRequest,
  SCHOOL,
  type SiteAdminPages,
  STAFF_RIGHTS,
} from './operator-pages.ts';

const SETTINGS = '/settings';

/** Names a stored set in the form, which knows no empty values. No scope has one of these names. */
function marked(staffScope: string | null): string {
  if (staffScope === null) return 'default';
  return staffScope === '' ? 'nothing' : staffScope;
}

/** A change that was sent. */
interface Change {
  signedIn: OperatorRequest;
  form: Parameters;
  choice: StaffChoice;
}

const isStale = ({ signedIn, form }: Change): boolean => form.get('seen') !== marked(signedIn.membership.staffScope);

/** Returns the rights that staff would gain and lose. */
function differenceOf({ signedIn, choice }: Change) {
  const [was, is] = [staffScopes(signedIn.membership.staffScope), staffScopes(storedChoice(choice))];
  return {
    added: is.filter((scope) => !was.includes(scope)),
    removed: was.filter((scope) => !is.includes(scope)),
  };
}

const choiceIn = (form: Parameters): StaffChoice | undefined =>
  form.get('default') === 'yes' ? choiceOf(STAFF_SCOPES) : readStaffChoice((subject) => form.get(subject));

export function staffRights(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const show = definePage<OperatorRequest, { isStale: boolean }>(app, belowSchool(managers, SETTINGS), {
    at: `${SCHOOL}${STAFF_RIGHTS}`,
    load: () => ({ isStale: false }),
    title: (_form, { text }) => text.staffRights.title,
    lead: (_form, { text }) => html`<p>${text.staffRights.lead}</p>`,
    done: ({ text }) => ({ saved: text.staffRights.done }),
    isWrong: (form) => form.isStale,
    scripts: () => html`<link rel="stylesheet" href="${staffRightsStylesheet.path}">`,
    body(form, { csrf, signedIn, text }) {
      const { shell, staffRights: words } = text;
      const { staffScope } = signedIn.membership;
      const reset = html`<button type="submit" name="default" value="yes" class="secondary">${words.reset}</button>`;
      return html`${form.isStale && notice('problem', html`<p>${words.stale}</p>`)}
<p>${staffScope === null ? words.isDefault : words.isOwn}</p>
${postForm({
  action: at(signedIn, STAFF_RIGHTS),
  csrf,
  hidden: { seen: marked(staffScope) },
  body: html`${choiceTable(choiceOf(staffScopes(staffScope)), text)}
<p class="detail">${words.note}</p><p class="detail">${words.people}</p>
<div class="inline">${button(shell.save)}${staffScope !== null && reset}${linkButton(at(signedIn, SETTINGS), shell.cancel, 'secondary')}</div>`,
})}`;
    },
  });

  managers.set(`${SCHOOL}${STAFF_RIGHTS}`, async (signedIn, form, reply) => {
    const choice = choiceIn(form);
    if (choice === undefined) return missing(signedIn, reply);
    const change = { signedIn, form, choice };
    // Giving a right requires reauthentication, as giving a role with more rights does.
    if (isStale(change) || differenceOf(change).added.length === 0) return save(change, reply);
    const { staffRights: words, shell } = signedIn.text;
    const proof = await signedInBy(
      app,
      managers,
      { signedIn, form, reply },
      {
        frame: adminFrame(signedIn, SETTINGS),
        title: words.confirm.title,
        consequences: changedRights(differenceOf(change), signedIn.text),
        hidden: { ...choice, seen: marked(signedIn.membership.staffScope) },
        submit: shell.save,
        tone: 'primary',
        cancelHref: at(signedIn, STAFF_RIGHTS),
      },
    );
    return 'sent' in proof ? proof.sent : save({ ...change, signedIn: proof.entered }, reply);
  });

  /** Stores the change if the form showed what is stored, and otherwise shows what is. */
  async function save(change: Change, reply: FastifyReply): Promise<FastifyReply> {
    const { signedIn, choice } = change;
    if (isStale(change)) return show(signedIn, reply.code(409), { isStale: true });
    const { siteId, staffScope: seen } = signedIn.membership;
    const staffScope = storedChoice(choice);
    if (staffScope === seen) return goTo(reply, at(signedIn, STAFF_RIGHTS));
    const event = signedIn.event('staff_rights_changed', {
      before: fieldValues({ scopes: staffScopes(seen) }),
      after: fieldValues({ scopes: staffScopes(staffScope) }),
    });
    const wanted = { siteId, personId: signedIn.session.person.id, staffScope, seen };
    if (await app.school.staffRights.change(wanted, event))
      return goTo(reply, at(signedIn, `${STAFF_RIGHTS}?done=saved`));
    const present = await managers.reload(signedIn, reply);
    return present === undefined ? reply : show(present, reply.code(409), { isStale: true });
  }
}

/** Says which rights a change gives and takes. */
function changedRights(
  { added, removed }: ReturnType<typeof differenceOf>,
  { audit, scopes, staffRights }: Text,
): Html {
  const listOf = (title: string, list: readonly Scope[]): Html | false =>
    list.length > 0 &&
    html`<p><strong>${title}</strong></p><ul>${list.map((scope) => html`<li>${scopes[scope]}</li>`)}</ul>`;
  const { change } = audit;
  return html`<p>${staffRights.confirm.text}</p>${listOf(change.added, added)}${listOf(change.removed, removed)}`;
}

function choiceTable(choice: StaffChoice, { members: { roleGuide }, staffRights: { abilities, title } }: Text): Html {
  // A choice that staff cannot have leaves its cell empty.
  const row = (subject: ScopeSubject): Html[] =>
    ABILITIES.map((ability) =>
      abilitiesOfStaff(subject).includes(ability)
        ? html`<td><label class="pick"><input type="radio" name="${subject}" value="${ability}" aria-label="${roleGuide.subjects[subject]}: ${abilities[ability]}"${choice[subject] === ability && html` checked`}><span>${abilities[ability]}</span></label></td>`
        : html`<td></td>`,
    );
  return html`<div class="table" role="group" aria-label="${title}" tabindex="0"><table class="cards rights">
<thead><tr><th scope="col">${roleGuide.what}</th>${ABILITIES.map((ability) => html`<th scope="col">${abilities[ability]}</th>`)}</tr></thead>
<tbody>${STAFF_SUBJECTS.map((subject) => html`<tr><th scope="row">${roleGuide.subjects[subject]}</th>${row(subject)}</tr>`)}</tbody></table></div>`;
}
