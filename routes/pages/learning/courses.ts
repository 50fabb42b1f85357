/** The courses of a member at a school: where the member goes on, all courses, and the outline of each. */
import type { FastifyInstance } from 'fastify';
import type { EnrolledCourse, OwnLecture } from '../../../schema/school/account.ts';
import { coursePath, lecturePath, reachablePage, schoolUrl } from '../../../schema/school/addresses.ts';
import { nextLecture } from '../../../schema/school/next-lecture.ts';
import { day, dayText, emptyList, linkButton, moment } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { paginationLinks, sliceOf } from '../kit/pagination.ts';
import { eventRow } from './events.ts';
import {
  at,
  LEARNING,
  type MemberPages,
  type MemberRequest,
  type MemberVisit,
  MOST,
  memberOf,
  memberPlace,
} from './member-place.ts';
import { orderRow } from './orders.ts';

const PER_PAGE = 20;
const SHOWN = 3;
const SECONDS = 60;

export function learningHome(app: FastifyInstance, pages: MemberPages): void {
  const { account } = app.school;
  const first = (count: number) => ({ first: count, after: undefined });

  definePage(app, memberPlace(pages, ''), {
    at: LEARNING,
    async load({ now, query, signedIn }) {
      const member = memberOf(signedIn);
      const [profile, courses, events, orders] = await Promise.all([
        app.school.memberAccount.profile(member),
        account.enrolledCourses(member, 'all', first(MOST), now),
        account.eventRegistrations(member, 'upcoming', first(SHOWN), now),
        account.orders(member, first(SHOWN)),
      ]);
      const sorted = [...courses.rows].sort(
        (a, b) => Number(isBehind(a)) - Number(isBehind(b)) || lastUse(b) - lastUse(a),
      );
      const shown = sliceOf(sorted, query.get('from'), PER_PAGE);
      const [current, ...others] = shown.rows;
      const outline = current && !isBehind(current) ? await account.ownOutline(member, current, now) : [];
      const next = current && nextLecture(outline, current);
      return {
        ...shown,
        continued: current && next && { course: current, lecture: next },
        others: next === undefined ? shown.rows : others,
        events: events.rows,
        orders: orders.rows,
        site: profile.site,
      };
    },
    title: (_shown, { text }) => text.learning.pages.courses,
    lead: ({ site }, { text }) =>
      html`<p><a href="${schoolUrl(app.config.baseUrl, site)}">${text.learning.site({ school: displayText(site.name) })}</a></p>`,
    body({ continued, events, orders, others, site, ...shown }, visit) {
      const { text } = visit;
      const { none, noneText, others: title, pages: names, all } = text.learning;
      const section = (heading: string, rows: readonly Html[], path: string): Html | false =>
        rows.length > 0 &&
        html`<section class="stack"><h2>${heading}</h2><ul class="rows">${rows}</ul><p><a href="${at(visit.signedIn, path)}">${all}</a></p></section>`;
      const rest = others.map((course) => courseRow(course, visit));
      return html`${continued !== undefined && continueCard(continued, reachablePage(schoolUrl(app.config.baseUrl, site), continued.course.isPublished), visit)}
${shown.rows.length === 0 && emptyList(none, noneText)}
${rest.length > 0 && html`<section class="stack">${continued !== undefined && html`<h2>${title}</h2>`}<ul class="rows">${rest}</ul></section>`}
${paginationLinks(shown, at(visit.signedIn), text)}
${section(
  names.events,
  events.map((one) => eventRow(one, visit)),
  '/events',
)}
${section(
  names.orders,
  orders.map((one) => orderRow(one, [], visit)),
  '/orders',
)}`;
    },
  });
}

