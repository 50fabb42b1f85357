/** The page of an import: what it would do, until it is confirmed, and then what it has done. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { StoredRoster } from '../../../../plugins/school/stores.ts';
import {
  type PlannedRow,
  peopleIn,
  ROSTER_KINDS,
  type RosterKind,
  type RosterOutcome,
} from '../../../../schema/school/roster.ts';
import { goTo } from '../../../http.ts';
import type { Text } from '../../../words/index.ts';
import { backLink, button, chips, linkButton, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { paginationLinks } from '../../kit/pagination.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { requireReauthentication, signedInBy } from '../../kit/reauthentication.ts';
import { at, belowSchool, type OperatorRequest, operatorOf, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { ROSTER, stateOf } from './upload.ts';

const PATH = `${SCHOOL}${ROSTER}/:roster`;
/** Rows of a kind on the first page, and on the pages of that kind. */
const FEW = 3;
const PER_PAGE = 100;
/** How long a request waits for what it has begun. */
const PATIENCE_MS = 5000;
/** Rows that were left as they were, by their lines. */
const NAMED_LINES = 50;
const SIGNS: Readonly<Record<RosterKind, string>> = { error: '!', new: '+', changed: '~', missing: '−', same: '=' };
/** Classes of rows. */
const ROW_STYLES: Readonly<Record<RosterKind, string>> = {
  error: 'wrong',
  new: 'new',
  changed: 'changed',
  missing: 'missing-row',
  same: 'same',
};

interface Check {
  roster: StoredRoster;
  course: string | undefined;
  kind: RosterKind | undefined;
  from: number;
  rows: readonly PlannedRow[];
  outcomes: Partial<Record<RosterOutcome, number>>;
  skipped: readonly number[];
}

const pathOf = (signedIn: OperatorRequest, { id }: StoredRoster, below = ''): string =>
  at(signedIn, `${ROSTER}/${encodeURIComponent(id)}${below}`);

/** What was shown is seen by the person who uploaded it, and what was done by all who manage the school. */
async function findRoster(app: FastifyInstance, signedIn: OperatorRequest): Promise<StoredRoster | undefined> {
  const { membership, request, session } = signedIn;
  const found = await app.school.rosters.find(membership.siteId, pathParameter(request, 'roster'), app.clock());
  return found?.state === 'shown' && found.personId !== session.person.id ? undefined : found;
}

/** A few rows of each kind, or a page of one. */
async function rowsFor(app: FastifyInstance, roster: StoredRoster, kind: RosterKind | undefined, from: number) {
  const found: PlannedRow[] = [];
  const passed = new Map<RosterKind, number>();
  for await (const row of app.school.roster.rows(roster)) {
    const count = passed.get(row.kind) ?? 0;
    passed.set(row.kind, count + 1);
    const isShown = kind === undefined ? row.kind !== 'same' && count < FEW : row.kind === kind && count >= from;
    if (isShown) found.push(row);
    if (kind !== undefined && found.length === PER_PAGE) break;
  }
  const order = (row: PlannedRow): number => ROSTER_KINDS.indexOf(row.kind);
  return found.sort((a, b) => order(a) - order(b));
}

async function load(app: FastifyInstance, { query, signedIn }: Visit<OperatorRequest>): Promise<Check | undefined> {
  const roster = await findRoster(app, signedIn);
  if (roster === undefined) return undefined;
  const { rosters, records } = app.school;
  const kind = ROSTER_KINDS.find((one) => one === query.get('show'));
  const start = Number(/^\d{1,4}$/.exec(query.get('from') ?? '')?.[0] ?? 0);
  const { courseId, id, siteId, state } = roster;
  const course = courseId === null ? undefined : (await records('courses').labels(siteId, [courseId])).get(courseId);
  const shared = { roster, course: course?.name ?? courseId ?? undefined, kind, from: start };
  if (state === 'shown') return { ...shared, rows: await rowsFor(app, roster, kind, start), outcomes: {}, skipped: [] };
  const skipped = (await rosters.skipped(id, NAMED_LINES)).map(({ position }) => Math.floor(position / 2));
  return { ...shared, rows: [], outcomes: await rosters.outcomes(id), skipped };
}

