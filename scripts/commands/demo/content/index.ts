/** Generates the content of the demo schools. The result always has the same ids and times. */
import type { SchoolContent } from '../../../../db/school/school-content.ts';
import { type DemoSite, RIVERSIDE } from '../platform.ts';
import { HARBOUR_CATALOGUE, RIVERSIDE_CATALOGUE } from './catalogue/index.ts';
import { type Course, coursesOf } from './courses.ts';
import { learningOf } from './enrollments.ts';
import { eventsOf, registrationsOf } from './events.ts';
import { formsOf, submissionsOf } from './forms.ts';
import { type Plan, type Products, plansOf, productsOf } from './offers.ts';
import { ordersOf } from './orders.ts';
import { type Member, namedPeople, studentsOf, type WavePeople } from './people.ts';
import { commentsOf, postsOf } from './posts.ts';
import { furtherPurchases, purchaseOfCourse, purchaseOfSeat, purchasesOfPlan } from './purchases.ts';
import { appearanceOf, imagesOf, lecturersOf, pagesOf } from './site.ts';
import { subscriptionsOf } from './subscriptions.ts';
import type { Wave } from './wave.ts';

/** One wave of one school: people, which are stored first, and rows. */
export interface WaveContent extends Pick<WavePeople, 'people' | 'memberships'> {
  siteId: string;
  content: SchoolContent;
}

const waveOf = (site: DemoSite, number: number, now: number): Wave => ({
  site,
  catalogue: site.id === RIVERSIDE.id ? RIVERSIDE_CATALOGUE : HARBOUR_CATALOGUE,
  number,
  now,
});

/** The demo itself. The named people belong to this wave only. */
export function demoContent(site: DemoSite, now: number): WaveContent {
  const wave = waveOf(site, 0, now);
  const named = namedPeople(wave);
  const students = studentsOf(wave);
  const plans = plansOf(wave);
  const products = productsOf(wave);
  const { assets = [], ...content } = contentOf(wave, [...named.members, ...students.members], plans, products, []);
  return {
    siteId: site.id,
    people: students.people,
    memberships: [...named.memberships, ...students.memberships],
    content: {
      ...content,
      assets: [...imagesOf(wave), ...products.assets, ...assets],
      appearances: [appearanceOf(wave)],
      lecturers: lecturersOf(wave),
      membershipPlans: plans.map(({ row }) => row),
      digitalProducts: products.digitalProducts,
      forms: formsOf(wave),
      pages: pagesOf(wave),
    },
  };
}

/** Generates further waves of the same size without the named people. */
export function* furtherWaves(site: DemoSite, now: number, scale: number): Generator<WaveContent> {
  const first = waveOf(site, 0, now);
  const plans = plansOf(first);
  const products = productsOf(first);
  // The featured courses are shared by all waves, and therefore can have any number of students.
  const shared = coursesOf(first).offered.filter(({ row }) => row.featured);
  for (let number = 1; number < scale; number += 1) {
    const wave = waveOf(site, number, now);
    const { members, ...students } = studentsOf(wave);
    yield { siteId: site.id, ...students, content: contentOf(wave, members, plans, products, shared) };
  }
}

function contentOf(
  wave: Wave,
  members: readonly Member[],
  plans: readonly Plan[],
  { digitalProducts }: Products,
  shared: readonly Course[],
): SchoolContent {
  const { offered, rows } = coursesOf(wave);
  const courses = [...offered, ...shared];
  const products = digitalProducts.filter(({ status }) => status === 'published');
  const subscriptions = subscriptionsOf(wave, members, plans);
  const { enrollments, watchPositions } = learningOf(wave, members, courses, subscriptions);
  const events = eventsOf(wave);
  const students = members.filter(({ wants }) => wants.courses + wants.events + wants.orders > 0);
  const registrations = registrationsOf(wave, events, students);
  const posts = postsOf(wave);
  return {
    ...rows,
    enrollments: enrollments.map(({ row }) => row),
    watchPositions,
    subscriptions: subscriptions.map(({ row }) => row),
    ...ordersOf(wave, [
      ...enrollments.flatMap((enrollment) => purchaseOfCourse(enrollment, products)),
      ...subscriptions.flatMap(purchasesOfPlan),
      ...registrations.flatMap(purchaseOfSeat),
      ...members.flatMap((member) => furtherPurchases(wave, member, offered, products)),
    ]),
    events: events.map(({ row }) => row),
    eventRegistrations: registrations.map(({ row }) => row),
    posts,
    comments: commentsOf(wave, members, posts, courses),
    formSubmissions: submissionsOf(wave, students),
  };
}
