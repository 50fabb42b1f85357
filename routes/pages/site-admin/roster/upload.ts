/** The page to which a list of people is uploaded, with the imports of the last 30 days. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CsvError, csvLine } from '../../../../schema/data/csv.ts';
import { decodeText } from '../../../../schema/data/plain-text.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { MAX_ROSTER_BYTES, MAX_ROSTER_ROWS, peopleIn, RosterFileError } from '../../../../schema/school/roster.ts';
import { goTo } from '../../../http.ts';
import type { Text } from '../../../words/index.ts';
import { button, moment, notice, postForm, searchField, select, textArea } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { filterForm } from '../../kit/list.ts';
import { definePage, pageSender, type Visit } from '../../kit/page.ts';
import { runsSchool } from '../../kit/signed-in.ts';
import { acceptFile } from '../form-with-file.ts';
import {
  at,
  belowSchool,
  type OperatorRequest,
  operatorOf,
  runAs,
  SCHOOL,
  type SiteAdminPages,
  siteAdminPages,
} from '../operator-pages.ts';

export const ROSTER = '/roster';
/** Most of a form is the list itself, which may be sent as a file and as text. */
const MAX_FORM_BYTES = 2 * MAX_ROSTER_BYTES + 16_384;
const COURSES = 100;
/** Rows that a form shows again. */
const MOST_PASTED = 200;

type Imports = Awaited<ReturnType<FastifyInstance['school']['rosters']['ofSite']>>;

interface Upload {
  courses: readonly { value: string; label: string }[];
  isSearched: boolean;
  course: string;
  pasted: string;
  imports: Imports;
  problem?: string;
}

export function rosterUpload(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const place = belowSchool(managers, ROSTER);

  async function load(signedIn: OperatorRequest, course: string, q: string): Promise<Upload> {
    const { list_courses } = app.school.operations;
    const { siteId } = signedIn.membership;
    const read = (words: string) =>
      runAs(app, signedIn, list_courses, { first: COURSES, ...(words === '' ? {} : { q: words }) });
    const { nodes, pageInfo } = await read(q).catch((error: unknown) => {
      if (error instanceof ProblemError) return read('');
      throw error;
    });
    const open = nodes.filter(({ status }) => status !== 'archived').map(({ id, title }) => ({ value: id, title }));
    const chosen = open.some(({ value }) => value === course)
      ? undefined
      : (await app.school.records('courses').labels(siteId, [course])).get(course);
    const all = chosen === undefined ? open : [{ value: course, title: chosen.name ?? course }, ...open];
    return {
      courses: all.map(({ value, title }) => ({ value, label: displayText(title) })),
      isSearched: q !== '' || pageInfo.hasNextPage,
      course,
      pasted: '',
      imports: await app.school.rosters.ofSite(siteId, app.clock()),
    };
  }

  const page = {
    title: (_upload: Upload, { text }: Visit<OperatorRequest>) => text.roster.title,
    lead: (_upload: Upload, { text }: Visit<OperatorRequest>) => html`<p>${text.roster.lead}</p>`,
    isWrong: ({ problem }: Upload) => problem !== undefined,
    body: (upload: Upload, visit: Visit<OperatorRequest>) => html`${uploadForm(upload, visit)}
${earlier(upload.imports, visit)}`,
  };
  definePage<OperatorRequest, Upload>(app, place, {
    ...page,
    at: `${SCHOOL}${ROSTER}`,
    async load({ query, signedIn }) {
      const before = await pastedBefore(app, signedIn, query.get('again'));
      const upload = await load(signedIn, query.get('course') ?? before.course, query.get('q')?.trim() ?? '');
      return { ...upload, pasted: before.pasted };
    },
  });
  const show = pageSender<OperatorRequest, Upload>(app, place, page);
  const refuse = async (signedIn: OperatorRequest, reply: FastifyReply, problem: string, course = '', pasted = '') =>
    show(signedIn, reply, { ...(await load(signedIn, course, '')), pasted, problem });

  app.register(async (scope) => {
    const pages = siteAdminPages(scope).managers;
    const tooLarge = (signedIn: OperatorRequest, reply: FastifyReply) =>
      refuse(signedIn, reply, signedIn.text.roster.faults.too_large);
    acceptFile(scope, MAX_FORM_BYTES, { pages, show: tooLarge });
    pages.post(
      `${SCHOOL}${ROSTER}/compare`,
      async (signedIn, form, reply) => {
        const { sentFile } = signedIn.request;
        const pasted = form.get('rows') ?? '';
        const course = form.get('course') ?? '';
        const list = sentFile === undefined || sentFile.length === 0 ? pasted : decodeText(sentFile);
        const outcome = await compared(app, signedIn, list, course);
        return 'id' in outcome
          ? goTo(reply, at(signedIn, `${ROSTER}/${outcome.id}`))
          : refuse(signedIn, reply.code(400), outcome.problem, course, pasted);
      },
      {
        bodyLimit: MAX_FORM_BYTES,
        isFor: (memberships, { params }) =>
          memberships.some((one) => one.slug === (params as { school: string }).school && runsSchool(one)),
      },
    );
  });
}

