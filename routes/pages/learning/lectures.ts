/** The lectures of a member's course: what there is to read or to open, and what comes next. */
import type { FastifyInstance } from 'fastify';
import type { EnrolledCourse, OwnLecture } from '../../../schema/school/account.ts';
import { type AddressedSchool, lecturePath, schoolPath, schoolUrl } from '../../../schema/school/addresses.ts';
import { nextLecture } from '../../../schema/school/next-lecture.ts';
import { goTo } from '../../http.ts';
import { backLink, day, emptyList, moment, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { contactOf } from '../kit/school-contact.ts';
import { manualStylesheet } from '../kit/styles.ts';
import { schoolAnchor } from '../kit/tenant-anchor.ts';
import { writer } from '../school/writing.ts';
import { fileSize } from './files.ts';
import {
  at,
  attempted,
  LEARNING,
  type MemberPages,
  type MemberRequest,
  type MemberVisit,
  memberOf,
  memberPlace,
} from './member-place.ts';

const SECONDS = 60;
const PATH = `${LEARNING}/courses/:course/lectures/:lecture`;

/** The page of a member for a lecture. */
export const lectureAt = (signedIn: MemberRequest, { slug }: Pick<EnrolledCourse, 'slug'>, lectureId: string): string =>
  at(signedIn, lecturePath(slug, lectureId));

export const lengthOf = ({ durationSeconds, kind }: OwnLecture, { text }: Pick<MemberVisit, 'text'>): string =>
  [
    text.learning.kinds[kind],
    ...(durationSeconds > 0 ? [text.learning.minutes({ count: Math.ceil(durationSeconds / SECONDS) })] : []),
  ].join(' · ');

/** What of a lecture is on this server. */
async function contentOf({ school }: FastifyInstance, signedIn: MemberRequest, { lectureId, isOpen }: OwnLecture) {
  const member = memberOf(signedIn);
  const [row, file] = await Promise.all([
    isOpen ? school.records('lectures').find(member.siteId, lectureId) : undefined,
    isOpen ? school.memberDownloads.lectureFile(member, lectureId) : undefined,
  ]);
  return { source: row?.contentMarkdown.trim() ?? '', file };
}

/** Returns where the school shows the lecture, if that is not here. */
const elsewhere = (
  { baseUrl }: FastifyInstance['config'],
  site: AddressedSchool,
  course: EnrolledCourse,
  id: string,
) =>
  site.primaryDomain === null || !course.isPublished
    ? undefined
    : `${schoolUrl(baseUrl, site)}${lecturePath(course.slug, id)}`;

/**
 * The button that leads to a lecture: to its page, or to the site of the school if only that has the lecture.
 */
export async function continueLink(
  app: FastifyInstance,
  { signedIn, text }: Pick<MemberVisit, 'signedIn' | 'text'>,
  site: AddressedSchool,
  course: EnrolledCourse,
  lecture: OwnLecture,
): Promise<Html> {
  const { goOn } = text.learning;
  const there = elsewhere(app.config, site, course, lecture.lectureId);
  const { file, source } = there === undefined ? { source: 'here' } : await contentOf(app, signedIn, lecture);
  return there === undefined || file !== undefined || source !== ''
    ? html`<a class="primary" href="${lectureAt(signedIn, course, lecture.lectureId)}">${goOn}</a>`
    : schoolAnchor(there, goOn, app.config.baseUrl, 'primary');
}

async function findLecture({ clock, school }: FastifyInstance, signedIn: MemberRequest) {
  const member = memberOf(signedIn);
  const [slug, id] = [pathParameter(signedIn.request, 'course'), pathParameter(signedIn.request, 'lecture')];
  const course = await school.account.findEnrolledCourse(member, slug, clock());
  const outline = course === undefined ? [] : await school.account.ownOutline(member, course, clock());
  const lecture = outline.find(({ lectureId }) => lectureId === id);
  return course && lecture && { course, outline, lecture };
}

export function lecturePages(app: FastifyInstance, pages: MemberPages): void {
  const { memberAccount, memberDownloads } = app.school;
  const place = memberPlace(pages, '');
  const write = writer(app);

  definePage(app, place, {
    at: PATH,
    async load({ signedIn, text }) {
      const found = await findLecture(app, signedIn);
      if (found === undefined) return undefined;
      const { course, lecture, outline } = found;
      const { site } = await memberAccount.profile(memberOf(signedIn));
      const { source, file } = await contentOf(app, signedIn, lecture);
      const context = { base: schoolPath(site.slug), baseUrl: app.config.baseUrl };
      return {
        ...found,
        file,
        site,
        text: source === '' ? undefined : (await write(source, context, lecture.title)).markup,
        following: outline[outline.indexOf(lecture) + 1],
        there: elsewhere(app.config, site, course, lecture.lectureId),
        contact: source === '' && file === undefined ? (await contactOf(app, site.id, text))?.line : undefined,
      };
    },
    title: ({ lecture }) => displayText(lecture.title),
    top: ({ course, lecture }, visit, title) => html`<div class="intro">
${backLink(at(visit.signedIn, `/courses/${course.slug}`), displayText(course.title))}
<h1>${title}</h1><p>${lengthOf(lecture, visit)}</p></div>`,
    done: ({ text }) => ({ none: text.learning.eventDone.none }),
    scripts: () => html`<link rel="stylesheet" href="${manualStylesheet.path}">`,
    body({ contact, course, file, following, lecture, site, text, there }, visit) {
      const { learning } = visit.text;
      const here = lectureAt(visit.signedIn, course, lecture.lectureId);
      const isEmpty = text === undefined && file === undefined;
      const form = (action: string, body: Html): Html =>
        postForm({ action: `${here}/${action}`, csrf: visit.csrf, body });
      return html`${!lecture.isOpen && notice('info', html`<p>${closedBecause(lecture, visit)}</p>`)}
${
  file !== undefined &&
  html`<ul class="rows"><li><div><p class="name">${displayText(file.filename)}</p><p class="detail">${fileSize(file.size, visit.language)}</p></div>
${form('file', html`<button type="submit" class="secondary" aria-label="${learning.openFile({ file: displayText(file.filename) })}">${learning.open}</button>`)}</li></ul>`
}
${text !== undefined && html`<div lang="${site.locale}">${text}</div>`}
${lecture.isOpen && isEmpty && there === undefined && emptyList(learning.noContent, learning.noContentText, contact)}
${there !== undefined && html`<p>${schoolAnchor(there, learning.openAt({ domain: site.primaryDomain ?? '' }), app.config.baseUrl, isEmpty ? 'primary' : undefined)}</p>`}
${
  lecture.isOpen &&
  (lecture.completedAt === null
    ? (!isEmpty || there === undefined) &&
      form('done', html`<div class="inline"><button type="submit" class="primary">${learning.finish}</button></div>`)
    : following !== undefined &&
      html`<p class="inline"><span class="detail">${learning.done}</span> <a class="primary" href="${lectureAt(visit.signedIn, course, following.lectureId)}">${learning.following({ lecture: displayText(following.title) })}</a></p>`)
}`;
    },
  });

  pages.set(`${PATH}/file`, async (signedIn, _form, reply) => {
    const lectureId = pathParameter(signedIn.request, 'lecture');
    const file = await memberDownloads.lectureFile(memberOf(signedIn), lectureId);
    return file === undefined
      ? place.missing(signedIn, reply)
      : goTo(reply, memberDownloads.lectureLink(memberOf(signedIn), lectureId, file.id));
  });

  // What is read here has no player that would note it.
  pages.set(`${PATH}/done`, async (signedIn, _form, reply) => {
    const to = await attempted(signedIn, '', async () => {
      const { durationSeconds = 0 } = (await findLecture(app, signedIn))?.lecture ?? {};
      await memberAccount.saveWatchPosition(
        memberOf(signedIn),
        pathParameter(signedIn.request, 'lecture'),
        durationSeconds,
      );
      const after = await findLecture(app, signedIn);
      const next = after && nextLecture(after.outline, after.course);
      const slug = pathParameter(signedIn.request, 'course');
      return next === undefined
        ? at(signedIn, `/courses/${slug}?done=finished`)
        : lectureAt(signedIn, { slug }, next.lectureId);
    });
    return to === undefined ? place.missing(signedIn, reply) : goTo(reply, to);
  });
}

function closedBecause({ opensAt }: OwnLecture, { language, text, timeZone }: MemberVisit): Html | string {
  const { learning } = text;
  return opensAt === null ? learning.closed : html`${learning.opens} ${moment(opensAt, language, timeZone)}`;
}

/** A lecture in the outline of a course. @param isNext whether the member goes on with it */
export function lectureRow(lecture: OwnLecture, course: EnrolledCourse, isNext: boolean, visit: MemberVisit): Html {
  const { language, signedIn, text, timeZone } = visit;
  const { completedAt, isOpen, lectureId, opensAt, watchedAt } = lecture;
  const title = displayText(lecture.title);
  const state = isNext
    ? html`<span class="badge">${text.learning.next}</span>`
    : completedAt !== null
      ? text.learning.done
      : opensAt !== null
        ? html`${text.learning.opens} ${moment(opensAt, language, timeZone)}`
        : watchedAt !== null && html`${text.learning.begun} ${day(watchedAt, language, timeZone)}`;
  return html`<li${isNext && html` aria-current="step"`}><div><p class="name">${isOpen ? html`<a href="${lectureAt(signedIn, course, lectureId)}">${title}</a>` : title}</p><p class="detail">${lengthOf(lecture, visit)}</p></div><p class="detail">${state}</p></li>`;
}
