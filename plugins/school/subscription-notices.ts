/** E-mails to members about their subscriptions. */
import type { FastifyInstance } from 'fastify';
import { schoolUrl } from '../../schema/school/addresses.ts';
import { dateAt } from '../../schema/school/calendar.ts';
import { givesAccess, type HeldSubscription } from '../../schema/school/entitlement.ts';
import { addressing, type Write } from './notice-recipients.ts';

/** How many courses of a plan an e-mail names. */
const NAMED_COURSES = 5;

export function fulfilForSubscribers(app: FastifyInstance): void {
  const { entitlements, records, recipients } = app.school;
  const emailsTo = addressing(app);

  /** The courses that a subscription opens, or nothing if there are none. Null stands for all courses of the school. */
  async function coursesOf(siteId: string, { allCourses, courseIds }: HeldSubscription) {
    if (allCourses) return null;
    const published = await entitlements.publishedAmong(siteId, courseIds);
    const opened = courseIds.filter((id) => published.has(id));
    const named = opened.slice(0, NAMED_COURSES);
    const labels = await records('courses').labels(siteId, named);
    const titles = named.flatMap((id) => labels.get(id)?.name ?? []);
    return titles.length === 0 ? undefined : { titles, others: opened.length - titles.length };
  }

  app.people.mailer.fulfil('subscription_opened', async ({ siteId, personId, subscriptionId }) => {
    const [recipient] = await recipients.members(siteId, [personId]);
    const { subscriptions, timezone } = (await entitlements.subscriptionsOf(siteId, [personId]))(personId);
    const held = subscriptions.find(({ id }) => id === subscriptionId);
    if (!recipient?.courseEmails || held === undefined || !givesAccess(held, app.clock())) return { orders: [] };
    const courses = await coursesOf(siteId, held);
    const plan = (await records('membershipPlans').labels(siteId, [held.planId])).get(held.planId);
    if (courses === undefined || plan === undefined) return { orders: [] };
    const expireDate = held.endsAt === null ? null : dateAt(held.endsAt - 1, timezone);
    const write: Write = (site) => {
      const link = schoolUrl(app.config.baseUrl, site);
      return { kind: 'subscription_opened', school: site.name, plan: plan.name, courses, expireDate, link };
    };
    return { orders: await emailsTo(siteId, [recipient], write, true) };
  });
}
