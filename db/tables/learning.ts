/** Tables of courses, enrollments and progress. */
import { sql } from 'drizzle-orm';
import type { EnrollmentSource } from '../../schema/school/entitlement.ts';
import type { Columns } from '../columns/sqlite.ts';

/** Every row belongs to one site, and every query names the site. */
export const defineLearningTables = (c: Columns) => ({
  courses: c.table(
    'courses',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      slug: c.text('slug').notNull(),
      title: c.text('title').notNull(),
      subtitle: c.text('subtitle'),
      description: c.text('description').notNull().default(''),
      coverImageUrl: c.text('cover_image_url'),
      courseType: c
        .text('course_type')
        .$type<'paid' | 'free' | 'public_access' | 'pre_order'>()
        .notNull()
        .default('free'),
      /** Minor units of the currency in the same row. */
      priceAmount: c.integer('price_amount').notNull().default(0),
      priceCurrency: c.text('price_currency').notNull().default('EUR'),
      status: c.text('status').$type<'draft' | 'published' | 'archived'>().notNull().default('published'),
      publishedAt: c.time('published_at'),
      featured: c.flag('featured').notNull().default(false),
      unlisted: c.flag('unlisted').notNull().default(false),
      /** Days of access from the enrollment; null is unlimited. */
      accessDays: c.integer('access_days'),
      lecturerIds: c.json('lecturer_ids').$type<string[]>(),
      categories: c.json('categories').$type<string[]>(),
      tags: c.json('tags').$type<string[]>(),
      /**
       * Number of published lectures, and of enrollments that are not revoked, without those of removed members. Triggers
       * maintain both.
       */
      lectureCount: c.integer('lecture_count').notNull().default(0),
      studentCount: c.integer('student_count').notNull().default(0),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull().default(0),
      archivedAt: c.time('archived_at'),
    },
    (t) => [
      c.uniqueIndex('courses_by_slug').on(t.siteId, t.slug),
      c.index('courses_by_time').on(t.siteId, t.createdAt, t.id),
      c.index('courses_by_status').on(t.siteId, t.status, t.createdAt, t.id),
      c.index('courses_by_status_and_id').on(t.siteId, t.status, t.id),
      c.index('courses_by_type').on(t.siteId, t.courseType, t.createdAt, t.id),
      c.index('courses_by_featured').on(t.siteId, t.featured, t.createdAt, t.id),
      c.index('courses_by_title').on(t.siteId, c.withoutCase(t.title), t.id, t.courseType, t.featured),
      c.index('courses_by_status_and_title').on(t.siteId, t.status, c.withoutCase(t.title), t.id),
    ],
  ),

  sections: c.table(
    'sections',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      courseId: c.text('course_id').notNull(),
      title: c.text('title').notNull(),
      position: c.integer('position').notNull(),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull(),
    },
    (t) => [c.index('sections_by_course').on(t.siteId, t.courseId, t.position)],
  ),

  lectures: c.table(
    'lectures',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      courseId: c.text('course_id').notNull(),
      sectionId: c.text('section_id').notNull(),
      title: c.text('title').notNull(),
      kind: c.text('kind').$type<'video' | 'audio' | 'text' | 'file' | 'quiz' | 'live'>().notNull(),
      durationSeconds: c.integer('duration_seconds').notNull(),
      contentMarkdown: c.text('content_markdown').notNull(),
      mediaAssetId: c.text('media_asset_id'),
      freePreview: c.flag('free_preview').notNull(),
      releaseAt: c.time('release_at'),
      /** Days after the start of a student's access; null unless the lecture is released for each student. */
      releaseAfterDays: c.integer('release_after_days'),
      position: c.integer('position').notNull(),
      status: c.text('status').$type<'draft' | 'published'>().notNull(),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull(),
    },
    (t) => [
      c.index('lectures_by_course').on(t.siteId, t.courseId, t.status),
      c.index('lectures_by_section').on(t.siteId, t.sectionId, t.position),
      c.index('lectures_by_asset').on(t.siteId, t.mediaAssetId),
    ],
  ),

  enrollments: c.table(
    'enrollments',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      personId: c.text('person_id').notNull(),
      courseId: c.text('course_id').notNull(),
      source: c.text('source').$type<EnrollmentSource>().notNull().default('grant'),
      status: c.text('status').$type<'active' | 'expired' | 'revoked'>().notNull(),
      startsAt: c.time('starts_at').notNull(),
      /**
       * The last day of access, `YYYY-MM-DD`, and the instant at which that day ends in the timezone of the school;
       * null is unlimited.
       */
      expireDate: c.text('expire_date'),
      expiresAt: c.time('expires_at'),
      progressPercent: c.integer('progress_percent').notNull().default(0),
      completedAt: c.time('completed_at'),
      /** The latest watch position, repeated here so that lists of courses need no other table. */
      lastLectureId: c.text('last_lecture_id'),
      lastPositionSeconds: c.integer('last_position_seconds'),
      lastWatchedAt: c.time('last_watched_at'),
      updatedAt: c.time('updated_at').notNull().default(0),
    },
    (t) => [
      c.uniqueIndex('enrollments_by_person').on(t.personId, t.siteId, t.courseId),
      c.index('enrollments_by_time').on(t.siteId, t.personId, t.startsAt, t.id),
      c.index('enrollments_by_course').on(t.siteId, t.courseId, t.startsAt, t.id),
      // For instructors: the course of an enrollment is in the index, so enrollments in other courses are skipped
      // without being read.
      // What decides on the state now is in it, too.
      c
        .index('enrollments_by_site')
        .on(t.siteId, t.startsAt, t.id, t.courseId, t.status, t.expiresAt, t.source, t.personId),
      c.index('enrollments_by_status').on(t.siteId, t.status, t.startsAt, t.id),
      // In the order of their end, those without an end last.
      c
        .index('enrollments_by_end')
        .on(
          t.siteId,
          sql`(cast(case when ${t.expiresAt} is null then 9007199254740991 else ${t.expiresAt} end as bigint))`,
          t.id,
          t.courseId,
          t.status,
          t.source,
          t.personId,
        ),
      c
        .index('enrollments_by_person_and_end')
        .on(
          t.siteId,
          t.personId,
          sql`(cast(case when ${t.expiresAt} is null then 9007199254740991 else ${t.expiresAt} end as bigint))`,
          t.id,
        ),
      c
        .index('enrollments_by_course_and_end')
        .on(
          t.siteId,
          t.courseId,
          sql`(cast(case when ${t.expiresAt} is null then 9007199254740991 else ${t.expiresAt} end as bigint))`,
          t.id,
        ),
      c
        .index('enrollments_by_status_and_end')
        .on(
          t.siteId,
          t.status,
          sql`(cast(case when ${t.expiresAt} is null then 9007199254740991 else ${t.expiresAt} end as bigint))`,
          t.id,
        ),
      // For students: whether an enrollment gives access is in the index, without reading the row.
      c.index('enrollments_by_student').on(t.siteId, t.personId, t.status, t.expiresAt, t.courseId, t.source),
      c
        .index('enrollments_by_course_student')
        .on(t.siteId, t.courseId, t.startsAt, t.personId, t.status, t.expiresAt, t.source),
    ],
  ),

  watchPositions: c.table(
    'watch_positions',
    {
      enrollmentId: c.text('enrollment_id').notNull(),
      lectureId: c.text('lecture_id').notNull(),
      siteId: c.text('site_id').notNull(),
      positionSeconds: c.integer('position_seconds').notNull(),
      watchedAt: c.time('watched_at').notNull(),
      completedAt: c.time('completed_at'),
    },
    (t) => [c.primaryKey({ columns: [t.enrollmentId, t.lectureId] })],
  ),

  /**
   * How far the students of courses and lectures have come, without removed members and revoked enrollments. Triggers
   * maintain it, and apart from the courses, so that who completes a lecture does not wait for who publishes one.
   */
  learningCounts: c.table(
    'learning_counts',
    {
      siteId: c.text('site_id').notNull(),
      /** The id of a course or of a lecture. */
      thingId: c.text('thing_id').notNull(),
      /** Students who have begun to watch the lecture. */
      began: c.integer('began').notNull().default(0),
      completed: c.integer('completed').notNull().default(0),
      /** The sum of the progress in the course, in per cent. */
      progress: c.integer('progress').notNull().default(0),
    },
    (t) => [c.primaryKey({ columns: [t.siteId, t.thingId] })],
  ),

  lecturers: c.table(
    'lecturers',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      slug: c.text('slug').notNull(),
      name: c.text('name').notNull(),
      title: c.text('title'),
      bioMarkdown: c.text('bio_markdown').notNull(),
      avatarAssetId: c.text('avatar_asset_id'),
      links: c.json('links').$type<Record<string, string>>(),
      memberId: c.text('member_id'),
      position: c.integer('position').notNull(),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull(),
    },
    (t) => [
      c.uniqueIndex('lecturers_by_slug').on(t.siteId, t.slug),
      c.index('lecturers_by_time').on(t.siteId, t.createdAt, t.id),
      c.index('lecturers_by_position').on(t.siteId, t.position, t.id),
      c.index('lecturers_by_name').on(t.siteId, c.withoutCase(t.name), t.id),
    ],
  ),

  /** The lecturers of each course and the members that they are, maintained by triggers on both tables. */
  courseLecturers: c.table(
    'course_lecturers',
    {
      courseId: c.text('course_id').notNull(),
      lecturerId: c.text('lecturer_id').notNull(),
      siteId: c.text('site_id').notNull(),
      /** The member account of the lecturer. */
      personId: c.text('person_id'),
      /** Creation time of the course, by which an instructor's courses are ordered. */
      createdAt: c.time('created_at').notNull(),
    },
    (t) => [
      c.primaryKey({ columns: [t.courseId, t.lecturerId] }),
      c.index('course_lecturers_by_person').on(t.siteId, t.personId, t.createdAt, t.courseId, t.lecturerId),
      c.index('course_lecturers_by_course').on(t.courseId, t.personId, t.siteId, t.lecturerId),
      c.index('course_lecturers_by_lecturer').on(t.lecturerId, t.siteId, t.courseId),
    ],
  ),
});
