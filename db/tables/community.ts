/** Tables of events, posts, comments, pages and forms. */
import type { CancelledBy } from '../../schema/school/account.ts';
import type { Columns } from '../columns/sqlite.ts';

/** Every row belongs to one site. */
export const defineCommunityTables = (c: Columns) => ({
  events: c.table(
    'events',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      slug: c.text('slug').notNull(),
      title: c.text('title').notNull(),
      description: c.text('description').notNull(),
      kind: c.text('kind').$type<'online' | 'in_person' | 'hybrid'>().notNull(),
      startsAt: c.time('starts_at').notNull(),
      endsAt: c.time('ends_at').notNull(),
      timezone: c.timezone('timezone').notNull(),
      location: c.text('location'),
      joinUrl: c.text('join_url'),
      capacity: c.integer('capacity'),
      priceAmount: c.integer('price_amount').notNull(),
      priceCurrency: c.text('price_currency').notNull(),
      status: c.text('status').$type<'draft' | 'published' | 'cancelled'>().notNull(),
      registrationClosesAt: c.time('registration_closes_at'),
      /** Number of registrations with a seat, maintained by triggers. */
      registeredCount: c.integer('registered_count').notNull().default(0),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull(),
    },
    (t) => [
      c.uniqueIndex('events_by_slug').on(t.siteId, t.slug),
      c.index('events_by_time').on(t.siteId, t.createdAt, t.id, t.startsAt),
      c.index('events_by_start').on(t.siteId, t.startsAt, t.id),
      c.index('events_by_status').on(t.siteId, t.status, t.createdAt, t.id),
      c.index('events_by_status_and_start').on(t.siteId, t.status, t.startsAt, t.id),
      c.index('events_by_status_and_end').on(t.siteId, t.status, t.endsAt, t.id),
      c.index('events_by_title').on(t.siteId, c.withoutCase(t.title), t.id, t.startsAt),
      c.index('events_by_status_and_title').on(t.siteId, t.status, c.withoutCase(t.title), t.id, t.startsAt),
    ],
  ),

  eventRegistrations: c.table(
    'event_registrations',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      eventId: c.text('event_id').notNull(),
      personId: c.text('person_id').notNull(),
      status: c.text('status').$type<'registered' | 'waitlisted' | 'cancelled' | 'attended'>().notNull(),
      registeredAt: c.time('registered_at').notNull(),
      /** Null unless the registration is cancelled. Older cancellations do not tell. */
      cancelledBy: c.text('cancelled_by').$type<CancelledBy>(),
      updatedAt: c.time('updated_at').notNull(),
    },
    (t) => [
      c.uniqueIndex('event_registrations_by_event').on(t.eventId, t.personId),
      c.index('event_registrations_by_person').on(t.siteId, t.personId, t.registeredAt, t.id),
      c.index('event_registrations_by_time').on(t.siteId, t.eventId, t.registeredAt, t.id),
      c.index('event_registrations_by_status').on(t.siteId, t.eventId, t.status, t.registeredAt, t.id),
    ],
  ),

  posts: c.table(
    'posts',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      slug: c.text('slug').notNull(),
      title: c.text('title').notNull(),
      bodyMarkdown: c.text('body_markdown').notNull(),
      excerpt: c.text('excerpt'),
      coverImageUrl: c.text('cover_image_url'),
      category: c.text('category'),
      tags: c.json('tags').$type<string[]>(),
      authorId: c.text('author_id').notNull(),
      visibility: c.text('visibility').$type<'public' | 'members' | 'plan'>().notNull(),
      status: c.text('status').$type<'draft' | 'scheduled' | 'published'>().notNull(),
      publishAt: c.time('publish_at'),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull(),
    },
    (t) => [
      c.uniqueIndex('posts_by_slug').on(t.siteId, t.slug),
      c.index('posts_by_time').on(t.siteId, t.createdAt, t.id),
      c.index('posts_by_status').on(t.siteId, t.status, t.createdAt, t.id),
      c.index('posts_by_category').on(t.siteId, t.category, t.createdAt, t.id),
      c.index('posts_by_visibility_and_time').on(t.siteId, t.visibility, t.createdAt, t.id),
      c.index('posts_by_publication').on(t.status, t.publishAt),
      c.index('posts_by_visibility').on(t.siteId, t.status, t.visibility, t.publishAt, t.id),
      // The index contains the visibility, so posts for others are skipped without being read.
      c.index('posts_for_members').on(t.siteId, t.status, t.publishAt, t.id, t.visibility),
      c.index('posts_by_title').on(t.siteId, c.withoutCase(t.title), t.id, t.visibility, t.category),
      c
        .index('posts_by_status_and_title')
        .on(t.siteId, t.status, c.withoutCase(t.title), t.id, t.visibility, t.category),
    ],
  ),

  comments: c.table(
    'comments',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      personId: c.text('person_id').notNull(),
      targetKind: c.text('target_kind').$type<'lecture' | 'post' | 'course'>().notNull(),
      targetId: c.text('target_id').notNull(),
      parentId: c.text('parent_id'),
      body: c.text('body').notNull(),
      status: c.text('status').$type<'visible' | 'hidden' | 'pending'>().notNull(),
      likeCount: c.integer('like_count').notNull(),
      createdAt: c.time('created_at').notNull(),
    },
    (t) => [
      c.index('comments_by_time').on(t.siteId, t.createdAt, t.id),
      c.index('comments_by_status').on(t.siteId, t.status, t.createdAt, t.id),
      c.index('comments_by_target').on(t.siteId, t.targetId, t.createdAt, t.id),
    ],
  ),

  forms: c.table(
    'forms',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      name: c.text('name').notNull(),
      fields: c.json('fields').$type<{ key: string; label: string; type: string; required: boolean }[]>().notNull(),
      status: c.text('status').$type<'open' | 'closed'>().notNull(),
      /** Number of submissions, maintained by triggers. */
      submissionCount: c.integer('submission_count').notNull().default(0),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull(),
    },
    (t) => [c.index('forms_by_time').on(t.siteId, t.createdAt, t.id)],
  ),

  formSubmissions: c.table(
    'form_submissions',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      formId: c.text('form_id').notNull(),
      personId: c.text('person_id'),
      answers: c.json('answers').$type<Record<string, string>>().notNull(),
      submittedAt: c.time('submitted_at').notNull(),
    },
    (t) => [c.index('form_submissions_by_time').on(t.siteId, t.formId, t.submittedAt, t.id)],
  ),

  pages: c.table(
    'pages',
    {
      id: c.text('id').primaryKey(),
      siteId: c.text('site_id').notNull(),
      slug: c.text('slug').notNull(),
      title: c.text('title').notNull(),
      blocks: c.json('blocks').$type<Record<string, unknown>[]>(),
      bodyMarkdown: c.text('body_markdown'),
      seoTitle: c.text('seo_title'),
      seoDescription: c.text('seo_description'),
      status: c.text('status').$type<'draft' | 'published'>().notNull(),
      isHomepage: c.flag('is_homepage').notNull(),
      publishedAt: c.time('published_at'),
      createdAt: c.time('created_at').notNull(),
      updatedAt: c.time('updated_at').notNull(),
    },
    (t) => [
      c.uniqueIndex('pages_by_slug').on(t.siteId, t.slug),
      c.index('pages_by_time').on(t.siteId, t.createdAt, t.id),
      c.index('pages_by_status').on(t.siteId, t.status, t.createdAt, t.id),
      c.index('pages_by_title').on(t.siteId, c.withoutCase(t.title), t.id),
      c.index('pages_by_status_and_title').on(t.siteId, t.status, c.withoutCase(t.title), t.id),
    ],
  ),
});
