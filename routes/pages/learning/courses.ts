/** The courses of a member at a school: where the member goes on, all courses, and the outline of each. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isChangingScope } from '../../../schema/oauth/scope.ts';
import type { EnrolledCourse, OwnLecture } from '../../../schema/school/account.ts';
import { coursePath, lecturePath, reachablePage, schoolUrl } from '../../../schema/school/addresses.ts';
import { nextLecture } from '../../../schema/school/next-lecture.ts';
import { goTo } from '../../http.ts';
import { appsOf, CONNECTED_APPS, type ConnectedApp, lastUseOf, scopesOf } from '../account/connected-apps.ts';
import { clientTitle, clientView } from '../kit/client.ts';
import { ago, day, emptyList, moment } from '../kit/components.ts';
import { displayText, initialOf } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { paginationLinks, sliceOf } from '../kit/pagination.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { overviewStylesheet } from '../kit/styles.ts';
import { schoolAnchor } from '../kit/tenant-anchor.ts';
import { comingEvent } from './events.ts';
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
import { courseRow, orderRow, progress, standing } from './rows.ts';

const PER_PAGE = 20;
const SHOWN = 4;
const SECONDS = 60;

/** A link to a page of the school's site. */
type LinkTo = (path: string, label: string, look?: 'primary') => Html;

const linkingTo =
  ({ config }: FastifyInstance, urlOf: (path: string) => string): LinkTo =>
  (path, label, look) =>
    schoolAnchor(urlOf(path), label, config.baseUrl, look);

export function learningHome(app: FastifyInstance, pages: MemberPages): void {
  const { account } = app.school;

  definePage(app, memberPlace(pages, ''), {
    at: LEARNING,
    async load({ now, signedIn }) {
      const member = memberOf(signedIn);
      const [{ site }, courses, events, orders, connections] = await Promise.all([
        app.school.memberAccount.profile(member),
        coursesOf(app, signedIn, now),
        account.eventRegistrations(member, 'upcoming', { first: MOST, after: undefined }, now),
        account.orders(member, { first: SHOWN, after: undefined }),
        app.oauth.connections.ofPerson(member.personId, now),
      ]);
      const [first, ...others] = courses;
      const outline = first && !isBehind(first) ? await account.ownOutline(member, first, now) : [];
      const lecture = first && nextLecture(outline, first);
      return {
        next: first && lecture && { course: first, lecture },
        courses: lecture === undefined ? courses : others,
        events: events.rows
          .filter(({ status, event }) => status !== 'cancelled' && event.status === 'published')
          .sort((a, b) => a.event.startsAt - b.event.startsAt),
        orders: orders.rows,
        apps: appsOf(connections.filter((one) => one.site.id === member.siteId)),
        site,
      };
    },
    title: (_shown, { text }) => text.learning.pages.courses,
    lead: ({ site }, { text }) =>
      html`<p>${schoolAnchor(schoolUrl(app.config.baseUrl, site), text.learning.site({ school: displayText(site.name) }), app.config.baseUrl)}</p>`,
    body({ apps, courses, events, next, orders, site }, visit) {
      const { accountHome, learning } = visit.text;
      const here = (path: string) => at(visit.signedIn, path);
      const card = <Row>(title: string, rows: readonly Row[], show: (row: Row) => Html, href: string): Html | false =>
        rows.length > 0 &&
        html`<section class="card"><div class="title"><h2>${title}</h2><a href="${href}" aria-label="${`${learning.all}: ${title}`}">${learning.all}</a></div><ul>${rows.slice(0, SHOWN).map(show)}</ul></section>`;
      const url = schoolUrl(app.config.baseUrl, site);
      const coursesTitle = next === undefined ? learning.courses : learning.others;
      return html`<div class="columns learning"><div>${next !== undefined && continueCard(next, linkingTo(app, reachablePage(url, next.course.isPublished)), visit)}
${next === undefined && courses.length === 0 && emptyList(learning.none, learning.noneText)}
${card(coursesTitle, courses, (one) => rowOf(one, visit), here('/courses'))}</div>
<div>${card(learning.pages.events, events, (one) => comingEvent(one, visit), here('/events'))}
${card(accountHome.apps.title, apps, (one) => connectedApp(one, visit), CONNECTED_APPS)}
${card(learning.pages.orders, orders, (one) => orderRow(one, [], visit), here('/orders'))}</div></div>`;
    },
    scripts: () => html`<link rel="stylesheet" href="${overviewStylesheet.path}">`,
  });
}

/** An app of the member at the school. */
function connectedApp(connections: ConnectedApp, { language, now, text, timeZone }: MemberVisit): Html {
  const [{ client, site }] = connections;
  const view = clientView(client, site.name);
  const does = scopesOf(connections).some(isChangingScope) ? text.consent.changes : text.applications.one.reads;
  return html`<li><span class="tile" aria-hidden="true">${initialOf(clientTitle(view))}</span><div><p class="name">${clientTitle(view)}</p>
<p class="detail">${does} · ${text.accountHome.apps.lastUsed} ${ago(lastUseOf(connections), now, language, { unit: 'minute', timeZone })}</p></div></li>`;
}

