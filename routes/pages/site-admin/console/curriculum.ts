/** The curriculum of a course: sections and lectures in their order, which buttons change and publish. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { roleMayGrant } from '../../../../schema/oauth/scope.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { course } from '../../../../schema/school/resources/courses.ts';
import { lecture, section } from '../../../../schema/school/resources/curriculum.ts';
import { goTo } from '../../../http.ts';
import { button, linkButton, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { signedInBy } from '../../kit/reauthentication.ts';
import type { Panel } from '../../kit/resource/area.ts';
import { valueWord } from '../../kit/resource/field.ts';
import { resourceArea } from '../../kit/resource/index.ts';
import type { AreaPlace, Row } from '../../kit/resource/place.ts';
import { at, type OperatorRequest, runAs } from '../operator-pages.ts';

const menu = '/courses';
const MINUTE = 60;

export function curriculumAreas(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  const ofCourse = { resource: course, field: 'courseId', at: '/outline' } as const;
  resourceArea(app, place, {
    resource: section,
    name: 'sections',
    list: undefined,
    below: ofCourse,
    columns: [],
    form: [['title']],
    facts: ['createdAt', 'updatedAt'],
  });

  resourceArea(app, place, {
    resource: lecture,
    name: 'lectures',
    list: undefined,
    below: { resource: section, field: 'sectionId', below: ofCourse },
    columns: [],
    usual: 'published',
    seenIn: 'published',
    form: [
      ['title'],
      ['kind', 'durationSeconds', 'status'],
      ['freePreview', 'contentMarkdown', 'mediaAssetId'],
      ['releaseAt', 'releaseAfterDays'],
    ],
    facts: ['createdAt', 'updatedAt'],
  });

  changes(app, place);
}

/** What the buttons of the curriculum do. */
function changes(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  const { frame, pages, missing } = place.within(['courses:read', 'curriculum:read', 'curriculum:write'], menu);
  const path = `${place.path}/courses/:course/outline`;
  const address = (signedIn: OperatorRequest): string =>
    at(signedIn, `/courses/${encodeURIComponent(pathParameter(signedIn.request, 'course'))}/outline`);
  /** Others may have changed the curriculum meanwhile, which the page shows. */
  async function attempt(signedIn: OperatorRequest, reply: FastifyReply, next: string, work: Promise<void>) {
    try {
      await work;
      return goTo(reply, `${address(signedIn)}${next}`);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return error.type === 'not-found' ? missing(signedIn, reply) : goTo(reply, address(signedIn));
    }
  }

  pages.post(path, async (signedIn, form, reply) => {
    const [way, ...of] = (form.get('move') ?? '').split(' ');
    const [course, id] = [pathParameter(signedIn.request, 'course'), of.join(' ')];
    return attempt(
      signedIn,
      reply,
      `#${encodeURIComponent(id)}`,
      move(app, signedIn, course, id, way === 'up' ? -1 : 1),
    );
  });

  pages.post(`${path}/drafts`, async (signedIn, form, reply) => {
    const which = form.get('publish') ?? '';
    const asked = { frame: frame(signedIn), cancelHref: address(signedIn), hidden: { publish: which } };
    const proof = await signedInBy(app, pages, { signedIn, form, reply }, { ...questionOf(signedIn), ...asked });
    if ('sent' in proof) return proof.sent;
    const course = pathParameter(signedIn.request, 'course');
    return attempt(proof.entered, reply, '?done=acted', publish(app, proof.entered, course, which));
  });
}

/** Students see it then, so that it asks for the password, unless the sign-in is recent. */
const questionOf = ({ text: { content } }: OperatorRequest) => ({
  unlessLately: true,
  title: content.curriculum.publish.label,
  consequences: html`<p>${content.curriculum.publish.text}</p>`,
  submit: content.curriculum.publish.one,
  tone: 'primary' as const,
});

const ALL = 'all';

/** Publishes a draft of a course, or all of them. */
async function publish(app: FastifyInstance, signedIn: OperatorRequest, course: string, which: string) {
  const { sections } = await outlineOf(app, signedIn, course);
  const drafts = sections.flatMap(({ lectures }) => lectures).filter(({ status }) => status === 'draft');
  for (const { id } of drafts.filter((one) => which === ALL || one.id === which))
    await runAs(app, signedIn, app.school.operations.update_lecture, { id, status: 'published' });
}

/** @param address of the record of the course */
export async function draftNotice(app: FastifyInstance, row: Row, signedIn: OperatorRequest, address: string) {
  const { csrf, membership, text } = signedIn;
  if (!roleMayGrant(membership, 'curriculum:write')) return undefined;
  const { sections } = await outlineOf(app, signedIn, String(row.id));
  const lectures = sections.flatMap((one) => one.lectures);
  const drafts = lectures.filter(({ status }) => status === 'draft').length;
  if (drafts === 0) return undefined;
  const { drafts: sentence, publish: words } = text.content.curriculum;
  const form = {
    action: `${address}/outline/drafts`,
    csrf,
    hidden: { publish: ALL },
    body: html`<div class="inline">${button(words.label, 'secondary')}</div>`,
  };
  return notice(
    row.status === 'published' ? 'warning' : 'info',
    html`<p>${sentence({ count: drafts, total: lectures.length })}</p>${postForm(form)}`,
  );
}

const outlineOf = (app: FastifyInstance, signedIn: OperatorRequest, id: string) =>
  runAs(app, signedIn, app.school.operations.get_outline, { id });

