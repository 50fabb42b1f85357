/** Reads the posts that a member may read at one school. */
import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { Page, PageRequest } from '../../../schema/data/list-page.ts';
import type { Member, OwnPost, PostVisibility } from '../../../schema/school/account.ts';
import { givesAccess } from '../../../schema/school/entitlement.ts';
import type { Database, Params } from '../../engine/engine.ts';
import { counted, howMany, oneMore, pageOf } from '../../engine/lists.ts';
import { among, integer, listOf, text } from '../../engine/placeholders.ts';
import { memberSubscriptions } from '../entitlements.ts';
import { isAfter, type ListValues, valuesOf } from './own-rows.ts';

/** `visibilities` is a JSON list of those that the member may read. */
type OwnPostValues = { siteId: string; visibilities: string; now: number };

function postReads(db: Database) {
  const { posts } = db.tables;
  const isReadable = (p: Params<OwnPostValues>) =>
    and(
      eq(posts.siteId, text(p.siteId)),
      sql`${posts.status} = 'published'`,
      // As an expression, which no index is looked up by: the list is read in its order, as long as the page needs.
      among(db, sql`${posts.visibility} || ''`, p.visibilities),
      lte(posts.publishAt, integer(p.now)),
    );
  const columns = {
    id: posts.id,
    slug: posts.slug,
    title: posts.title,
    excerpt: posts.excerpt,
    category: posts.category,
    visibility: posts.visibility,
    publishedAt: sql<number>`${posts.publishAt}`.mapWith(Number),
  };
  // Uses the index posts_for_members.
  const readPosts = db.many((q, p: Params<ListValues & OwnPostValues>) =>
    q
      .select(columns)
      .from(posts)
      .where(and(isReadable(p), isAfter(posts.publishAt, posts.id, p)))
      .orderBy(desc(posts.publishAt), desc(posts.id))
      .limit(oneMore(p)),
  );
  const countPosts = db.one((q, p: Params<OwnPostValues>) => q.select(howMany).from(posts).where(isReadable(p)));
  // Uses the index posts_by_slug.
  const readPost = db.one((q, p: Params<OwnPostValues & { slug: string }>) =>
    q
      .select({ ...columns, bodyMarkdown: posts.bodyMarkdown })
      .from(posts)
      .where(and(eq(posts.slug, text(p.slug)), isReadable(p))),
  );
  return { readPosts, countPosts, readPost };
}

export function ownPosts(db: Database) {
  const { readPosts, countPosts, readPost } = postReads(db);
  const subscriptionsOf = memberSubscriptions(db);

  /** Posts for a plan can be read with any subscription that gives access. */
  async function readableVisibilities(member: Member, now: number): Promise<readonly PostVisibility[]> {
    const { subscriptions } = await subscriptionsOf(member);
    const isSubscriber = subscriptions.some((held) => givesAccess(held, now));
    return isSubscriber ? ['public', 'members', 'plan'] : ['public', 'members'];
  }
  const valuesFor = async ({ siteId, personId }: Member, now: number): Promise<OwnPostValues> => ({
    siteId,
    visibilities: listOf(await readableVisibilities({ siteId, personId }, now)),
    now,
  });

  return {
    /** Lists the posts that the member may read now, the latest first. */
    async ownPosts(member: Member, request: PageRequest, now: number): Promise<Page<OwnPost>> {
      const which = await valuesFor(member, now);
      return pageOf(request.first, await readPosts({ ...valuesOf(member, request, now), ...which }));
    },

    countOwnPosts: async (member: Member, now: number): Promise<number> =>
      counted(await countPosts(await valuesFor(member, now))),

    /** Finds one of these posts by its slug, with its text in Markdown. */
    findOwnPost: async (
      member: Member,
      slug: string,
      now: number,
    ): Promise<(OwnPost & { bodyMarkdown: string }) | undefined> =>
      readPost({ ...(await valuesFor(member, now)), slug }),
  };
}
