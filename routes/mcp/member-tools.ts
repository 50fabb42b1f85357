/** What a member may ask about themself: the data of the Account API, as tools. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type {
  EnrolledCourse,
  EventRegistration,
  Member,
  Order,
  Page,
  PageKey,
  WatchPosition,
} from '../../schema/account.ts';
import { invalidInput, notFound, ProblemError } from '../../schema/problem.ts';
import { parseProfileChange } from '../../schema/profile-change.ts';
import { type Arguments, type Caller, defineTool, type Tool } from './tool.ts';

type Json = Record<string, unknown>;

const page = {
  first: z.int().min(1).max(100).default(20).describe('How many, 1 to 100'),
  after: z.string().max(300).optional().describe('The endCursor of the page before'),
};

function memberOf({ operator }: Caller): Member {
  if (operator === undefined) throw new Error('a member tool needs a member');
  return { siteId: operator.siteId, personId: operator.personId };
}

export function memberTools(app: FastifyInstance): Tool[] {
  const { account, clock, cursors } = app;

  /** A page of one of the member's lists. */
  async function paged<Row>(
    caller: Caller,
    { first, after }: Arguments,
    list: string,
    read: (member: Member, request: { first: number; after: PageKey | undefined }) => Promise<Page<Row>>,
    keyOf: (row: Row) => PageKey,
    toItem: (row: Row) => Json,
  ): Promise<Json> {
    const member = memberOf(caller);
    const place = ['tool', list, member.siteId, member.personId];
    const key = after === undefined ? undefined : cursors.read(place, String(after));
    if (after !== undefined && key === undefined) {
      throw invalidInput([{ path: 'after', code: 'invalid_cursor', message: 'is not a cursor of this list' }]);
    }
    const { rows, hasMore } = await read(member, { first: Number(first), after: key });
    const last = rows.at(-1);
    const endCursor = last === undefined ? null : cursors.make(place, keyOf(last));
    return { nodes: rows.map(toItem), pageInfo: { hasNextPage: hasMore, endCursor } };
  }

  async function profile(caller: Caller): Promise<Json> {
    const found = await account.profile(memberOf(caller));
    if (found === undefined) throw notFound('member');
    return { ...found };
  }

  const reading = (declaration: Omit<Parameters<typeof defineTool>[0], 'isReading' | 'scope'>): Tool =>
    defineTool({ ...declaration, isReading: true, scope: 'account:read' });
  const writing = (declaration: Omit<Parameters<typeof defineTool>[0], 'isReading' | 'scope'>): Tool =>
    defineTool({ ...declaration, isReading: false, isIdempotent: true, scope: 'account:write' });

  return [
    reading({
      name: 'get_my_account',
      title: 'My account',
      description: 'Says who the signed-in member is, and at which school.',
      input: z.strictObject({}),
      run: profile,
    }),
    reading({
      name: 'list_my_courses',
      title: 'My courses',
      description:
        'Lists the courses the member is or was enrolled in, the latest enrollment first: progress, until when they can be opened, and where the member stopped.',
      input: z.strictObject({
        ...page,
        status: z
          .enum(['all', 'active', 'expired'])
          .default('all')
          .describe('Only those that can be opened now, or no longer'),
      }),
      run: (caller, given) => {
        const filter = given.status as 'all' | 'active' | 'expired';
        const now = clock();
        return paged(
          caller,
          given,
          `courses ${filter}`,
          (member, request) => account.enrolledCourses(member, filter, request, now),
          ({ enrolledAt, id }) => ({ at: enrolledAt, id }),
          courseItem,
        );
      },
    }),
    reading({
      name: 'list_my_orders',
      title: 'My orders',
      description: 'Lists what the member ordered, the latest first, with its state and total in minor units.',
      input: z.strictObject(page),
      run: (caller, given) =>
        paged(
          caller,
          given,
          'orders',
          (member, request) => account.orders(member, request),
          ({ placedAt, id }) => ({ at: placedAt, id }),
          orderItem,
        ),
    }),
    reading({
      name: 'list_my_event_registrations',
      title: 'My events',
      description: 'Lists the events the member registered for, the latest registration first.',
      input: z.strictObject({
        ...page,
        when: z
          .enum(['all', 'upcoming', 'past'])
          .default('all')
          .describe('Only events that are not over, or those that are'),
      }),
      run: (caller, given) => {
        const filter = given.when as 'all' | 'upcoming' | 'past';
        const now = clock();
        return paged(
          caller,
          given,
          `events ${filter}`,
          (member, request) => account.eventRegistrations(member, filter, request, now),
          ({ registeredAt, id }) => ({ at: registeredAt, id }),
          registrationItem,
        );
      },
    }),
    writing({
      name: 'save_watch_position',
      title: 'Remember where I stopped',
      description: 'Remembers where the member stopped in a lecture of a course they can open.',
      input: z.strictObject({
        lectureId: z.string().max(100).describe('The lecture'),
        positionSeconds: z.int().min(0).describe('Seconds from its start'),
      }),
      async run(caller, { lectureId, positionSeconds }) {
        const now = clock();
        const lecture = await account.findOpenLecture(memberOf(caller), String(lectureId), now);
        if (lecture === undefined) throw notFound('lecture in a course that you can open');
        const position = { lectureId: String(lectureId), positionSeconds: Number(positionSeconds), watchedAt: now };
        if (position.positionSeconds > lecture.durationSeconds) {
          throw invalidInput([
            { path: 'positionSeconds', code: 'too_big', message: `must be at most ${lecture.durationSeconds}` },
          ]);
        }
        await account.saveWatchPosition(memberOf(caller), lecture.enrollmentId, position);
        return watchItem({ ...position, title: lecture.title });
      },
    }),
    writing({
      name: 'update_my_profile',
      title: 'Change my profile',
      description: 'Changes the name, the language or the consent to news of the member; what is left out stays.',
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
      async run(caller, given) {
        const { change, problem } = parseProfileChange(given);
        if (change === undefined) throw new ProblemError('invalid-input', problem);
        await account.changeProfile(memberOf(caller), change, clock());
        return profile(caller);
      },
    }),
    writing({
      name: 'cancel_my_event_registration',
      title: 'Give up my place at an event',
      description: 'Gives up a place or a wait at an event that has not begun. It cannot be taken back.',
      isDestructive: true,
      input: z.strictObject({ id: z.string().max(100).describe('The registration, from list_my_event_registrations') }),
      async run(caller, { id }) {
        const now = clock();
        const member = memberOf(caller);
        const registration = await account.findEventRegistration(member, String(id));
        if (registration === undefined) throw notFound('registration of yours');
        if (registration.status === 'cancelled') return registrationItem(registration);
        if (registration.event.startsAt <= now) throw new ProblemError('conflict', 'the event has begun');
        await account.cancelEventRegistration(member, registration, now);
        return registrationItem({ ...registration, status: 'cancelled' });
      },
    }),
  ];
}

