/** What each field answers. All of a request's data is one member's, at one school. */
import type { FastifyInstance } from 'fastify';
import { GraphQLError } from 'graphql';
import type {
  EnrolledCourse,
  EventRegistration,
  Member,
  MemberProfile,
  Order,
  OrderItem,
  PageRequest,
  WatchPosition,
} from '../../schema/account.ts';
import { boundedMap } from '../../schema/bounded-map.ts';
import { parseProfileChange } from '../../schema/profile-change.ts';
import { badInput, connectionOf, type PageArguments, readPage } from './page-arguments.ts';
import { scalars } from './scalars.ts';

/** What every resolver is told. */
export interface AccountContext {
  member: Member;
}

type ViewerSource = Awaited<ReturnType<ReturnType<typeof viewerOf>>>;
type CourseArguments = PageArguments & { status?: 'ACTIVE' | 'EXPIRED' | null };
type RegistrationArguments = PageArguments & { upcoming?: boolean | null };

const notFound = (message: string): GraphQLError => new GraphQLError(message, { extensions: { code: 'NOT_FOUND' } });

const viewerOf =
  ({ account }: FastifyInstance) =>
  async ({ member }: AccountContext): Promise<MemberProfile> => {
    const profile = await account.profile(member);
    if (profile === undefined) throw new Error(`member ${member.personId} of ${member.siteId} is gone`);
    return profile;
  };

export function resolversOf(app: FastifyInstance) {
  const { account, clock, config, cursors } = app;
  const viewer = viewerOf(app);

  const siteUrl = ({ primaryDomain, slug }: MemberProfile['site']): string =>
    primaryDomain === null ? `${config.baseUrl}/schools/${slug}` : `https://${primaryDomain}`;

  const listOf = (name: string, { siteId, personId }: Member, ...filter: string[]): string[] => [
    name,
    siteId,
    personId,
    ...filter,
  ];

  async function enrolledCourses(profile: ViewerSource, given: CourseArguments, { member }: AccountContext) {
    const filter = given.status == null ? 'all' : given.status === 'ACTIVE' ? 'active' : 'expired';
    const list = listOf('courses', member, filter);
    const request = readPage(cursors, list, given);
    const now = clock();
    return connectionOf(await account.enrolledCourses(member, filter, request, now), {
      request,
      toNode: (course) => courseNode(course, siteUrl(profile.site), now),
      keyOf: ({ enrolledAt, id }) => ({ at: enrolledAt, id }),
      toCursor: (key) => cursors.make(list, key),
      count: () => account.countEnrolledCourses(member, filter, now),
    });
  }

  async function orders(profile: ViewerSource, given: PageArguments, { member }: AccountContext) {
    const list = listOf('orders', member);
    const request: PageRequest = readPage(cursors, list, given);
    const language = profile.locale ?? profile.site.locale;
    return connectionOf(await account.orders(member, request), {
      request,
      toNode: (order) => orderNode(order, language),
      keyOf: ({ placedAt, id }) => ({ at: placedAt, id }),
      toCursor: (key) => cursors.make(list, key),
      count: () => account.countOrders(member),
    });
  }

  async function eventRegistrations(_: ViewerSource, given: RegistrationArguments, { member }: AccountContext) {
    const filter = given.upcoming == null ? 'all' : given.upcoming ? 'upcoming' : 'past';
    const list = listOf('registrations', member, filter);
    const request = readPage(cursors, list, given);
    const now = clock();
    return connectionOf(await account.eventRegistrations(member, filter, request, now), {
      request,
      toNode: registrationNode,
      keyOf: ({ registeredAt, id }) => ({ at: registeredAt, id }),
      toCursor: (key) => cursors.make(list, key),
      count: () => account.countEventRegistrations(member, filter, now),
    });
  }

  async function updateProfile(_: unknown, { input }: { input: unknown }, context: AccountContext) {
    const { change, problem } = parseProfileChange(input);
    if (change === undefined) throw badInput(problem);
    await account.changeProfile(context.member, change, clock());
    return viewer(context);
  }

  async function saveWatchPosition(
    _: unknown,
    { lectureId, positionSeconds }: { lectureId: string; positionSeconds: number },
    context: AccountContext,
  ) {
    const now = clock();
    const lecture = await account.findOpenLecture(context.member, lectureId, now);
    if (lecture === undefined) throw notFound('there is no such lecture in a course that you can open');
    const { enrollmentId, courseSlug, durationSeconds, title } = lecture;
    if (positionSeconds < 0 || positionSeconds > durationSeconds) {
      throw badInput(`positionSeconds must be from 0 to ${durationSeconds}`);
    }
    const position = { lectureId, positionSeconds, watchedAt: now };
    await account.saveWatchPosition(context.member, enrollmentId, position);
    const { site } = await viewer(context);
    return watchNode({ ...position, title }, courseUrl(siteUrl(site), courseSlug));
  }

  async function cancelEventRegistration(_: unknown, { id }: { id: string }, { member }: AccountContext) {
    const now = clock();
    const registration = await account.findEventRegistration(member, id);
    if (registration === undefined) throw notFound('you have no such registration');
    if (registration.status === 'cancelled') return registrationNode(registration);
    if (registration.status === 'attended' || registration.event.startsAt <= now) throw badInput('the event has begun');
    if (await account.cancelEventRegistration(member, registration, now)) {
      return registrationNode({ ...registration, status: 'cancelled' });
    }
    // Somebody else was faster.
    const current = await account.findEventRegistration(member, id);
    if (current?.status !== 'cancelled') throw badInput('the registration has just changed');
    return registrationNode(current);
  }

  return {
    ...scalars,
    Query: { viewer: (_: unknown, __: unknown, context: AccountContext) => viewer(context) },
    Mutation: { updateProfile, saveWatchPosition, cancelEventRegistration },
    Viewer: { enrolledCourses, orders, eventRegistrations },
    Site: { url: siteUrl },
  };
}

