/** A member's registrations for events. */
import type { FastifyInstance } from 'fastify';
import type { EventRegistration } from '../../../schema/school/account.ts';
import { connectionOf, connectionTypes, listOf, type PageArguments, readPage } from './connections.ts';
import type { AccountContext } from './viewer.ts';

export const registrationTypes = /* GraphQL */ `
"""Whether a member has a place."""
enum RegistrationStatus {
  """Has a place."""
  REGISTERED
  """Gets one when another is given up."""
  WAITLISTED
  """Gave it up."""
  CANCELLED
  """Was there."""
  ATTENDED
}

"""A member's registration for an event."""
type EventRegistration {
  """The registration."""
  id: ID!
  """Whether the member has a place."""
  status: RegistrationStatus!
  """When the member registered."""
  registeredAt: DateTime!
  """The event."""
  event: Event!
}

"""An event."""
type Event {
  """The event."""
  id: ID!
  """Its title."""
  title: String!
  """Its short name in addresses."""
  slug: String!
  """When it begins."""
  startsAt: DateTime!
  """When it ends."""
  endsAt: DateTime!
  """The IANA time zone it is announced in."""
  timezone: String!
  """Where it takes place."""
  location: String
  """Where to join online: only for those who have a place."""
  joinUrl: String
}
${connectionTypes({ node: 'EventRegistration', many: 'registrations', nodes: 'registrations', one: 'A registration', short: 'registration' })}`;

type RegistrationArguments = PageArguments & { upcoming?: boolean | null };

export function registrationResolvers({ clock, cursors, school: { account, memberAccount } }: FastifyInstance) {
  async function eventRegistrations(_: unknown, given: RegistrationArguments, { member }: AccountContext) {
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

  async function cancelEventRegistration(_: unknown, { id }: { id: string }, { member }: AccountContext) {
    return registrationNode(await memberAccount.cancelEventRegistration(member, id));
  }

  return { Viewer: { eventRegistrations }, Mutation: { cancelEventRegistration } };
}

const registrationNode = ({ id, status, registeredAt, event }: EventRegistration) => ({
  id,
  status: status.toUpperCase(),
  registeredAt,
  // Where to join is for those who have a place.
  event: status === 'registered' ? event : { ...event, joinUrl: null },
});
