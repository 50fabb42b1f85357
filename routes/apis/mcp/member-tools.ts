/** What a member may ask about themself, and change: the data of the Account API, as tools. */
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

/** What a cursor is good for: one list of one member. */
const placeOf = ({ siteId, personId }: Member, list: string): string[] => ['tool', list, siteId, personId];

export const memberTools = (app: FastifyInstance): Tool[] => [...readingTools(app), ...writingTools(app)];

function readingTools(app: FastifyInstance): Tool[] {
  const { clock } = app;
  const { account } = app.school;
  return [
    reading({
      name: 'get_my_account',
      title: 'My account',
      description: `Says who the signed-in member is, and at which school. Use it to know whose data the other tools show. ${UNTRUSTED}`,
      input: z.strictObject({}),
      output: myAccount,
      run: (caller) => app.school.memberAccount.profile(memberOf(caller)),
    }),
    reading({
      name: 'list_my_courses',
      title: 'My courses',
      description: `Lists the courses the member is or was enrolled in, the latest enrollment first: progress, until when they can be opened, and where the member stopped. ${UNTRUSTED}`,
      input: z.strictObject({
        ...pageArguments,
        status: z
          .enum(['all', 'active', 'expired'])
          .default('all')
          .describe('active: those that can be opened now; expired: no longer'),
      }),
      output: pageOf(myCourse),
      run(caller, { status, ...request }) {
        const member = memberOf(caller);
        return readPage(
          app,
          request,
          {
            place: placeOf(member, `courses ${status}`),
            read: (page) => account.enrolledCourses(member, status, page, clock()),
            keyOf: ({ enrolledAt, id }) => ({ at: enrolledAt, id }),
          },
          courseItem,
        );
      },
    }),
    reading({
      name: 'get_my_course_progress',
      title: 'My progress in a course',
      description: `Says how far the member is in one course, until when they can open it, and where they stopped. Use it after list_my_courses. ${UNTRUSTED}`,
      input: z.strictObject({ slug: z.string().max(100).describe('The short name (slug), from list_my_courses') }),
      output: myCourse,
      async run(caller, { slug }) {
        const course = await account.findEnrolledCourse(memberOf(caller), slug);
        if (course === undefined) throw notFound('course of yours');
        return courseItem(course);
      },
    }),
    reading({
      name: 'list_my_orders',
      title: 'My orders',
      description: `Lists what the member ordered, the latest first, with its state and total. ${UNTRUSTED}`,
      input: z.strictObject(pageArguments),
      output: pageOf(myOrder),
      run(caller, request) {
        const member = memberOf(caller);
        return readPage(
          app,
          request,
          {
            place: placeOf(member, 'orders'),
            read: (page) => account.orders(member, page),
            keyOf: ({ placedAt, id }) => ({ at: placedAt, id }),
          },
          orderItem,
        );
      },
    }),
    reading({
      name: 'list_my_event_registrations',
      title: 'My events',
      description: `Lists the events the member registered for, the latest registration first, with where to join. ${UNTRUSTED}`,
      input: z.strictObject({
        ...pageArguments,
        when: z.enum(['all', 'upcoming', 'past']).default('all').describe('upcoming: those that are not over'),
      }),
      output: pageOf(myRegistration),
      run(caller, { when, ...request }) {
        const member = memberOf(caller);
        return readPage(
          app,
          request,
          {
            place: placeOf(member, `events ${when}`),
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
      title: 'Remember where I stopped',
      description: `Remembers where the member stopped in a lecture, of a course they can open now. ${UNTRUSTED}`,
      input: z.strictObject({
        lectureId: z.string().max(100).describe('The lecture'),
        positionSeconds: z.int().min(0).describe('Seconds from its start, at most its length'),
      }),
      output: watchPosition,
      async run(caller, { lectureId, positionSeconds }) {
        return watchItem(await memberAccount.saveWatchPosition(memberOf(caller), lectureId, positionSeconds));
      },
    }),
    writing({
      name: 'update_my_profile',
      title: 'Change my profile',
      description: `Changes the name, the language or the consent to news of the member; what is left out stays. ${UNTRUSTED}`,
      input: z.strictObject({
        name: z.string().max(100).optional().describe('The name'),
        locale: z
          .string()
          .max(35)
          .nullable()
          .optional()
          .describe('A BCP 47 tag; null goes back to the language of the school'),
        marketingConsent: z.boolean().optional().describe('Whether the school may send news'),
      }),
      output: myAccount,
      run: (caller, given) => memberAccount.changeProfile(memberOf(caller), given),
    }),
    writing({
      name: 'cancel_my_event_registration',
      title: 'Give up my place at an event',
      description: `Gives up a place or a wait at an event that has not begun. It cannot be taken back: ask the member first. ${UNTRUSTED}`,
      isDestructive: true,
      input: z.strictObject({ id: z.string().max(100).describe('The registration, from list_my_event_registrations') }),
      output: myRegistration,
      run: async (caller, { id }) =>
        registrationItem(await memberAccount.cancelEventRegistration(memberOf(caller), id)),
    }),
  ];
}
