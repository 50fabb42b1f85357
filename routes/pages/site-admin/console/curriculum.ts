/** The curriculum of a course on its record: sections and lectures in their order, which buttons change. */
import type { FastifyInstance } from 'fastify';
import { roleMayGrant } from '../../../../schema/oauth/scope.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { course } from '../../../../schema/school/resources/courses.ts';
import { lecture, section } from '../../../../schema/school/resources/curriculum.ts';
import { goTo } from '../../../http.ts';
import { linkButton, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import type { Panel } from '../../kit/resource/area.ts';
import { valueWord } from '../../kit/resource/field.ts';
import { resourceArea } from '../../kit/resource/index.ts';
import type { AreaPlace } from '../../kit/resource/place.ts';
import { at, type OperatorRequest, runAs } from '../operator-pages.ts';

const menu = '/courses';
const MINUTE = 60;

export function curriculumAreas(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  const ofCourse = { resource: course, field: 'courseId' } as const;
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

  const { pages, missing } = place.within(['courses:read', 'curriculum:read', 'curriculum:write'], menu);
  pages.post(`${place.path}/courses/:course/outline`, async (signedIn, form, reply) => {
    const id = pathParameter(signedIn.request, 'course');
    const [way, ...of] = (form.get('move') ?? '').split(' ');
    try {
      await move(app, signedIn, id, of.join(' '), way === 'up' ? -1 : 1);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.type === 'not-found') return missing(signedIn, reply);
      // Others have changed the order, which the record shows.
    }
    return goTo(reply, at(signedIn, `/courses/${encodeURIComponent(id)}#curriculum`));
  });
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

/** @param address of the record of the course */
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
  const rowsOf = (one: Section, index: number): Html => {
    const [isFirst, isLast] = [index === 0, index === sections.length - 1];
    const here = `${address}/sections/${one.id}`;
    return html`<tr class="heading"><th scope="row"><a href="${here}">${`${index + 1}. ${displayText(one.title)}`}</a></th><td>${mayChange && html`<a href="${here}/lectures/new">${areas.lectures.create}</a>`}</td><td class="number">${minutes(sumOf(one), signedIn)}</td>${buttons(one, isFirst, isLast)}</tr>
${one.lectures.map(
  (each, at) =>
    html`<tr><th scope="row"><a href="${here}/lectures/${each.id}">${displayText(each.title)}</a>${each.status === 'draft' && html` <span class="badge off">${valueWord(text, 'status', each.status)}</span>`}${each.freePreview && html` <span class="badge off">${text.publicPages.preview}</span>`}</th><td>${valueWord(text, 'kind', each.kind)}</td><td class="number">${minutes(each.durationSeconds, signedIn)}</td>${buttons(each, isFirst && at === 0, isLast && at === one.lectures.length - 1)}</tr>`,
)}`;
  };
  const table = html`<div class="table" role="group" aria-label="${areas.sections.title}" tabindex="0"><table><thead><tr><th scope="col">${fields.title}</th><th scope="col">${fields.kind}</th><th scope="col" class="number">${fields.durationSeconds}</th>${mayChange && html`<th scope="col">${words.order}</th>`}</tr></thead>
<tbody>${sections.map(rowsOf)}</tbody></table></div>`;
  const listed = mayChange ? postForm({ action: `${address}/outline`, csrf, body: table }) : table;
  const { get_outline, list_sections, reorder_outline, move_lecture } = app.school.operations;
  const markup = html`<section class="stack" id="curriculum"><div class="head"><div class="intro"><h2>${areas.sections.title}</h2></div>${mayChange && linkButton(`${address}/sections/new`, areas.sections.create, 'secondary')}</div>
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
