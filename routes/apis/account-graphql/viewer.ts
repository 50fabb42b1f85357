/** The member whose token it is: the way into everything else, and what changes the profile. */
import type { FastifyInstance } from 'fastify';
import type { Member, MemberProfile } from '../../../schema/school/account.ts';

export const viewerTypes = /* GraphQL */ `
"""An instant, RFC 3339 in UTC, such as 2026-09-01T08:00:00Z."""
scalar DateTime

"""A calendar day, YYYY-MM-DD, at the school."""
scalar Date

"""Reading needs the scope account:read."""
type Query {
  """The member whose token this is, at the school the token is for."""
  viewer: Viewer!
}

"""Every change needs the scope account:write."""
type Mutation {
  """Changes what is given and leaves the rest."""
  updateProfile("""What to change.""" input: UpdateProfileInput!): Viewer!
  """Remembers where the member stopped in a lecture of a course that they have access to now."""
  saveWatchPosition(
    """The lecture."""
    lectureId: ID!
    """Seconds from its start, at most its duration."""
    positionSeconds: Int!
  ): LastWatchedLecture!
  """Gives up a place at an event that has not begun; the first on the waiting list gets it. Doing it again changes nothing."""
  cancelEventRegistration("""The registration.""" id: ID!): EventRegistration!
}

"""A member's own profile. What is left out stays."""
input UpdateProfileInput {
  """1 to 100 characters. It is the name at every school of the platform."""
  name: String
  """The language this school should speak, a BCP 47 tag such as en or pt-BR; null goes back to the school's."""
  locale: String
  """Whether this school may send news."""
  marketingConsent: Boolean
}

"""A member at one school."""
type Viewer {
  """The same as sub in the ID token."""
  id: ID!
  """The address the member signs in with."""
  email: String!
  """The full name."""
  name: String
  """The language chosen at this school, if any."""
  locale: String
  """Whether this school may send news."""
  marketingConsent: Boolean!
  """The one school the token is for."""
  site: Site!
  """Courses the member is or was enrolled in, the latest enrollment first. Revoked ones are not listed."""
  enrolledCourses(
    """How many, 1 to 100."""
    first: Int = 20
    """Goes on behind this cursor."""
    after: String
    """Only those that can be opened now, or only those whose time is over."""
    status: EnrollmentStatus
  ): EnrolledCourseConnection!
  """Orders, the latest first."""
  orders(
    """How many, 1 to 100."""
    first: Int = 20
    """Goes on behind this cursor."""
    after: String
  ): OrderConnection!
  """Registrations for events, the latest first."""
  eventRegistrations(
    """How many, 1 to 100."""
    first: Int = 20
    """Goes on behind this cursor."""
    after: String
    """true: only events that are not over yet; false: only past ones."""
    upcoming: Boolean
  ): EventRegistrationConnection!
}

"""A school."""
type Site {
  """The same as org_id in the ID token."""
  id: ID!
  """Its name."""
  name: String!
  """Its short name in addresses."""
  slug: String!
  """Where it is on the web."""
  url: String!
  """The language it speaks, a BCP 47 tag."""
  locale: String!
  """Its IANA time zone: days begin and end by it."""
  timezone: String!
}
`;

/** What every resolver is told. */
export interface AccountContext {
  member: Member;
}

export const viewerOf =
  ({ school: { memberAccount } }: FastifyInstance) =>
  ({ member }: AccountContext): Promise<MemberProfile> =>
    memberAccount.profile(member);

/** Where a school is on the web. */
export const siteUrlOf =
  ({ config }: FastifyInstance) =>
  ({ primaryDomain, slug }: MemberProfile['site']): string =>
    primaryDomain === null ? `${config.baseUrl}/schools/${slug}` : `https://${primaryDomain}`;

export function viewerResolvers(app: FastifyInstance) {
  const { memberAccount } = app.school;
  const viewer = viewerOf(app);

  const updateProfile = (_: unknown, { input }: { input: unknown }, { member }: AccountContext) =>
    memberAccount.changeProfile(member, input);

  return {
    Query: { viewer: (_: unknown, __: unknown, context: AccountContext) => viewer(context) },
    Mutation: { updateProfile },
    Site: { url: siteUrlOf(app) },
  };
}
