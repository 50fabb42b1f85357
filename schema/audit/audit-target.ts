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

/**
 * The columns by which content of a school is called, whose deletion records the name. Nothing that is called after a
 * person is among it, because such a name would have to be erased with the account.
 */
const CALLED_BY: Readonly<Partial<Record<string, string>>> = {
  course: 'title',
  section: 'title',
  lecture: 'title',
  event: 'title',
  post: 'title',
  page: 'title',
  form: 'name',
  membership_plan: 'name',
  coupon: 'code',
  digital_product: 'title',
  asset: 'filename',
} satisfies Partial<Record<NamedThing, string>>;

/** Returns what content is called, for the event of its deletion; `undefined` for any other object. */
export function nameOfContent(thing: string, row: Readonly<Record<string, unknown>>): string | undefined {
  const column = CALLED_BY[thing];
  const name = column === undefined ? undefined : row[column];
  return typeof name === 'string' ? name : undefined;
}

/** Returns the target of the event that records the deletion of content with its name. An outline ends with its course. */
export function deletedTarget(target: string): string | undefined {
  const named = namedThing(target);
  if (named === undefined) return undefined;
  const thing = named.thing === 'outline' ? 'course' : named.thing;
  return CALLED_BY[thing] === undefined ? undefined : `${thing}/${named.id}`;
}

/** The target of what happens to a member. */
export const memberTarget = (personId: string): string => `member/${personId}`;

/** Whether the platform acted, under the name of one of its operators. */
export const isByOperator = (target: string | null): boolean => target?.startsWith('operator/') === true;

export const isOfMember = (target: string | null): boolean => target?.startsWith('member/') === true;

/** The target of `client_created`, `client_enabled` and `client_disabled` if a switch of an assistant for members did it. */
export const SWITCHED = 'members';