/** The lines of all orders of an answer, read at once. */
export function loadersOf({ account }: FastifyInstance) {
  return {
    Order: {
      items: {
        opts: { cache: false },
        async loader(queries: { obj: OrderNode }[], { member }: AccountContext) {
          const items = await account.orderItems(
            member,
            queries.map(({ obj }) => obj.id),
          );
          const ofOrder = Map.groupBy(items, ({ orderId }) => orderId);
          return queries.map(({ obj }) => (ofOrder.get(obj.id) ?? []).map((item) => itemNode(item, obj)));
        },
      },
    },
  };
}

const courseUrl = (siteUrl: string, slug: string): string => `${siteUrl}/courses/${slug}`;

function courseNode({ isEnded, expiresAt, lastWatched, ...course }: EnrolledCourse, siteUrl: string, now: number) {
  const url = courseUrl(siteUrl, course.slug);
  return {
    ...course,
    hasLifetimeAccess: course.expireDate === null,
    isExpired: isEnded || (expiresAt !== null && expiresAt <= now),
    lastWatchedLecture: lastWatched === undefined ? null : watchNode(lastWatched, url),
    url,
  };
}

const watchNode = ({ lectureId, title, positionSeconds, watchedAt }: WatchPosition, url: string) => ({
  lectureId,
  title,
  positionSeconds,
  watchedAt,
  url: `${url}/lectures/${lectureId}`,
});

function orderNode({ total, refundedAmount, currency, status, ...order }: Order, language: string) {
  return {
    ...order,
    status: status.toUpperCase(),
    total: money(total, currency, language),
    refunded: refundedAmount === 0 ? null : money(refundedAmount, currency, language),
    currency,
    language,
  };
}
type OrderNode = ReturnType<typeof orderNode>;

const itemNode = ({ kind, title, quantity, unitAmount }: OrderItem, { currency, language }: OrderNode) => ({
  kind: kind.toUpperCase(),
  title,
  quantity,
  unitPrice: money(unitAmount, currency, language),
});

/** Making a formatter costs far more than using it. Members choose the language, so the oldest make room. */
const formatters = boundedMap<Intl.NumberFormat>(200);

function money(amount: number, currency: string, language: string) {
  return { amount, currency, formatted: () => formatMoney(amount, currency, language) };
}

function formatMoney(amount: number, currency: string, language: string): string {
  const key = `${language} ${currency}`;
  const format = formatters.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency });
  formatters.set(key, format);
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const registrationNode = ({ id, status, registeredAt, event }: EventRegistration) => ({
  id,
  status: status.toUpperCase(),
  registeredAt,
  // Where to join is for those who have a place.
  event: status === 'registered' ? event : { ...event, joinUrl: null },
});
