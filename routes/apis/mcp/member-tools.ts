/** Tools with which members read and change their own data. They use the same data as the Account API. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MemberProfile } from '../../../schema/school/account.ts';
import { memberUrl, schoolUrl } from '../../../schema/school/addresses.ts';
import { notFound } from '../../../schema/school/problem.ts';
import {
  courseItem,
  lectureItem,
  myAccount,
  myCourse,
  myProgress,
  myRegistration,
  registrationItem,
  watchItem,
  watchPosition,
} from './member-items.ts';
import { postTools } from './member-post-tools.ts';
import { purchaseTools } from './member-purchase-tools.ts';
import { cursorScopeOf, memberOf, originOf, readingFor, siteUrlOf, tokenMemberOf, writingFor } from './member-tool.ts';
import { pageArguments, pageOf, readPage } from './pages.ts';
import type { Tool } from './tool.ts';

export const memberTools = (app: FastifyInstance): Tool[] => [
  accountTool(app),
  ...courseTools(app),
  ...purchaseTools(app),
  ...eventTools(app),
  ...postTools(app),
  ...writingTools(app),
];

const accountTool = (app: FastifyInstance): Tool =>
  readingFor(app)({
    name: 'get_my_account',
    title: 'Get my account',
    description:
      'Returns the profile of the signed-in member and their school. Use it to find out whose data the other tools show.',
    input: z.strictObject({}),
    output: myAccount,
    run: async (caller) => withUrl(app, await app.school.memberAccount.profile(tokenMemberOf(caller))),
  });

const withUrl = ({ config }: FastifyInstance, { site, ...profile }: MemberProfile) => ({
  ...profile,
  site: { ...site, url: schoolUrl(config.baseUrl, site) },
});

function courseTools(app: FastifyInstance): Tool[] {
  const { clock } = app;
  const { account } = app.school;
  const reading = readingFor(app);
  return [
    reading({
      name: 'list_my_courses',
      title: 'List my courses',
      description:
        'Lists the courses that the member may open or could open before, by enrollment or subscription, newest first, with progress, source, last day of access and the lecture watched last.',
      input: z.strictObject({
        ...pageArguments,
        status: z
          .enum(['all', 'active', 'expired'])
          .default('all')
          .describe('Filters by access. active: the member has access now; expired: access has ended'),
      }),
      output: pageOf(myCourse),
      async run(caller, { status, ...request }) {
        const member = memberOf(caller);
        const siteUrl = await siteUrlOf(app, member, memberUrl);
        return readPage(
          app,
          request,
          {
            cursorScope: cursorScopeOf(member, `courses ${status}`),
            read: (page) => account.enrolledCourses(member, status, page, clock()),
            keyOf: ({ listedAt, id }) => ({ at: listedAt, id }),
          },
          (course) => courseItem(course, siteUrl),
        );
      },
    }),
    reading({
      name: 'get_my_course_progress',
      title: 'Get my progress in a course',
      description:
        "Returns the outline of one of the member's courses: each lecture with its id, the member's progress in it, and whether the member can open it now. Call list_my_courses first for the slug.",
      input: z.strictObject({ slug: z.string().max(100).describe('Course slug, from list_my_courses') }),
      output: myProgress,
      async run(caller, { slug }) {
        const member = memberOf(caller);
        const course = await account.findEnrolledCourse(member, slug, clock());
        if (course === undefined) throw notFound('enrolled course');
        const lectures = await account.ownOutline(member, course, clock());
        const siteUrl = await siteUrlOf(app, member, memberUrl);
        return {
          ...courseItem(course, siteUrl),
          lectures: lectures.map((lecture) => lectureItem(lecture, course, siteUrl)),
        };
      },
    }),
  ];
}

function eventTools(app: FastifyInstance): Tool[] {
  const { clock } = app;
  const { account } = app.school;
  const reading = readingFor(app);
  return [
    reading({
      name: 'list_my_event_registrations',
      title: 'List my event registrations',
      description: "Lists the member's event registrations, newest first, with the link for attending online.",
      input: z.strictObject({
        ...pageArguments,
        when: z
          .enum(['all', 'upcoming', 'past'])
          .default('all')
          .describe('Filters by time. upcoming: events that have not ended'),
      }),
      output: pageOf(myRegistration),
      run(caller, { when, ...request }) {
        const member = memberOf(caller);
        return readPage(
          app,
          request,
          {
            cursorScope: cursorScopeOf(member, `events ${when}`),
            read: (page) => account.eventRegistrations(member, when, page, clock()),
            keyOf: ({ registeredAt, id }) => ({ at: registeredAt, id }),
          },
          registrationItem,
        );
      },
    }),
  ];
}

function writingTools(app: FastifyInstance): Tool[] {
  const { memberAccount, memberEvents } = app.school;
  const writing = writingFor(app);
  return [
    writing({
      name: 'save_watch_position',
      title: 'Save my position in a lecture',
      description:
        'Saves the position where the member stopped in a lecture. The member must have access to its course.',
      input: z.strictObject({
        lectureId: z.string().max(100).describe('Id of the lecture, from get_my_course_progress'),
        positionSeconds: z.int().min(0).describe('Position in seconds, at most the duration of the lecture'),
      }),
      output: watchPosition,
      async run(caller, { lectureId, positionSeconds }) {
        const member = memberOf(caller);
        const { courseSlug, isPublished, ...position } = await memberAccount.saveWatchPosition(
          member,
          lectureId,
          positionSeconds,
        );
        return watchItem(position, { slug: courseSlug, isPublished }, await siteUrlOf(app, member, memberUrl));
      },
    }),
    writing({
      name: 'update_my_profile',
      title: 'Update my profile',
      description:
        "Updates the member's name, language or consent to marketing messages; omitted fields are unchanged.",
      input: z.strictObject({
        name: z.string().max(100).optional().describe('Full name'),
        locale: z
          .string()
          .max(35)
          .nullable()
          .optional()
          .describe("Preferred language, a BCP 47 tag; null for the school's language"),
        marketingConsent: z.boolean().optional().describe('Whether the school may send marketing messages'),
      }),
      output: myAccount,
      run: async (caller, args) => withUrl(app, await memberAccount.changeProfile(tokenMemberOf(caller), args)),
    }),
    writing({
      name: 'register_for_event',
      title: 'Register for an event',
      description:
        'Registers the member for a free event that has not started; status tells whether they hold a seat or are on the waiting list. Call list_public_events first for the slug.',
      input: z.strictObject({
        event: z.string().max(100).describe('Slug of the event, from list_public_events, or its id'),
      }),
      output: myRegistration,
      run: async (caller, { event }) =>
        registrationItem(await memberEvents.register(memberOf(caller), event, originOf(caller))),
    }),
    writing({
      name: 'cancel_my_event_registration',
      title: 'Cancel my event registration',
      description:
        "Cancels the member's registration or waiting-list entry for an event that has not started. A seat goes to the next on the waiting list, and registering again starts at its end, so ask the member first.",
      isSensitive: true,
      input: z.strictObject({
        id: z.string().max(100).describe('Id of the registration, from list_my_event_registrations'),
      }),
      output: myRegistration,
      run: async (caller, { id }) =>
        registrationItem(await memberAccount.cancelEventRegistration(memberOf(caller), id, originOf(caller))),
    }),
  ];
}
