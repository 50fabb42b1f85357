/**
 * The references in the fields of a resource, by the name of the field, which is the same in every resource and
 * in what operations return. With it, names can be shown beside ids, to callers who may see them.
 */
import type { Scope } from '../oauth/scope.ts';

/** Resources with names: the field that contains it, and the scope with which all of them can be read. */
const NAMED = {
  members: { field: 'name', scope: 'members:read' },
  courses: { field: 'title', scope: 'courses:read' },
  sections: { field: 'title', scope: 'curriculum:read' },
  lectures: { field: 'title', scope: 'curriculum:read' },
  lecturers: { field: 'name', scope: 'lecturers:read' },
  events: { field: 'title', scope: 'events:read' },
  membershipPlans: { field: 'name', scope: 'membership_plans:read' },
  digitalProducts: { field: 'title', scope: 'digital_products:read' },
  posts: { field: 'title', scope: 'posts:read' },
  forms: { field: 'name', scope: 'forms:read' },
} as const satisfies Record<string, { field: string; scope: Scope }>;

export type NamedResource = keyof typeof NAMED;

/**
 * Names that the sentence of a scope promises besides, which people read when they consent: who is enrolled in which
 * course, who has signed up for an event, who has a running membership. In what is read with the scope, these names are
 * shown without a further scope.
 */
const PROMISED: Partial<Record<Scope, readonly NamedResource[]>> = {
  'students:read': ['members', 'courses', 'sections', 'lectures'],
  'events:read': ['members'],
  'subscriptions:read': ['members', 'membershipPlans'],
  'comments:read': ['courses', 'lectures', 'posts'],
  'curriculum:read': ['courses'],
};
/** The scopes that promise e-mail addresses, too. */
const WITH_EMAIL: readonly Scope[] = ['students:read'];

const REFERENCES: ReadonlyMap<string, NamedResource> = new Map<string, NamedResource>(
  Object.entries({
    memberId: 'members',
    authorId: 'members',
    courseId: 'courses',
    courseIds: 'courses',
    sectionId: 'sections',
    lectureId: 'lectures',
    lecturerIds: 'lecturers',
    eventId: 'events',
    planId: 'membershipPlans',
    productIds: 'digitalProducts',
    formId: 'forms',
  }),
);

/** The targets of comments. */
const TARGETS: ReadonlyMap<string, NamedResource> = new Map<string, NamedResource>([
  ['course', 'courses'],
  ['lecture', 'lectures'],
  ['post', 'posts'],
]);

/** Returns the resource that a field of an object refers to, if it has a name. */
export function referredBy(field: string, object: Readonly<Record<string, unknown>>): NamedResource | undefined {
  return field === 'targetId' ? TARGETS.get(String(object.targetKind)) : REFERENCES.get(field);
}

/** Returns the resources of which such a field of a list can name one. */
export const referredTo = (field: string): readonly NamedResource[] =>
  field === 'targetId' ? [...TARGETS.values()] : [REFERENCES.get(field) ?? []].flat();

/** The name by which a caller asks for what a field refers to: `member` for `memberId`. */
export const includeNameOf = (field: string): string => field.replace(/Id(s?)$/, '$1');

/** Returns the resources that such a name can mean. */
export function includedBy(name: string): readonly NamedResource[] {
  const to = REFERENCES.get(`${name}Id`) ?? REFERENCES.get(name.replace(/s$/, 'Ids'));
  if (to !== undefined) return [to];
  return name === 'target' ? [...TARGETS.values()] : [];
}

/** By the fields that refer to something. All that one can refer to have the same kind of name. */
const NAME_FIELDS: ReadonlyMap<string, string> = new Map(
  [...REFERENCES, ['targetId', 'lectures'] as const].map(([field, to]) => {
    const [, prefix = '', plural = ''] = /^(.*)Id(s?)$/.exec(field) ?? [];
    return [field, `${prefix}${NAMED[to].field.replace(/^./, (first) => first.toUpperCase())}${plural}`];
  }),
);

/** The name of the field for the name: `courseTitle` beside `courseId`, `lecturerNames` beside `lecturerIds`. */
export const nameFieldOf = (field: string): string => NAME_FIELDS.get(field) ?? field;

/** The name of the field for the e-mail address of a member: `memberEmail` beside `memberId`. */
export const emailFieldOf = (field: string): string => field.replace(/Id$/, 'Email');

/** The references of a resource, by the names of its fields. All that a field can refer to have the same kind of name. */
export const referencesAmong = (fields: readonly string[]): { field: string; to: NamedResource }[] =>
  fields.flatMap((field) => {
    const to = field === 'targetId' ? 'lectures' : REFERENCES.get(field);
    return to === undefined ? [] : [{ field, to }];
  });

/** A request for names: the scope of the operation, and those of the caller. */
interface NameRequest {
  readonly scope: Scope;
  readonly granted: readonly Scope[];
}

/** The scope that reads what an operation of the family returns, if the caller has it. */
function readingScope({ scope, granted }: NameRequest): Scope | undefined {
  const reading = scope.replace(/:write$/, ':read');
  return granted.find((one) => one === reading);
}

/** The field with the name of such a thing. */
export const titleOf = (to: NamedResource): string => NAMED[to].field;

export const scopeOfNames = (to: NamedResource): Scope => NAMED[to].scope;

/** Returns whether a caller may see the names: with their scope, or as that of the operation promises them. */
export function maySeeNames(to: NamedResource, request: NameRequest): boolean {
  const reading = readingScope(request);
  const isPromised = reading !== undefined && PROMISED[reading]?.includes(to) === true;
  return isPromised || request.granted.includes(NAMED[to].scope);
}

/** Returns whether a caller may see the e-mail addresses of members. */
export function maySeeEmails(request: NameRequest): boolean {
  const reading = readingScope(request);
  return request.granted.includes('members:read') || (reading !== undefined && WITH_EMAIL.includes(reading));
}
