/** Parses targets of audit events that refer to an object of the school with a name, such as a course. */

/** The prefixes of such targets, as in `course/crs_1`. `outline` refers to the outline of a course. */
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
  'enrollment',
  'subscription',
  'event_registration',
] as const;
export type NamedThing = (typeof NAMED_THINGS)[number];

/** Returns the type and id of the object, or `undefined` if the target is of another form. */
export function namedThing(target: string): { thing: NamedThing; id: string } | undefined {
  const [kind, id, ...more] = target.split('/');
  const thing = NAMED_THINGS.find((one) => one === kind);
  return thing === undefined || id === undefined || id === '' || more.length > 0 ? undefined : { thing, id };
}

/** The target of `client_created`, `client_enabled` and `client_disabled` if a switch of an assistant for members did it. */
export const SWITCHED = 'members';
