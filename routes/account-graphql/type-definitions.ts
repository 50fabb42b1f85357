/** The Account API: what one member may see and change of their own at one school. Names are the specification's. */
export const typeDefinitions = /* GraphQL */ `
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

"""Whether a course can be opened."""
enum EnrollmentStatus {
  """It can be opened now."""
  ACTIVE
  """The time is over."""
  EXPIRED
}

"""A course, as one member has it."""
type EnrolledCourse {
  """The enrollment."""
  id: ID!
  """The course's short name in addresses."""
  slug: String!
  """The course's title."""
  title: String!
  """A picture, if it has one."""
  coverImageUrl: String
  """When access began."""
  enrolledAt: DateTime!
  """The last day of access; null exactly when hasLifetimeAccess is true."""
  expireDate: Date
  """Whether access never ends."""
  hasLifetimeAccess: Boolean!
  """Whether the time is over."""
  isExpired: Boolean!
  """How much is done, 0 to 100."""
  progressPercent: Int!
  """When everything was done."""
  completedAt: DateTime
  """How many lectures are published in it."""
  lectureCount: Int!
  """Where the member stopped; null until something was watched."""
  lastWatchedLecture: LastWatchedLecture
  """Where the course is on the web."""
  url: String!
}

"""Where a member stopped."""
type LastWatchedLecture {
  """The lecture."""
  lectureId: ID!
  """Its title."""
  title: String!
  """Seconds from its start."""
  positionSeconds: Int!
  """When that was."""
  watchedAt: DateTime!
  """Where the lecture is on the web."""
  url: String!
}

"""A page of enrolled courses."""
type EnrolledCourseConnection {
  """The courses of this page."""
  nodes: [EnrolledCourse!]!
  """The same, each with its cursor."""
  edges: [EnrolledCourseEdge!]!
  """Whether there is more."""
  pageInfo: PageInfo!
  """How many there are on all pages."""
  totalCount: Int!
}

"""An enrolled course and its place."""
type EnrolledCourseEdge {
  """For after."""
  cursor: String!
  """The course."""
  node: EnrolledCourse!
}

"""Where a page lies in its list."""
type PageInfo {
  """Whether something follows."""
  hasNextPage: Boolean!
  """Whether something comes before."""
  hasPreviousPage: Boolean!
  """Of the first node, if there is one."""
  startCursor: String
  """Of the last node, if there is one: for after."""
  endCursor: String
}

"""An amount of money."""
type Money {
  """In minor units, such as cents."""
  amount: Int!
  """ISO 4217."""
  currency: String!
  """For reading, in the member's language."""
  formatted: String!
}

"""How far an order is."""
enum OrderStatus {
  """Not paid yet."""
  PENDING
  """Paid."""
  PAID
  """A part was given back."""
  PARTIALLY_REFUNDED
  """Everything was given back."""
  REFUNDED
  """Called off before it was paid."""
  CANCELLED
  """The payment failed."""
  FAILED
}

"""An order."""
type Order {
  """The order."""
  id: ID!
  """The number the member knows it by."""
  number: String!
  """How far it is."""
  status: OrderStatus!
  """When it was placed."""
  placedAt: DateTime!
  """When it was paid."""
  paidAt: DateTime
  """What it cost, discounts and tax included."""
  total: Money!
  """What was given back, if anything was."""
  refunded: Money
  """What was ordered."""
  items: [OrderItem!]!
  """The coupon that was used."""
  couponCode: String
}

"""What can be ordered."""
enum OrderItemKind {
  """A course."""
  COURSE
  """A membership plan."""
  MEMBERSHIP_PLAN
  """Something to download."""
  DIGITAL_PRODUCT
  """A place at an event."""
  EVENT
}

"""A line of an order."""
type OrderItem {
  """What it is."""
  kind: OrderItemKind!
  """What it was called when it was ordered."""
  title: String!
  """How many."""
  quantity: Int!
  """For one, before discounts."""
  unitPrice: Money!
}

"""A page of orders."""
type OrderConnection {
  """The orders of this page."""
  nodes: [Order!]!
  """The same, each with its cursor."""
  edges: [OrderEdge!]!
  """Whether there is more."""
  pageInfo: PageInfo!
  """How many there are on all pages."""
  totalCount: Int!
}

"""An order and its place."""
type OrderEdge {
  """For after."""
  cursor: String!
  """The order."""
  node: Order!
}

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

"""A page of registrations."""
type EventRegistrationConnection {
  """The registrations of this page."""
  nodes: [EventRegistration!]!
  """The same, each with its cursor."""
  edges: [EventRegistrationEdge!]!
  """Whether there is more."""
  pageInfo: PageInfo!
  """How many there are on all pages."""
  totalCount: Int!
}

"""A registration and its place."""
type EventRegistrationEdge {
  """For after."""
  cursor: String!
  """The registration."""
  node: EventRegistration!
}
`;
