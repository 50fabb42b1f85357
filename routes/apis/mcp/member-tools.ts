/** Tools with which members read and change their own data. They use the same data as the Account API. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Member } from '../../../schema/school/account.ts';
import { notFound } from '../../../schema/school/problem.ts';
import {
  courseItem,
  myAccount,
  myCourse,
  myOrder,
  myRegistration,
  orderItem,
  registrationItem,
  watchItem,
  watchPosition,
} from './member-items.ts';
import { pageArguments, pageOf, readPage } from './pages.ts';
import { type Caller, defineTool, type Tool, type ToolDeclaration, UNTRUSTED } from './tool.ts';

type Declaration<Input extends z.ZodObject, Output extends z.ZodObject> = Omit<
  ToolDeclaration<Input, Output>,
  'isReading' | 'scope'
>;

const reading = <Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: Declaration<Input, Output>,
): Tool => defineTool<Input, Output>({ ...declaration, isReading: true, scope: 'account:read' });
const writing = <Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: Declaration<Input, Output>,
): Tool => defineTool<Input, Output>({ ...declaration, isReading: false, isIdempotent: true, scope: 'account:write' });

function memberOf({ operator }: Caller): Member {
  if (operator === undefined) throw new Error('a member tool needs a member');
  return { siteId: operator.siteId, personId: operator.personId };
}

/** Identifies a list and its owner, so that a cursor works for this list of this member only. */
const cursorScopeOf = ({ siteId, personId }: Member, list: string): string[] => ['tool', list, siteId, personId];

export const memberTools = (app: FastifyInstance): Tool[] => [
  accountTool(app),
  ...courseTools(app),
  ...historyTools(app),
  ...writingTools(app),
];

const accountTool = ({ school: { memberAccount } }: FastifyInstance): Tool =>
  reading({
    name: 'get_my_account',
    title: 'Get my account',
    description: `Returns the profile of the signed-in member and their school. Use it to find out whose data the other tools show. ${UNTRUSTED}`,
    input: z.strictObject({}),
    output: myAccount,
    run: (caller) => memberAccount.profile(memberOf(caller)),
  });

function courseTools(app: FastifyInstance): Tool[] {
  const { clock } = app;
  const { account } = app.school;
  return [
    reading({
      name: 'list_my_courses',
      title: 'List my courses',
      description: `Lists the courses that the member may open or could open before, by enrollment or subscription, newest first, with progress, source, last day of access and the lecture watched last. ${UNTRUSTED}`,
      input: z.strictObject({
        ...pageArguments,
        status: z
          .enum(['all', 'active', 'expired'])
          .default('all')
          .describe('Filters by access. active: the member has access now; expired: access has ended'),
      }),
      output: pageOf(myCourse),
      run(caller, { status, ...request }) {
        const member = memberOf(caller);
        return readPage(
          app,
          request,
          {
            cursorScope: cursorScopeOf(member, `courses ${status}`),
            read: (page) => account.enrolledCourses(member, status, page, clock()),
            keyOf: ({ enrolledAt, id }) => ({ at: enrolledAt, id }),
          },
          courseItem,
        );
      },
    }),
    reading({
      name: 'get_my_course_progress',
      title: 'Get my progress in a course',
      description: `Returns the member's progress in one course, with the last day of access and the lecture watched last. Call list_my_courses first for the slug. ${UNTRUSTED}`,
      input: z.strictObject({ slug: z.string().max(100).describe('Course slug, from list_my_courses') }),
      output: myCourse,
      async run(caller, { slug }) {
        const course = await account.findEnrolledCourse(memberOf(caller), slug, clock());
        if (course === undefined) throw notFound('enrolled course');
        return courseItem(course);
      },
    }),
  ];
}

/** Tools for what the member bought and the events that the member attends. */
function historyTools(app: FastifyInstance): Tool[] {
  const { clock } = app;
  const { account } = app.school;
  return [
    reading({
      name: 'list_my_orders',
      title: 'List my orders',
      description: `Lists the member's orders, newest first, with status and total. ${UNTRUSTED}`,
      input: z.strictObject(pageArguments),
      output: pageOf(myOrder),
      run(caller, request) {
        const member = memberOf(caller);
        return readPage(
          app,
          request,
          {
            cursorScope: cursorScopeOf(member, 'orders'),
            read: (page) => account.orders(member, page),
            keyOf: ({ placedAt, id }) => ({ at: placedAt, id }),
          },
          orderItem,
        );
      },
    }),
    reading({
      name: 'list_my_event_registrations',
      title: 'List my event registrations',
      description: `Lists the member's event registrations, newest first, with the link for attending online. ${UNTRUSTED}`,
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
  const { memberAccount } = app.school;
  return [
    writing({
      name: 'save_watch_position',
      title: 'Save my position in a lecture',
      description: `Saves the position where the member stopped in a lecture. The member must have access to its course. ${UNTRUSTED}`,
      input: z.strictObject({
        lectureId: z.string().max(100).describe('Id of the lecture'),
        positionSeconds: z.int().min(0).describe('Position in seconds, at most the duration of the lecture'),
      }),
      output: watchPosition,
      async run(caller, { lectureId, positionSeconds }) {
        return watchItem(await memberAccount.saveWatchPosition(memberOf(caller), lectureId, positionSeconds));
      },
    }),
    writing({
      name: 'update_my_profile',
      title: 'Update my profile',
      description: `Updates the member's name, language or consent to marketing messages; omitted fields are unchanged. ${UNTRUSTED}`,
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
      run: (caller, given) => memberAccount.changeProfile(memberOf(caller), given),
    }),
    writing({
      name: 'cancel_my_event_registration',
      title: 'Cancel my event registration',
      description: `Cancels the member's registration or waiting-list entry for an event that has not started. This cannot be undone, so ask the member first. ${UNTRUSTED}`,
      isDestructive: true,
      input: z.strictObject({
        id: z.string().max(100).describe('Id of the registration, from list_my_event_registrations'),
      }),
      output: myRegistration,
      run: async (caller, { id }) =>
        registrationItem(await memberAccount.cancelEventRegistration(memberOf(caller), id)),
    }),
  ];
}