/** A list that was only compared, to be corrected by the person who sent it. Longer lists are chosen again. */
async function pastedBefore(app: FastifyInstance, { membership, session }: OperatorRequest, id = '') {
  const none = { course: '', pasted: '' };
  const found = /^[\w-]{1,64}$/.test(id)
    ? await app.school.rosters.find(membership.siteId, id, app.clock())
    : undefined;
  if (found?.state !== 'shown' || found.personId !== session.person.id) return none;
  const lines: string[] = [];
  for await (const { email, kind, line, name, role } of app.school.roster.rows(found)) {
    // The rows keep their numbers if the list had a line with the names of its columns.
    if (lines.length === 0 && line > 1 && kind !== 'missing') lines.push('name,email,role');
    if (kind !== 'missing') lines.push(csvLine([name, email, role]).trimEnd());
    if (lines.length > MOST_PASTED) return { ...none, course: found.courseId ?? '' };
  }
  return { course: found.courseId ?? '', pasted: lines.join('\n') };
}

/** @returns the import, or what is wrong with the list */
async function compared(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  list: string | undefined,
  course: string,
): Promise<{ id: string } | { problem: string }> {
  const { faults } = signedIn.text.roster;
  if (list === undefined) return { problem: faults.encoding };
  if (list.length > MAX_ROSTER_BYTES) return { problem: faults.too_large };
  try {
    return await app.school.roster.plan(operatorOf(app, signedIn), list, course === '' ? undefined : course);
  } catch (error) {
    if (error instanceof RosterFileError) return { problem: faults[error.fault] };
    if (error instanceof CsvError) return { problem: faults.unreadable({ line: Number(/\d+/.exec(error.message)) }) };
    if (error instanceof ProblemError) return { problem: faults.refused };
    throw error;
  }
}

function uploadForm(
  { course, courses, isSearched, pasted, problem }: Upload,
  { csrf, query, signedIn, text }: Visit<OperatorRequest>,
): Html {
  const { roster } = text;
  const here = at(signedIn, ROSTER);
  const body = html`<div class="field"><label for="list">${roster.file}</label>
<input id="list" name="list" type="file" accept=".csv,.tsv,.txt,text/csv" aria-describedby="list-hint">
<p class="hint" id="list-hint">${roster.fileHint({ most: MAX_ROSTER_ROWS })}</p></div>
${textArea({ name: 'rows', label: roster.paste, optional: true, rows: 5, value: pasted, maxLength: MAX_ROSTER_BYTES })}
${select({ name: 'course', label: roster.course, hint: roster.courseHint, options: [{ value: '', label: text.shell.none }, ...courses], value: course })}
<div class="inline">${button(roster.compare)}</div>`;
  const q = query.get('q') ?? '';
  const words = searchField({ label: roster.searchCourse, optional: true, maxLength: 100 }, q);
  const search = filterForm(words, q !== '', here, text);
  return html`${problem !== undefined && notice('problem', html`<p>${problem}</p>`)}
${isSearched && search}
${postForm({ action: `${here}/compare`, csrf, hasFile: true, body })}`;
}

export const stateOf = (state: Imports[number]['state'], { roster }: Text): string | undefined =>
  state === 'shown' || state === 'done' ? undefined : roster.states[state];

function earlier(imports: Imports, { language, signedIn, text, timeZone }: Visit<OperatorRequest>): Html | false {
  const { earlier: title, people } = text.roster;
  const row = ({ id, confirmedAt, counts, endsMissing, state }: Imports[number]): Html => {
    const now = stateOf(state, text);
    return html`<li><div><p class="name"><a href="${at(signedIn, `${ROSTER}/${id}`)}">${moment(confirmedAt ?? 0, language, timeZone)}</a></p>
<p class="detail">${people({ count: peopleIn(counts, endsMissing) })}</p></div>${now !== undefined && html`<p class="made"><span class="badge unknown">${now}</span></p>`}</li>`;
  };
  return (
    imports.length > 0 &&
    html`<section class="stack"><h2>${title}</h2><ul class="rows">${imports.map(row)}</ul></section>`
  );
}
