/**
 * Combines everything that members can read and change of their own data at one school, for the Account API. The
 * queries are in the `own-*.ts` files, one for each area.
 */
import type { AuditTrail } from '../../audit/audit.ts';
import type { Database } from '../../engine/engine.ts';
import { ownCourses } from './own-courses.ts';
import { ownLectures } from './own-lectures.ts';
import { ownOrders } from './own-orders.ts';
import { ownProducts } from './own-products.ts';
import { ownProfile } from './own-profile.ts';
import { ownRegistrations } from './own-registrations.ts';

export const accountStore = (db: Database, audit: AuditTrail) => ({
  ...ownProfile(db),
  ...ownCourses(db),
  ...ownLectures(db),
  ...ownOrders(db),
  ...ownProducts(db),
  ...ownRegistrations(db, audit),
});
