/** The member to whom the token belongs, which is the entry point of every query, and the mutations of the profile. */
import type { FastifyInstance } from 'fastify';
import type { RequestOrigin } from '../../../schema/audit/audit-event.ts';
import type { Member, MemberProfile, TokenMember } from '../../../schema/school/account.ts';
import { type AddressedSchool, memberUrl, schoolUrl } from '../../../schema/school/addresses.ts';

export const viewerTypes = /* GraphQL */ `
"""Queries require the scope account:read."""
type Query {
  """The member the token belongs to, at the school the token is for."""
  viewer: Viewer!
}

"""Mutations require the scope account:write."""
type Mutation {
  """Updates the given fields; omitted fields are unchanged."""
  updateProfile("""Fields to update.""" input: UpdateProfileInput!): Viewer!
  """Saves the position where the member stopped in a lecture. The member must have access to its course."""
  saveWatchPosition(
    """Id of the lecture."""
    lectureId: ID!
    """Position in seconds, at most the duration of the lecture."""
    positionSeconds: Int!
  ): LastWatchedLecture!
  """Registers the member for a published event that is free and takes registrations; the status tells whether the member holds a seat or is on the waiting list. Repeating the call changes nothing."""
  registerForEvent("""Id or URL slug of the event.""" event: ID!): EventRegistration!
  """Cancels a registration for an event that has not started; a freed seat goes to the first member on the waiting list. Repeating the call changes nothing."""
  cancelEventRegistration("""Id of the registration.""" id: ID!): EventRegistration!
  """Returns a link to a file of a digital product. This counts as one download of the file; while the link works, repeating the call returns the same link and counts nothing."""
  requestDownload(
    """Id of the product, from digitalProducts."""
    productId: ID!
    """Id of the file."""
    fileId: ID!
  ): Download!
}

"""Profile fields to update. Omitted fields are unchanged."""
input UpdateProfileInput {
  """Full name, 1 to 100 characters. It applies at every school of the platform."""
  name: String
  """Preferred language at this school, a BCP 47 tag such as en or pt-BR; null for the school's language."""
  locale: String
  """Whether this school may send marketing messages."""
  marketingConsent: Boolean
}

"""A member at one school."""
type Viewer {
  """Same value as sub in the ID token."""
  id: ID!
  """E-mail address the member signs in with."""
  email: String!
  """Full name."""
  name: String
  """Preferred language at this school, if set."""
  locale: String
  """Whether this school may send marketing messages."""
  marketingConsent: Boolean!
  """The school the token is for."""
  site: Site!
  """Courses that the member may open or could open before, by enrollment or subscription, newest first; without revoked enrollments."""
  enrolledCourses(
    """Page size, 0 to 100."""
    first: Int = 20
    """Return items after this cursor."""
    after: String
    """Filters by whether the member has access now or access has ended."""
    status: EnrollmentStatus
  ): EnrolledCourseConnection!
  """One of these courses with its lectures; null if the member has no such course."""
  courseOutline("""URL slug of the course.""" slug: String!): CourseOutline
  """Orders, newest first."""
  orders(
    """Page size, 0 to 100."""
    first: Int = 20
    """Return items after this cursor."""
    after: String
  ): OrderConnection!
  """Subscriptions to membership plans, current and past, newest first."""
  subscriptions(
    """Page size, 0 to 100."""
    first: Int = 20
    """Return items after this cursor."""
    after: String
  ): SubscriptionConnection!
  """Digital products that the member may download now, newest first: bought, or included in the plan of a subscription."""
  digitalProducts(
    """Page size, 0 to 100."""
    first: Int = 20
    """Return items after this cursor."""
    after: String
  ): DigitalProductConnection!
  """Event registrations, newest first."""
  eventRegistrations(
    """Page size, 0 to 100."""
    first: Int = 20
    """Return items after this cursor."""
    after: String
    """true: only events that have not ended; false: only past events."""
    upcoming: Boolean
  ): EventRegistrationConnection!
  """Published posts that the member may read, newest first."""
  posts(
    """Page size, 0 to 100."""
    first: Int = 20
    """Return items after this cursor."""
    after: String
  ): PostConnection!
  """One of these posts with its text; null if the member may not read a post of this slug."""
  post("""URL slug of the post.""" slug: String!): PostText
}

"""A school."""
type Site {
  """Same value as org_id in the ID token."""
  id: ID!
  """Name of the school."""
  name: String!
  """URL slug of the school."""
  slug: String!
  """URL of the school's site."""
  url: String!
  """Default language, a BCP 47 tag."""
  locale: String!
  """IANA time zone, in which days start and end."""
  timezone: String!
}
`;

/** The context that every resolver receives. */
export interface AccountContext {
  member: Member;
  /** The same with what the token says of the sign-in. */
  tokenMember: TokenMember;
  /** Recorded in the audit log. */
  by: RequestOrigin & { clientId: string };
}

// Mercurius passes it on as a part of its own context.
declare module 'mercurius' {
  interface MercuriusContext extends AccountContext {}
}

export const viewerOf =
  ({ school: { memberAccount } }: FastifyInstance) =>
  ({ tokenMember }: AccountContext): Promise<MemberProfile> =>
    memberAccount.profile(tokenMember);

/** Returns the URL of the school's site. */
export const siteUrlOf =
  ({ config }: FastifyInstance) =>
  (site: AddressedSchool): string =>
    schoolUrl(config.baseUrl, site);

/** Returns the URL of the member's courses. */
export const memberUrlOf =
  ({ config }: FastifyInstance) =>
  (site: AddressedSchool): string =>
    memberUrl(config.baseUrl, site);

export function viewerResolvers(app: FastifyInstance) {
  const { memberAccount } = app.school;
  const viewer = viewerOf(app);

  const updateProfile = (_: unknown, { input }: { input: unknown }, { tokenMember }: AccountContext) =>
    memberAccount.changeProfile(tokenMember, input);

  return {
    Query: { viewer: (_: unknown, __: unknown, context: AccountContext) => viewer(context) },
    Mutation: { updateProfile },
    Site: { url: siteUrlOf(app) },
  };
}
