/**
 * What the ids in the fields of a resource refer to, by the name of the field, which is the same in every resource and
 * in what operations return. With it, names can be shown beside ids.
 */

/** What has a name to show, and the field that contains it. */
export const NAME_FIELDS = {
  members: 'name',
  courses: 'title',
  sections: 'title',
  lectures: 'title',
  lecturers: 'name',
  events: 'title',
  membershipPlans: 'name',
  posts: 'title',
  forms: 'name',
} as const;

export type Named = keyof typeof NAME_FIELDS;

const REFERENCES: Readonly<Record<string, Named>> = {
  memberId: 'members',
  authorId: 'members',
  courseId: 'courses',
  courseIds: 'courses',
  sectionId: 'sections',
  lectureId: 'lectures',
  lecturerIds: 'lecturers',
  eventId: 'events',
  planId: 'membershipPlans',
  formId: 'forms',
};

/** What a comment is about. */
const TARGETS: Readonly<Record<string, Named>> = { course: 'courses', lecture: 'lectures', post: 'posts' };

/** What a field of an object refers to, if that has a name. */
export function referredBy(field: string, object: Readonly<Record<string, unknown>>): Named | undefined {
  return field === 'targetId' ? TARGETS[String(object.targetKind)] : REFERENCES[field];
}

/** The name of the field for the name: `courseTitle` beside `courseId`, `lecturerNames` beside `lecturerIds`. */
export function nameFieldOf(field: string, to: Named): string {
  const [, what = '', plural = ''] = /^(.*)Id(s?)$/.exec(field) ?? [];
  return `${what}${NAME_FIELDS[to].replace(/^./, (first) => first.toUpperCase())}${plural}`;
}
