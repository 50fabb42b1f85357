/**
 * Combines everything that members can read and change of their own data at one school, for the Account API. The
 * queries are in the `own-*.ts` files, one for each area.
 */
import type { AuditTrail } from '../../audit/audit.ts';
import type { Database } from '../../engine/engine.ts';
import { ownCourses } from './own-courses.ts';
import { ownDownloads } from './own-downloads.ts';
import { ownLectures } from './own-lectures.ts';
import { ownOrders } from './own-orders.ts';
import { ownOutlines } from './own-outlines.ts';
import { ownPosts } from './own-posts.ts';
import { ownProducts } from './own-products.ts';
import { ownProfile } from './own-profile.ts';
import { ownRegistrations } from './own-registrations.ts';
import { ownSubscriptions } from './own-subscriptions.ts';

export const accountStore = (db: Database, audit: AuditTrail) => ({
  ...ownProfile(db),
  ...ownCourses(db),
  ...ownLectures(db),
  ...ownOutlines(db),
  ...ownOrders(db),
  ...ownProducts(db),
  ...ownSubscriptions(db),
  ...ownPosts(db),
  ...ownDownloads(db, audit),
  ...ownRegistrations(db, audit),
});