const moment = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

const watchItem = ({ lectureId, title, positionSeconds, watchedAt }: WatchPosition): Json => ({
  lectureId,
  title,
  positionSeconds,
  watchedAt: moment(watchedAt),
});

const courseItem = (course: EnrolledCourse): Json => ({
  slug: course.slug,
  title: course.title,
  enrolledAt: moment(course.enrolledAt),
  expireDate: course.expireDate,
  hasLifetimeAccess: course.expireDate === null,
  progressPercent: course.progressPercent,
  completedAt: moment(course.completedAt),
  lectureCount: course.lectureCount,
  lastWatchedLecture: course.lastWatched === undefined ? null : watchItem(course.lastWatched),
});

const orderItem = (order: Order): Json => ({
  number: order.number,
  status: order.status,
  placedAt: moment(order.placedAt),
  paidAt: moment(order.paidAt),
  total: { amount: order.total, currency: order.currency },
  refunded: order.refundedAmount === 0 ? null : { amount: order.refundedAmount, currency: order.currency },
  couponCode: order.couponCode,
});

const registrationItem = ({ id, status, registeredAt, event }: EventRegistration): Json => ({
  id,
  status,
  registeredAt: moment(registeredAt),
  event: {
    slug: event.slug,
    title: event.title,
    startsAt: moment(event.startsAt),
    endsAt: moment(event.endsAt),
    timezone: event.timezone,
    location: event.location,
    // Where to join is for those who have a place.
    joinUrl: status === 'registered' ? event.joinUrl : null,
  },
});