export function rosterCheck(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const place = belowSchool(managers, ROSTER);

  definePage<OperatorRequest, Check>(app, place, {
    at: PATH,
    load: (visit) => load(app, visit),
    title: ({ roster: { state } }, { text }) => (state === 'shown' ? text.roster.checkTitle : text.roster.doneTitle),
    top: ({ roster: { counts, state } }, { signedIn, text }, title) => {
      const count = counts.error + counts.new + counts.changed + counts.same;
      return html`<div class="intro">${backLink(at(signedIn, ROSTER), text.roster.title)}<h1>${title}</h1>${state === 'shown' && html`<p>${text.roster.checkLead({ count })}</p>`}</div>`;
    },
    body: (check, visit) => (check.roster.state === 'shown' ? checkBody(check, visit) : doneBody(check, visit)),
  });

  // It says what is set, so that it goes on with what was interrupted.
  managers.set(`${PATH}/import`, async (signedIn, form, reply) => {
    const roster = await findRoster(app, signedIn);
    if (roster === undefined) return place.missing(signedIn, reply);
    const endsMissing = form.get('end_missing') === 'yes';
    const { counts } = roster;
    const isOver = roster.state !== 'shown' && roster.state !== 'running';
    if (isOver || counts.roles === 0) return begin(app, signedIn, reply, roster, endsMissing);
    const { confirm, submit } = signedIn.text.roster;
    const proof = await signedInBy(
      app,
      managers,
      { signedIn, form, reply },
      {
        frame: place.frame(signedIn),
        title: confirm.title({ count: peopleIn(counts, endsMissing) }),
        consequences: html`<p>${confirm.text({ count: counts.roles })}</p>`,
        hidden: endsMissing ? { end_missing: 'yes' } : {},
        submit: submit({ count: peopleIn(counts, endsMissing) }),
        tone: 'primary',
        cancelHref: pathOf(signedIn, roster),
      },
    );
    return 'sent' in proof ? proof.sent : begin(app, proof.entered, reply, roster, endsMissing);
  });

  requireReauthentication<OperatorRequest, StoredRoster>(app, managers, {
    ...place,
    path: `${PATH}/undo`,
    find: async (signedIn) => {
      const roster = await findRoster(app, signedIn);
      return roster?.state === 'done' || roster?.state === 'undoing' ? roster : undefined;
    },
    describe(signedIn, roster) {
      const { undo } = signedIn.text.roster;
      const cancelHref = pathOf(signedIn, roster);
      return { title: undo.title, consequences: html`<p>${undo.text}</p>`, submit: undo.submit, cancelHref };
    },
    async act(signedIn, roster) {
      await patiently(app, app.school.roster.takeBack(operatorOf(app, signedIn), roster));
      return pathOf(signedIn, roster);
    },
  });
}

async function begin(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  reply: FastifyReply,
  roster: StoredRoster,
  endsMissing: boolean,
): Promise<FastifyReply> {
  await patiently(app, app.school.roster.carryOut(operatorOf(app, signedIn), roster, endsMissing));
  return goTo(reply, pathOf(signedIn, roster));
}

/** What takes longer goes on without the request, and the page says how far it is. */
async function patiently({ log }: FastifyInstance, work: Promise<void>): Promise<void> {
  const logged = work.catch((error: unknown) => log.error({ err: error }, 'an import was interrupted'));
  await Promise.race([logged, sleep(PATIENCE_MS, undefined, { ref: false })]);
}

function checkBody({ course, from, kind, roster, rows }: Check, visit: Visit<OperatorRequest>): Html {
  const { csrf, signedIn, text } = visit;
  const { roster: words } = text;
  const { counts } = roster;
  const here = pathOf(signedIn, roster);
  const kinds = ROSTER_KINDS.filter((one) => counts[one] > 0).map((one) => ({
    href: `${here}?show=${one}`,
    label: `${SIGNS[one]} ${words.kinds[one]}`,
    count: counts[one],
    isCurrent: one === kind,
  }));
  const more = (one: RosterKind): Html | false =>
    kind === undefined &&
    one !== 'same' &&
    counts[one] > FEW &&
    html`<tr class="others"><td colspan="6"><a href="${here}?show=${one}">${words.more[one]({ count: counts[one] - FEW })}</a></td></tr>`;
  const body = ROSTER_KINDS.map((one) => {
    const some = rows.filter((row) => row.kind === one);
    return some.length > 0 && html`${some.map((row) => rowOf(row, course !== undefined, text))}${more(one)}`;
  });
  const pages = {
    previous: kind !== undefined && from > 0 ? `show=${kind}&from=${Math.max(0, from - PER_PAGE)}` : undefined,
    next: kind !== undefined && counts[kind] > from + PER_PAGE ? `show=${kind}&from=${from + PER_PAGE}` : undefined,
  };
  const { columns } = words;
  const heads = [columns.change, columns.line, columns.name, columns.email, columns.role, columns.happens];
  return html`<nav class="choosing" aria-label="${columns.change}">${chips([[{ href: here, label: words.overview, isCurrent: kind === undefined }], kinds])}</nav>
${rows.length > 0 && html`<div class="table"><table class="cards changes-list"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${body}</tbody></table></div>`}
${paginationLinks(pages, here, text)}
${kind === undefined && confirmForm(roster, course, csrf, visit)}`;
}

function rowOf(row: PlannedRow, hasCourse: boolean, text: Text): Html {
  const { email, fault, gives, kind, line, name, person, role } = row;
  const { roles } = text;
  const known = person === undefined ? (roles[gives ?? 'member'] ?? '') : roles[person.role];
  const isOf = (...faults: string[]): boolean => fault !== undefined && faults.includes(fault);
  const wrong = (value: string, isWrong: boolean) =>
    isWrong ? html`<mark>${displayText(value)}</mark>` : displayText(value);
  const roleCell =
    kind === 'error'
      ? wrong(role, isOf('role', 'owner', 'above', 'own'))
      : kind === 'changed' && gives !== undefined
        ? html`<del>${known}</del> <ins>${roles[gives]}</ins>`
        : known;
  return html`<tr class="${ROW_STYLES[kind]}"><td>${SIGNS[kind]}</td><td class="number">${kind === 'missing' ? '–' : line}</td>
<th scope="row">${wrong(name || (person?.name ?? ''), isOf('name'))}</th><td>${wrong(email, isOf('email', 'twice', 'removed', 'suspended'))}</td><td>${roleCell}</td><td>${happens(row, hasCourse, text)}</td></tr>
`;
}

