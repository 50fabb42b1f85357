/** What an audit event happened to, where that is a thing of the school that people know by a name. */

/** As the targets of events begin: `course/crs_1`. The outline is that of a course. */
export const NAMED_THINGS = [
  'member',
  'course',
  'outline',
  'section',
  'lecture',
  'lecturer',
  'event',
  'post',
  'page',
  'form',
  'membership_plan',
  'coupon',
  'digital_product',
  'asset',
] as const;
export type NamedThing = (typeof NAMED_THINGS)[number];

/** A thing and its id; `undefined` where the target says something else. */
export function namedThing(target: string): { thing: NamedThing; id: string } | undefined {
  const [kind, id, ...more] = target.split('/');
  const thing = NAMED_THINGS.find((one) => one === kind);
  return thing === undefined || id === undefined || id === '' || more.length > 0 ? undefined : { thing, id };
}
