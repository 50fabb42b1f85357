/** Every family by its tag in the description. */
import type { Api } from '../client.ts';
import { coupons } from './coupons.ts';
import { courses } from './courses.ts';
import { curriculum } from './curriculum.ts';
import { digitalProducts } from './digital-products.ts';
import { events } from './events.ts';
import { lecturers } from './lecturers.ts';
import { members } from './members.ts';
import { membershipPlans } from './membership-plans.ts';
import { pages } from './pages.ts';
import { posts } from './posts.ts';
import { analytics, comments, forms, orders } from './reading.ts';
import { appearance, school } from './school.ts';
import { storage } from './storage.ts';
import { students } from './students.ts';
import { subscriptions } from './subscriptions.ts';

export const FAMILIES: Readonly<Record<string, (api: Api) => Promise<void>>> = {
  courses,
  curriculum,
  students,
  members,
  analytics,
  orders,
  school,
  appearance,
  events,
  'membership plans': membershipPlans,
  coupons,
  posts,
  subscriptions,
  'digital products': digitalProducts,
  comments,
  lecturers,
  storage,
  forms,
  pages,
};