export function coursePage(app: FastifyInstance, pages: MemberPages): void {
  const { account } = app.school;

  definePage(app, memberPlace(pages, ''), {
    at: `${LEARNING}/courses/:course`,
    async load({ now, signedIn }) {
      const member = memberOf(signedIn);
      const { course: slug } = signedIn.request.params as { course: string };
      const course = await account.findEnrolledCourse(member, slug, now);
      if (course === undefined) return undefined;
      const { site } = await app.school.memberAccount.profile(member);
      const outline = await account.ownOutline(member, course, now);
      const urlOf = reachablePage(schoolUrl(app.config.baseUrl, site), course.isPublished);
      return { course, outline, next: course.isExpired ? undefined : nextLecture(outline, course), urlOf };
    },
    title: ({ course }) => displayText(course.title),
    lead: ({ course }, visit) => html`<p>${standing(course, visit)}</p>${progress(course, visit)}`,
    body({ course, outline, next, urlOf }, visit) {
      const { learning } = visit.text;
      const sections = Map.groupBy(outline, ({ section }) => section.id);
      return html`<p class="inline">${next !== undefined && linkButton(urlOf(lecturePath(course.slug, next.lectureId)), learning.goOn)}
<a href="${urlOf(coursePath(course.slug))}">${learning.coursePage}</a></p>
${[...sections.values()].map(
  (lectures) =>
    html`<section class="stack"><h2>${displayText(lectures[0]?.section.title ?? '')}</h2><ul class="rows">${lectures.map((one) => lectureRow(one, visit))}</ul></section>`,
)}`;
    },
  });
}

/** True if there is nothing to go on with. */
const isBehind = ({ completedAt, isExpired }: EnrolledCourse): boolean => isExpired || completedAt !== null;
const lastUse = ({ enrolledAt, lastWatched }: EnrolledCourse): number => lastWatched?.watchedAt ?? enrolledAt;

/** Says until when the member has access, or when the course was completed. */
function standing(
  { completedAt, expiresAt, isExpired }: EnrolledCourse,
  { language, text, timeZone }: MemberVisit,
): string {
  const { access, completed } = text.learning;
  if (completedAt !== null) return completed({ day: dayText(completedAt, language, timeZone) });
  if (expiresAt === null) return access.lifetime;
  // The access ends with its last day.
  const last = dayText(expiresAt - 1, language, timeZone);
  return isExpired ? access.ended({ day: last }) : access.until({ day: last });
}

const progress = ({ progressPercent: percent, title }: EnrolledCourse, { text }: MemberVisit): Html =>
  html`<p class="progress"><progress max="100" value="${percent}" aria-label="${text.learning.progress({ course: displayText(title) })}"></progress> <span>${percent} %</span></p>`;

const courseLink = ({ slug, title }: EnrolledCourse, signedIn: MemberRequest): Html =>
  html`<a href="${at(signedIn, `/courses/${slug}`)}">${displayText(title)}</a>`;

const courseRow = (course: EnrolledCourse, visit: MemberVisit): Html =>
  html`<li><div><h3>${courseLink(course, visit.signedIn)}</h3><p class="detail">${standing(course, visit)}</p></div>${progress(course, visit)}</li>`;

const lengthOf = ({ durationSeconds, kind }: OwnLecture, { text }: MemberVisit): string =>
  [
    text.learning.kinds[kind],
    ...(durationSeconds > 0 ? [text.learning.minutes({ count: Math.ceil(durationSeconds / SECONDS) })] : []),
  ].join(' · ');

function continueCard(
  { course, lecture }: { course: EnrolledCourse; lecture: OwnLecture },
  urlOf: (path: string) => string,
  visit: MemberVisit,
): Html {
  const { learning } = visit.text;
  return html`<section class="panel stack"><div><p class="detail">${learning.nextIn} ${courseLink(course, visit.signedIn)}</p>
<h2>${displayText(lecture.title)}</h2><p class="detail">${lengthOf(lecture, visit)}</p></div>
${progress(course, visit)}
<p>${linkButton(urlOf(lecturePath(course.slug, lecture.lectureId)), learning.goOn)}</p></section>`;
}

function lectureRow(lecture: OwnLecture, visit: MemberVisit): Html {
  const { language, text, timeZone } = visit;
  const { completedAt, opensAt, watchedAt } = lecture;
  const state =
    completedAt !== null
      ? text.learning.done
      : opensAt !== null
        ? html`${text.learning.opens} ${moment(opensAt, language, timeZone)}`
        : watchedAt !== null && html`${text.learning.begun} ${day(watchedAt, language, timeZone)}`;
  return html`<li><div><p class="name">${displayText(lecture.title)}</p><p class="detail">${lengthOf(lecture, visit)}</p></div><p class="detail">${state}</p></li>`;
}
