/** A school with a hundred of everything, and what its answers may cost. */
import type { SchoolContent } from '../../db/school/school-content.ts';
import { course, enrollment, event, item, order, registration, times } from './account.ts';

/** What an answer may take (F12): some hundred milliseconds of a usual processor. */
export const MOST_CALLS = 3_000_000;

export const filled = (): SchoolContent => ({
  courses: times(100, (n) => course(`crs_${n}`)),
  enrollments: times(100, (n) => enrollment(`enr_${n}`, `crs_${n}`, { startsAt: n })),
  orders: times(100, (n) => order(`ord_${n}`, { placedAt: n })),
  orderItems: times(300, (n) => item(`ord_${n % 100}`, Math.floor(n / 100))),
  events: times(100, (n) => event(`evt_${n}`, 4e12)),
  eventRegistrations: times(100, (n) => registration(`reg_${n}`, `evt_${n}`, { registeredAt: n })),
});
