/** The event registrations of a member. */
import type { FastifyInstance } from 'fastify';
import { type EventRegistration, visibleJoinUrl } from '../../../schema/school/account.ts';
import { connectionOf, connectionTypes, listOf, type PageArguments, readPage } from './connections.ts';
import type { AccountContext } from './viewer.ts';

export const registrationTypes = /* GraphQL */ `
"""Status of a registration for an event."""
enum RegistrationStatus {
  """The member holds a seat."""
  REGISTERED
  """On the waiting list for a seat."""
  WAITLISTED
  """The registration was cancelled."""
  CANCELLED
  """The member attended the event."""
  ATTENDED
}

"""Who cancelled a registration."""
enum CancelledBy {
  """The school, which includes a cancellation of the whole event."""
  SCHOOL
  """The member."""
  MEMBER
}

"""A member's registration for an event."""
type EventRegistration {
  """Id of the registration."""
  id: ID!
  """Status of the registration."""
  status: RegistrationStatus!
  """Who cancelled the registration; null unless it is cancelled."""
  cancelledBy: CancelledBy
  """Time of registration."""
  registeredAt: DateTime!
  """The event."""
  event: Event!
}

"""Whether an event takes place."""
enum EventStatus {
  """It takes place as announced."""
  SCHEDULED
  """The school has cancelled it."""
  CANCELLED
}

"""An event."""
type Event {
  """Id of the event."""
  id: ID!
  """Title of the event."""
  title: String!
  """URL slug of the event."""
  slug: String!
  """Whether the event takes place."""
  status: EventStatus!
  """Start time."""
  startsAt: DateTime!
  """End time."""
  endsAt: DateTime!
  """IANA time zone in which the event is announced."""
  timezone: String!
  """Venue, if any."""
  location: String
  """Link for attending online; null unless the member holds a seat."""
  joinUrl: String
}
${connectionTypes({ node: 'EventRegistration', many: 'registrations', nodes: 'registrations', one: 'A registration', short: 'registration' })}`;

type RegistrationArguments = PageArguments & { upcoming?: boolean | null };

export function registrationResolvers({ clock, cursors, school }: FastifyInstance) {
  const { account, memberAccount, memberEvents } = school;

  async function eventRegistrations(_: unknown, args: RegistrationArguments, { member }: AccountContext) {
    const filter = args.upcoming == null ? 'all' : args.upcoming ? 'upcoming' : 'past';
    const list = listOf('registrations', member, filter);
    const request = readPage(cursors, list, args);
    const now = clock();
    return connectionOf(await account.eventRegistrations(member, filter, request, now), {
      request,
      toNode: registrationNode,
      keyOf: ({ registeredAt, id }) => ({ at: registeredAt, id }),
      toCursor: (key) => cursors.make(list, key),
      count: () => account.countEventRegistrations(member, filter, now),
    });
  }

  async function registerForEvent(_: unknown, { event }: { event: string }, { member, by }: AccountContext) {
    return registrationNode(await memberEvents.register(member, event, by));
  }

  async function cancelEventRegistration(_: unknown, { id }: { id: string }, { member, by }: AccountContext) {
    return registrationNode(await memberAccount.cancelEventRegistration(member, id, by));
  }

  return { Viewer: { eventRegistrations }, Mutation: { registerForEvent, cancelEventRegistration } };
}

const registrationNode = ({ id, status, cancelledBy, registeredAt, event }: EventRegistration) => ({
  id,
  status: status.toUpperCase(),
  cancelledBy: cancelledBy?.toUpperCase() ?? null,
  registeredAt,
  event: {
    ...event,
    status: event.status === 'cancelled' ? 'CANCELLED' : 'SCHEDULED',
    joinUrl: visibleJoinUrl({ status, event }),
  },
});
