/** The courses of a member at a school: where the member goes on, all courses, and the outline of each. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isChangingScope } from '../../../schema/oauth/scope.ts';
import type { EnrolledCourse, OwnLecture } from '../../../schema/school/account.ts';
import { coursePath, reachablePage, schoolUrl } from '../../../schema/school/addresses.ts';
import { nextLecture } from '../../../schema/school/next-lecture.ts';
import { OPEN_COURSES } from '../../../schema/school/visibility.ts';
import { goTo } from '../../http.ts';
import { appsOf, CONNECTED_APPS, type ConnectedApp, lastUseOf, scopesOf } from '../account/connected-apps.ts';
import { clientTitle, clientView } from '../kit/client.ts';
import { ago, dayText, emptyList, notice } from '../kit/components.ts';
import { displayText, initialOf } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { paginationLinks, sliceOf } from '../kit/pagination.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { contactOf } from '../kit/school-contact.ts';
import { overviewStylesheet } from '../kit/styles.ts';
import { schoolAnchor } from '../kit/tenant-anchor.ts';
import { accessOf } from '../school/lists.ts';
import { comingEvent } from './events.ts';
import { continueLink, lectureRow, lengthOf } from './lectures.ts';
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

export function learningHome(app: FastifyInstance, pages: MemberPages): void {
  const { account } = app.school;

  definePage(app, memberPlace(pages, ''), {
    at: LEARNING,
    async load({ now, signedIn, text }) {
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
        next: first &&
          lecture && {
            ...{ course: first, lecture },
            goOn: await continueLink(app, { signedIn, text }, site, first, lecture),
          },
        courses: lecture === undefined ? courses : others,
        events: events.rows
          .filter(({ status, event }) => status !== 'cancelled' && event.status === 'published')
          .sort((a, b) => a.event.startsAt - b.event.startsAt),
        orders: orders.rows,
        items: Map.groupBy(
          await account.orderItems(
            member,
            orders.rows.map(({ id }) => id),
          ),
          ({ orderId }) => orderId,
        ),
        apps: appsOf(connections.filter((one) => one.site.id === member.siteId)),
        site,
      };
    },
    title: (_shown, { text }) => text.learning.pages.courses,
    lead: ({ site }, { text }) =>
      html`<p>${schoolAnchor(schoolUrl(app.config.baseUrl, site), text.learning.site({ school: displayText(site.name) }), app.config.baseUrl)}</p>`,
    body({ apps, courses, events, items, next, orders }, visit) {
      const { accountHome, learning } = visit.text;
      const here = (path: string) => at(visit.signedIn, path);
      const card = <Row>(title: string, rows: readonly Row[], show: (row: Row) => Html, href: string): Html | false =>
        rows.length > 0 &&
        html`<section class="card"><div class="title"><h2>${title}</h2><a href="${href}" aria-label="${`${learning.all}: ${title}`}">${learning.all}</a></div><ul>${rows.slice(0, SHOWN).map(show)}</ul></section>`;
      const coursesTitle = next === undefined ? learning.courses : learning.others;
      return html`<div class="columns learning"><div>${next !== undefined && continueCard(next, visit)}
${next === undefined && courses.length === 0 && emptyList(learning.none, learning.noneText)}
${card(coursesTitle, courses, (one) => rowOf(one, visit), here('/courses'))}</div>
<div>${card(learning.pages.events, events, (one) => comingEvent(one, visit), here('/events'))}
${card(accountHome.apps.title, apps, (one) => connectedApp(one, visit), CONNECTED_APPS)}
${card(learning.pages.orders, orders, (one) => orderRow(one, items.get(one.id) ?? [], visit), here('/orders'))}</div></div>`;
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
  const { account, memberAccount } = app.school;
  const { baseUrl } = app.config;

  // The public page of a course leads here, whether or not it is a course of the member.
  const missing = (signedIn: MemberRequest, reply: FastifyReply) =>
    goTo(reply, at(signedIn, `/courses/${encodeURIComponent(pathParameter(signedIn.request, 'course'))}/offer`));
  definePage(
    app,
    { ...memberPlace(pages, ''), missing },
    {
      at: `${LEARNING}/courses/:course`,
      async load({ now, signedIn, text }) {
        const member = memberOf(signedIn);
        const course = await account.findEnrolledCourse(member, pathParameter(signedIn.request, 'course'), now);
        if (course === undefined) return undefined;
        const { site } = await memberAccount.profile(member);
        const outline = await account.ownOutline(member, course, now);
        const next = course.isExpired ? undefined : nextLecture(outline, course);
        const goOn = next && (await continueLink(app, { signedIn, text }, site, course, next));
        const contact = course.isExpired ? await contactOf(app, site.id, text, displayText(course.title)) : undefined;
        return { course, goOn, next, outline, contact, site };
      },
      title: ({ course }) => displayText(course.title),
      lead: ({ course }, visit) => html`<p>${standing(course, visit)}</p>${progress(course, visit)}`,
      done: ({ text }) => ({ finished: text.learning.finished }),
      body({ contact, course, goOn, next, outline, site }, visit) {
        const sections = Map.groupBy(outline, ({ section }) => section.id);
        const pageOf = reachablePage(schoolUrl(baseUrl, site), course.isPublished);
        const begins = outline.some(({ isOpen }) => isOpen)
          ? undefined
          : outline.find(({ opensAt }) => opensAt !== null);
        const { language, text, timeZone } = visit;
        return html`${begins?.opensAt && notice('info', html`<p>${text.learning.begins({ day: dayText(begins.opensAt, language, timeZone) })}</p>`)}
<p class="inline">${goOn ?? contact?.button}
${schoolAnchor(pageOf(coursePath(course.slug)), visit.text.learning.coursePage, baseUrl)}</p>
${contact?.line}
${[...sections.values()].map(
  (lectures) =>
    html`<section class="stack"><h2>${displayText(lectures[0]?.section.title ?? '')}</h2><ul class="rows">${lectures.map((one) => lectureRow(one, course, one === next, visit))}</ul></section>`,
)}`;
      },
    },
  );
}

/** What a course costs that the member does not have, and how to get it. Nothing is sold here. */
export function offerPage(app: FastifyInstance, pages: MemberPages): void {
  const { account, memberAccount, records } = app.school;
  const { baseUrl } = app.config;
  const missing = (signedIn: MemberRequest, reply: FastifyReply) =>
    goTo(reply, `${at(signedIn, '/courses')}?done=none`);
  definePage(
    app,
    { ...memberPlace(pages, ''), missing },
    {
      at: `${LEARNING}/courses/:course/offer`,
      async load({ now, signedIn, text }) {
        const member = memberOf(signedIn);
        const { site } = await memberAccount.profile(member);
        const slug = pathParameter(signedIn.request, 'course');
        const course = await records('courses').findBy(site.id, { slug, ...OPEN_COURSES });
        if (course === undefined || (await account.findEnrolledCourse(member, slug, now))) return undefined;
        return { course, site, contact: await contactOf(app, site.id, text, displayText(course.title)) };
      },
      title: ({ course }) => displayText(course.title),
      lead: ({ course }) => course.subtitle !== null && html`<p>${displayText(course.subtitle)}</p>`,
      body({ contact, course, site }, { language, text }) {
        const { learning, publicPages } = text;
        const page = `${schoolUrl(baseUrl, site)}${coursePath(course.slug)}`;
        return html`<section class="panel"><h2>${accessOf(course, { formats: language, publicPages })}</h2>
<p>${learning.howToGet[course.courseType]({ school: displayText(site.name) })}</p>
${contact?.line}
<p class="inline">${contact?.button}
${schoolAnchor(page, learning.coursePage, baseUrl)}</p></section>`;
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

function continueCard(
  { course, goOn, lecture }: { course: EnrolledCourse; goOn: Html; lecture: OwnLecture },
  visit: MemberVisit,
): Html {
  return html`<section class="panel stack"><div><p class="detail">${visit.text.learning.nextIn} ${courseLink(course, visit.signedIn)}</p>
<h2>${displayText(lecture.title)}</h2><p class="detail">${lengthOf(lecture, visit)}</p></div>
${progress(course, visit)}
<p>${goOn}</p></section>`;
}
