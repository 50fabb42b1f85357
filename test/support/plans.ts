/** What a plan of SQLite says about how much of a large table a statement reads. */

/** Tables that have a row for each member of a school, or several. */
const LARGE = [
  'audit_events',
  'comments',
  'consents',
  'course_sales',
  'enrollments',
  'event_registrations',
  'form_submissions',
  'grants',
  'labels',
  'lecture_views',
  'memberships',
  'milestones',
  'order_items',
  'orders',
  'payments',
  'people',
  'search_entries',
  'subscriptions',
  'tokens',
  'watch_positions',
];
/** Columns that as many rows can have in common as a school has members. */
const COMMON =
  /^(?:site_id|status|kind|role|event|list|label|course_id|plan_id|client_id|form_id|event_id|target_id|source)=\?$/;

/** What such a step reads few rows of all the same. */
const FEW: readonly RegExp[] = [
  // The first in the order of an index.
  /select \(?min\(/,
  // The newest of an event.
  /limit \d+\) as (?:one|newest)/,
  // Connections up to a number.
  /limit \?\) "live"$/,
  // A school has few owners, and they change seldom.
  /"role" = 'owner'/,
  /"event" = 'ownership_stepped_down'/,
];

/** The parts of a plan by which a statement goes through what a school has of a table. */
export function through(sql: string, plan: readonly string[]): string[] {
  const isSorted = plan.some((step) => step.startsWith('USE TEMP B-TREE'));
  // A page of a list in the order of an index.
  if ((/\blimit\b/.test(sql) && !isSorted) || FEW.some((form) => form.test(sql))) return [];
  return plan.filter((step) => {
    const [, how, alias = '', terms = ''] = /^(SCAN|SEARCH) (\w+).*?(?:\(([^()]*)\))?$/.exec(step) ?? [];
    const table = new RegExp(`"(\\w+)" as ${alias}\\b`).exec(sql)?.[1] ?? alias;
    if (how === undefined || !LARGE.includes(table)) return false;
    return how === 'SCAN' || terms.split(' AND ').every((term) => COMMON.test(term));
  });
}
