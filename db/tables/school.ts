import type { Columns } from '../columns/sqlite.ts';

export const defineSchoolTables = (c: Columns) => ({
  sites: c.table(
    'sites',
    {
      id: c.text('id').primaryKey(),
      slug: c.text('slug').notNull(),
      name: c.text('name').notNull(),
      active: c.flag('active').notNull(),
      createdAt: c.time('created_at').notNull(),
    },
    (t) => [c.uniqueIndex('sites_by_slug').on(t.slug)],
  ),

  courses: c.table(
    'courses',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      slug: c.text('slug').notNull(),
      title: c.text('title').notNull(),
      createdAt: c.time('created_at').notNull(),
    },
    (t) => [c.uniqueIndex('courses_by_slug').on(t.siteId, t.slug)],
  ),

  enrollments: c.table(
    'enrollments',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      personId: c.text('person_id').notNull(),
      courseId: c.text('course_id').notNull(),
      status: c.text('status').$type<'active' | 'expired' | 'revoked'>().notNull(),
      startsAt: c.time('starts_at').notNull(),
    },
    (t) => [c.uniqueIndex('enrollments_by_person').on(t.personId, t.siteId, t.courseId)],
  ),
});
