/** Those who teach and those who learn. */
import type { FastifyInstance } from 'fastify';
import { roleMayGrant } from '../../../../schema/oauth/scope.ts';
import { lecturer } from '../../../../schema/school/resources/lecturers.ts';
import { member } from '../../../../schema/school/resources/members.ts';
import { enrollment, student } from '../../../../schema/school/resources/students.ts';
import { goTo } from '../../../http.ts';
import { day, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { definePage } from '../../kit/page.ts';
import { type Panel, sameByProgram } from '../../kit/resource/area.ts';
import { resourceArea } from '../../kit/resource/index.ts';
import type { AreaPlace, Row } from '../../kit/resource/place.ts';
import { at, type OperatorRequest, runAs } from '../operator-pages.ts';
import { arrow } from './curriculum.ts';
import { listOf } from './place.ts';

export function peopleAreas(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  resourceArea(app, place, {
    resource: member,
    name: 'members',
    list: undefined,
    suffix: '/notes',
    columns: [],
    usual: 'active',
    form: [
      ['tags', 'note', 'customFields'],
      ['locale', 'marketingConsent'],
    ],
    facts: ['email', 'role', 'status', 'joinedAt', 'lastSeenAt'],
    further: ['tag_members'],
    related: ({ id }, signedIn) => [
      { href: at(signedIn, `/members/${id}`), label: signedIn.text.content.fields.memberId },
    ],
  });
  lecturerOrder(app, place);

  resourceArea(app, place, {
    resource: lecturer,
    name: 'lecturers',
    menu: '/courses',
    subtitle: 'title',
    columns: ['memberId', 'updatedAt'],
    form: [
      ['name', 'title', 'bioMarkdown'],
      ['memberId', 'avatarAssetId', 'links', 'slug'],
    ],
    facts: ['createdAt', 'updatedAt'],
    pages: ({ signedIn, text }, address) =>
      roleMayGrant(signedIn.membership, 'lecturers:write')
        ? [{ href: `${address}/order`, label: text.content.curriculum.reorder }]
        : [],
  });
  learnerAreas(app, place);
}

function learnerAreas(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  resourceArea(app, place, {
    resource: enrollment,
    name: 'enrollments',
    create: 'enroll_student',
    further: ['bulk_enroll_students'],
    panel: (row, signedIn) => progressOf(app, row, signedIn),
    usual: 'active',
    columns: ['courseId', 'progressPercent', 'startsAt', 'expireDate'],
    facts: [
      'memberId',
      'courseId',
      'status',
      'source',
      'progressPercent',
      'startsAt',
      'expireDate',
      'hasLifetimeAccess',
      'completedAt',
    ],
    actions: [
      'extend_enrollment',
      'set_enrollment_expiry',
      'set_lifetime_access',
      'reset_progress',
      'revoke_enrollment',
    ],
  });

  resourceArea(app, place, {
    resource: student,
    name: 'students',
    menu: '/enrollments',
    subtitle: 'email',
    columns: ['enrolledCourseCount', 'lastActiveAt'],
    facts: ['email', 'enrolledCourseCount', 'lastActiveAt'],
    related: async ({ id: memberId }, signedIn) => [
      ...(await listOf(place, signedIn, 'enrollments', { memberId })),
      ...(await listOf(place, signedIn, 'orders', { memberId })),
      ...(await listOf(place, signedIn, 'subscriptions', { memberId })),
    ],
  });
}

/** The order in which visitors see the lecturers. */
function lecturerOrder(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  const { operations, records, teaching } = app.school;
  const here = place.within(['lecturers:read', 'lecturers:write'], '/courses');
  const path = `${place.path}/lecturers/order`;
  definePage(app, here, {
    at: path,
    async load({ signedIn: { membership } }) {
      const ids = (await teaching.order(membership.siteId)).map(({ id }) => id);
      const labels = await records('lecturers').labels(membership.siteId, ids);
      return ids.map((id) => ({ id, title: labels.get(id)?.name ?? id }));
    },
    title: (_rows, { text }) => text.content.curriculum.reorder,
    lead: (_rows, { signedIn, text }) =>
      html`<p><a href="${at(signedIn, '/lecturers')}">${text.content.areas.lecturers.title}</a></p>`,
    done: ({ text }) => ({ acted: text.content.done.acted }),
    body(rows, { csrf, signedIn, text }) {
      const listed = rows.map(
        (row, index) =>
          html`<li><div>${displayText(row.title)}</div><div class="inline">${index > 0 && arrow(row, 'up', signedIn)}${index < rows.length - 1 && arrow(row, 'down', signedIn)}</div></li>`,
      );
      const body = html`<ol class="rows">${listed}</ol>`;
      return html`${postForm({ action: at(signedIn, '/lecturers/order'), csrf, body })}
${sameByProgram([place.operation('reorder_lecturers')], text)}`;
    },
  });
  here.pages.post(path, async (signedIn, form, reply) => {
    const [way, id = ''] = (form.get('move') ?? '').split(' ');
    const ids = (await teaching.order(signedIn.membership.siteId)).map((one) => one.id);
    const [from, to] = [ids.indexOf(id), ids.indexOf(id) + (way === 'up' ? -1 : 1)];
    const [here, there] = [ids[from], ids[to]];
    if (here !== undefined && there !== undefined) {
      const lecturerIds = ids.with(from, there).with(to, here);
      await runAs(app, signedIn, operations.reorder_lecturers, { lecturerIds });
    }
    return goTo(reply, at(signedIn, '/lecturers/order?done=acted'));
  });
}

/** How far a student has come in each lecture. */
async function progressOf(app: FastifyInstance, { id }: Row, signedIn: OperatorRequest): Promise<Panel> {
  const { get_enrollment_progress } = app.school.operations;
  const { frame, membership, text } = signedIn;
  const { lectures } = await runAs(app, signedIn, get_enrollment_progress, { id: String(id) });
  const { areas, fields, progress } = text.content;
  const when = (at: string | null) => (at === null ? '–' : day(Date.parse(at), frame.language, membership.timezone));
  const rows = lectures.map(
    (one) =>
      html`<tr><th scope="row">${displayText(one.title)}</th><td data-label="${progress.watched}">${when(one.watchedAt)}</td><td data-label="${fields.completedAt}">${when(one.completedAt)}</td></tr>`,
  );
  const markup = html`<section class="stack"><h2>${fields.progressPercent}</h2>${
    rows.length === 0
      ? html`<p class="quiet">${areas.lectures.none}</p>`
      : html`<div class="sheet"><table class="cards"><thead><tr><th scope="col">${fields.title}</th><th scope="col">${progress.watched}</th><th scope="col">${fields.completedAt}</th></tr></thead><tbody>${rows}</tbody></table></div>`
  }</section>`;
  return { markup, operations: [get_enrollment_progress] };
}