export function courseList(app: FastifyInstance, pages: MemberPages): void {
  definePage(app, memberPlace(pages, ''), {
    at: `${LEARNING}/courses`,
    load: async ({ now, query, signedIn }) => sliceOf(await coursesOf(app, signedIn, now), query.get('from'), PER_PAGE),
    title: (_shown, { text }) => text.learning.courses,
    done: ({ text }) => ({ none: text.learning.noSuchCourse }),
    body: (shown, visit) => html`${
      shown.rows.length === 0
        ? emptyList(visit.text.learning.none, visit.text.learning.noneText)
        : html`<ul class="rows">${shown.rows.map((one) => rowOf(one, visit))}</ul>`
    }
${paginationLinks(shown, at(visit.signedIn, '/courses'), visit.text)}`,
  });
}

/** Those to go on with come first, the one that was used last before the others. */
async function coursesOf(app: FastifyInstance, signedIn: MemberRequest, now: number): Promise<EnrolledCourse[]> {
  const { rows } = await app.school.account.enrolledCourses(
    memberOf(signedIn),
    'all',
    { first: MOST, after: undefined },
    now,
  );
  return [...rows].sort((a, b) => Number(isBehind(a)) - Number(isBehind(b)) || lastUse(b) - lastUse(a));
}

export function coursePage(app: FastifyInstance, pages: MemberPages): void {
  const { account } = app.school;

  // The public page of a course leads here, whether or not it is a course of the member.
  const missing = (signedIn: MemberRequest, reply: FastifyReply) =>
    goTo(reply, `${at(signedIn, '/courses')}?done=none`);
  definePage(
    app,
    { ...memberPlace(pages, ''), missing },
    {
      at: `${LEARNING}/courses/:course`,
      async load({ now, signedIn }) {
        const member = memberOf(signedIn);
        const course = await account.findEnrolledCourse(member, pathParameter(signedIn.request, 'course'), now);
        if (course === undefined) return undefined;
        const { site } = await app.school.memberAccount.profile(member);
        const outline = await account.ownOutline(member, course, now);
        const linkTo = linkingTo(app, reachablePage(schoolUrl(app.config.baseUrl, site), course.isPublished));
        return { course, outline, next: course.isExpired ? undefined : nextLecture(outline, course), linkTo };
      },
      title: ({ course }) => displayText(course.title),
      lead: ({ course }, visit) => html`<p>${standing(course, visit)}</p>${progress(course, visit)}`,
      body({ course, outline, next, linkTo }, visit) {
        const { learning } = visit.text;
        const sections = Map.groupBy(outline, ({ section }) => section.id);
        return html`<p class="inline">${next !== undefined && linkTo(lecturePath(course.slug, next.lectureId), learning.goOn, 'primary')}
${linkTo(coursePath(course.slug), learning.coursePage)}</p>
${[...sections.values()].map(
  (lectures) =>
    html`<section class="stack"><h2>${displayText(lectures[0]?.section.title ?? '')}</h2><ul class="rows">${lectures.map((one) => lectureRow(one, visit))}</ul></section>`,
)}`;
      },
    },
  );
}

/** True if there is nothing to go on with. */
const isBehind = ({ completedAt, isExpired }: EnrolledCourse): boolean => isExpired || completedAt !== null;
const lastUse = ({ enrolledAt, lastWatched }: EnrolledCourse): number => lastWatched?.watchedAt ?? enrolledAt;

const courseLink = ({ slug, title }: EnrolledCourse, signedIn: MemberRequest): Html =>
  html`<a href="${at(signedIn, `/courses/${slug}`)}">${displayText(title)}</a>`;

const rowOf = (course: EnrolledCourse, visit: MemberVisit): Html =>
  courseRow(course, courseLink(course, visit.signedIn), visit);

const lengthOf = ({ durationSeconds, kind }: OwnLecture, { text }: MemberVisit): string =>
  [
    text.learning.kinds[kind],
    ...(durationSeconds > 0 ? [text.learning.minutes({ count: Math.ceil(durationSeconds / SECONDS) })] : []),
  ].join(' · ');

function continueCard(
  { course, lecture }: { course: EnrolledCourse; lecture: OwnLecture },
  linkTo: LinkTo,
  visit: MemberVisit,
): Html {
  const { learning } = visit.text;
  return html`<section class="panel stack"><div><p class="detail">${learning.nextIn} ${courseLink(course, visit.signedIn)}</p>
<h2>${displayText(lecture.title)}</h2><p class="detail">${lengthOf(lecture, visit)}</p></div>
${progress(course, visit)}
<p>${linkTo(lecturePath(course.slug, lecture.lectureId), learning.goOn, 'primary')}</p></section>`;
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