function happens(
  { enrolls, fault, gives, kind, name, person }: PlannedRow,
  hasCourse: boolean,
  { roster }: Text,
): string {
  const { what } = roster;
  if (kind === 'error') return roster.rowFaults[fault ?? 'email'];
  if (kind === 'new') return hasCourse ? what.invitedAndEnrolled : what.invited;
  if (kind === 'missing') return what.kept;
  if (kind === 'changed') {
    if (gives === undefined) return what.enrolled;
    return enrolls === true ? what.roleAndEnrolled : what.role;
  }
  const isOther = name !== '' && person?.name != null && person.name !== name;
  return isOther ? what.otherName : what.nothing;
}

function confirmForm(
  roster: StoredRoster,
  course: string | undefined,
  csrf: string,
  { signedIn, text }: Visit<OperatorRequest>,
): Html {
  const { roster: words } = text;
  const { counts } = roster;
  const count = peopleIn(counts, false);
  const another = linkButton(
    at(signedIn, `${ROSTER}?again=${encodeURIComponent(roster.id)}`),
    words.another,
    'secondary',
  );
  if (count + counts.missing === 0) return html`<p>${words.nothingToDo}</p><p class="inline">${another}</p>`;
  const title = displayText(course ?? '');
  const end = html`<label class="choice"><input type="checkbox" name="end_missing" value="yes"><span>${words.endMissing({ count: counts.missing })}<br><span class="hint">${words.endMissingHint({ course: title })}</span></span></label>`;
  const body = html`${course !== undefined && html`<p>${words.enrolling({ course: title })}</p>`}
${counts.missing > 0 && end}
<p class="quiet">${words.undoHint}</p>
<div class="inline">${button(count === 0 ? words.submitMissing : words.submit({ count }))}${another}</div>`;
  return postForm({ action: pathOf(signedIn, roster, '/import'), csrf, body });
}

/** What happens next, and where it is seen. */
function afterwards({ counts, courseId }: StoredRoster, signedIn: OperatorRequest): Html {
  const { roster } = signedIn.text;
  const links = [
    ...(courseId === null
      ? []
      : [{ href: `/enrollments?courseId=${encodeURIComponent(courseId)}`, label: roster.result.seeEnrolled }]),
    ...(counts.new === 0 ? [] : [{ href: '/members?status=invited', label: roster.result.seeInvited }]),
  ];
  return html`${links.length > 0 && html`<p class="inline">${links.map(({ href, label }) => linkButton(at(signedIn, href), label, 'secondary'))}</p>`}`;
}

function doneBody(
  { course, outcomes, roster, skipped }: Check,
  { csrf, signedIn, text }: Visit<OperatorRequest>,
): Html {
  const { roster: words } = text;
  const { state } = roster;
  const { done = 0, kept = 0, undone = 0 } = outcomes;
  const all = peopleIn(roster.counts, roster.endsMissing);
  const { result } = words;
  const goOn = postForm({
    action: pathOf(signedIn, roster, '/import'),
    csrf,
    body: html`<div class="inline">${button(result.goOn, 'secondary')}<a href="${pathOf(signedIn, roster)}">${result.reload}</a></div>`,
  });
  const undo = linkButton(
    pathOf(signedIn, roster, '/undo'),
    state === 'undoing' ? result.goOn : `${words.undo.submit}…`,
    'secondary',
  );
  const now = stateOf(state, text);
  return html`${now !== undefined && notice(state === 'undone' ? 'info' : 'warning', html`<p>${now}</p>`)}
${notice(
  state === 'done' ? 'success' : 'info',
  html`<p>${result.done({ count: done + kept + undone, all })}</p>
${course !== undefined && html`<p>${words.enrolling({ course: displayText(course) })}</p>`}
${state === 'done' && roster.counts.new > 0 && html`<p>${result.invited({ count: roster.counts.new })}</p>`}`,
)}
${roster.counts.error > 0 && notice('warning', html`<p>${result.wrong({ count: roster.counts.error })}</p>`)}
${state === 'done' && afterwards(roster, signedIn)}
${skipped.length > 0 && html`<p>${result.skipped({ count: outcomes.skipped ?? 0 })} ${skipped.filter((line) => line < 1_000_000).join(', ')}</p>`}
${undone + kept > 0 && html`<p>${result.undone({ count: undone })} ${kept > 0 && result.kept({ count: kept })}</p>`}
${state === 'running' && goOn}
${(state === 'done' || state === 'undoing') && html`<p class="quiet">${words.undoHint}</p><p class="inline">${undo}</p>`}`;
}
