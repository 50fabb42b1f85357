/** The subscriptions of a member, with what their plans include. */
import type { FastifyInstance } from 'fastify';
import type { MemberProfile, OwnSubscription } from '../../../schema/school/account.ts';
import { coursePath } from '../../../schema/school/addresses.ts';
import { connectionOf, connectionTypes, listOf, type PageArguments, readPage } from './connections.ts';
import { money } from './orders.ts';
import { type AccountContext, siteUrlOf } from './viewer.ts';

export const subscriptionTypes = /* GraphQL */ `
"""Status of a subscription. It gives access while it is TRIALING, ACTIVE or PAST_DUE."""
enum SubscriptionStatus {
  """In the trial period."""
  TRIALING
  """Running."""
  ACTIVE
  """A payment is due; access continues for now."""
  PAST_DUE
  """Paused by the school, without access."""
  PAUSED
  """Ended by a cancellation."""
  CANCELLED
  """It has reached its end."""
  EXPIRED
}

"""A subscription to a membership plan."""
type Subscription {
  """Id of the subscription."""
  id: ID!
  """Name of the plan."""
  planName: String!
  """URL slug of the plan."""
  planSlug: String!
  """Status now."""
  status: SubscriptionStatus!
  """Start of the subscription."""
  startedAt: DateTime!
  """Start of the current or last period."""
  currentPeriodStart: DateTime!
  """End of the current or last period; null for a lifetime subscription."""
  currentPeriodEnd: DateTime
  """When the subscription renews itself; null if it does not."""
  renewsAt: DateTime
  """When the subscription ends or ended; null if no end is set."""
  endsAt: DateTime
  """Price per period."""
  price: Money!
  """Whether the plan includes all published courses of the school."""
  allCourses: Boolean!
  """The published courses that the plan names."""
  courses: [IncludedCourse!]!
  """The digital products that the plan includes."""
  products: [IncludedProduct!]!
}

"""A course that a plan includes."""
type IncludedCourse {
  """URL slug of the course, for courseOutline."""
  slug: String!
  """Title of the course."""
  title: String!
  """URL of the course page."""
  url: String!
}

"""A digital product that a plan includes."""
type IncludedProduct {
  """Id of the product, for requestDownload."""
  id: ID!
  """Title of the product."""
  title: String!
}
${connectionTypes({ node: 'Subscription', many: 'subscriptions', nodes: 'subscriptions', one: 'A subscription', short: 'subscription' })}`;

export function subscriptionResolvers(app: FastifyInstance) {
  const { clock, cursors } = app;
  const { account } = app.school;
  const siteUrl = siteUrlOf(app);

  async function subscriptions(profile: MemberProfile, args: PageArguments, { member }: AccountContext) {
    const list = listOf('subscriptions', member);
    const request = readPage(cursors, list, args);
    const school = { url: siteUrl(profile.site), language: profile.locale ?? profile.site.locale };
    return connectionOf(await account.ownSubscriptions(member, request, clock()), {
      request,
      toNode: (subscription) => subscriptionNode(subscription, school),
      keyOf: ({ createdAt, id }) => ({ at: createdAt, id }),
      toCursor: (key) => cursors.make(list, key),
      count: () => account.countOwnSubscriptions(member),
    });
  }

  return { Viewer: { subscriptions } };
}

const subscriptionNode = (
  { status, priceAmount, priceCurrency, courses, ...subscription }: OwnSubscription,
  { url, language }: { url: string; language: string },
) => ({
  ...subscription,
  status: status.toUpperCase(),
  price: money(priceAmount, priceCurrency, language),
  courses: courses.map((course) => ({ ...course, url: `${url}${coursePath(course.slug)}` })),
});