type Section = Awaited<ReturnType<typeof outlineOf>>['sections'][number];

/** Moves a section, or a lecture, also into the section before or after its own. */
async function move(app: FastifyInstance, signedIn: OperatorRequest, course: string, id: string, by: -1 | 1) {
  const { move_lecture, reorder_outline } = app.school.operations;
  const { sections } = await outlineOf(app, signedIn, course);
  const index = sections.findIndex((one) => one.id === id || one.lectures.some((each) => each.id === id));
  const [here, next] = [sections[index], sections[index + by]];
  if (here === undefined) return;
  if (here.id === id) {
    if (next === undefined) return;
    const order = sections.with(index, next).with(index + by, here);
    const listed = order.map((one) => ({ id: one.id, lectureIds: one.lectures.map((each) => each.id) }));
    await runAs(app, signedIn, reorder_outline, { id: course, sections: listed });
    return;
  }
  const position = here.lectures.findIndex((one) => one.id === id) + by;
  const isInside = here.lectures[position] !== undefined;
  const sectionId = isInside ? here.id : next?.id;
  if (sectionId === undefined) return;
  const place = isInside ? { position } : by === 1 ? { position: 0 } : {};
  await runAs(app, signedIn, move_lecture, { id, sectionId, ...place });
}

/** @param address of the record of the course, below which the curriculum has a page */
export async function curriculum(
  app: FastifyInstance,
  id: string,
  signedIn: OperatorRequest,
  address: string,
): Promise<Panel | undefined> {
  const { csrf, membership, text } = signedIn;
  if (!roleMayGrant(membership, 'curriculum:read')) return undefined;
  const mayChange = roleMayGrant(membership, 'curriculum:write');
  const { sections } = await outlineOf(app, signedIn, id);
  const { areas, curriculum: words, fields } = text.content;
  const buttons = (one: { id: string; title: string }, isFirst: boolean, isLast: boolean): Html | false =>
    mayChange &&
    html`<td class="inline">${!isFirst && arrow(one, 'up', signedIn)}${!isLast && arrow(one, 'down', signedIn)}</td>`;
  const publishButton = ({ id: lecture, title }: { id: string; title: string }): Html =>
    html` <button type="submit" class="plain" formaction="${address}/outline/drafts" name="publish" value="${lecture}" aria-label="${`${words.publish.one}: ${displayText(title)}`}">${words.publish.one}</button>`;
  const rowsOf = (one: Section, index: number): Html => {
    const [isFirst, isLast] = [index === 0, index === sections.length - 1];
    const here = `${address}/sections/${one.id}`;
    return html`<tr class="heading" id="${one.id}"><th scope="row"><a href="${here}">${`${index + 1}. ${displayText(one.title)}`}</a></th><td>${mayChange && html`<a href="${here}/lectures/new">${areas.lectures.create}</a>`}</td><td class="number">${minutes(sumOf(one), signedIn)}</td>${buttons(one, isFirst, isLast)}</tr>
${one.lectures.map(
  (each, at) =>
    html`<tr id="${each.id}"><th scope="row"><a href="${here}/lectures/${each.id}">${displayText(each.title)}</a>${each.status === 'draft' && html` <span class="badge off">${valueWord(text, 'status', each.status)}</span>${mayChange && publishButton(each)}`}${each.freePreview && html` <span class="badge off">${text.publicPages.preview}</span>`}</th><td>${valueWord(text, 'kind', each.kind)}</td><td class="number">${minutes(each.durationSeconds, signedIn)}</td>${buttons(each, isFirst && at === 0, isLast && at === one.lectures.length - 1)}</tr>`,
)}`;
  };
  const table = html`<div class="table" role="group" aria-label="${areas.sections.title}" tabindex="0"><table><thead><tr><th scope="col">${fields.title}</th><th scope="col">${fields.kind}</th><th scope="col" class="number">${fields.durationSeconds}</th>${mayChange && html`<th scope="col">${words.order}</th>`}</tr></thead>
<tbody>${sections.map(rowsOf)}</tbody></table></div>`;
  const listed = mayChange ? postForm({ action: `${address}/outline`, csrf, body: table }) : table;
  const { get_outline, list_sections, reorder_outline, move_lecture } = app.school.operations;
  const drafts = await draftNotice(app, { id }, signedIn, address);
  const markup = html`<section class="stack">${drafts}<div class="head"><div class="intro"><h2>${areas.sections.title}</h2></div>${mayChange && linkButton(`${address}/sections/new`, areas.sections.create, 'secondary')}</div>
${sections.length === 0 ? html`<p class="quiet">${areas.sections.none}</p>` : listed}</section>`;
  return {
    markup,
    operations: [get_outline, list_sections, reorder_outline, move_lecture].map((one) => place(app, one.name)),
  };
}

const place = ({ school }: FastifyInstance, name: string) => school.catalogue.find((one) => one.name === name);

const sumOf = ({ lectures }: Section): number =>
  lectures.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);

const minutes = (seconds: number, { text }: OperatorRequest): string =>
  seconds > 0 ? text.learning.minutes({ count: Math.ceil(seconds / MINUTE) }) : '';

const ARROWS = { up: '↑', down: '↓' } as const;

export const arrow = (one: { id: string; title: string }, way: keyof typeof ARROWS, { text }: OperatorRequest): Html =>
  html`<button type="submit" class="plain" name="move" value="${`${way} ${one.id}`}" aria-label="${`${text.content.curriculum[way]}: ${displayText(one.title)}`}">${ARROWS[way]}</button>`;
