/** Posts of the school, and comments on posts, courses and lectures. */
import { COMMENTS, REPLIES, UNWANTED } from './catalogue/index.ts';
import type { Course } from './courses.ts';
import { diceOf, nth } from './dice.ts';
import type { Member } from './people.ts';
import { slugOf } from './slug.ts';
import { SETTLED, timeBetween } from './subscriptions.ts';
import { excerptOf, postText } from './texts.ts';
import { DAY, HOUR, idIn, numberedIn, type Row, slugIn, timeIn, titleIn, type Wave } from './wave.ts';

export function postsOf(wave: Wave): Row<'posts'>[] {
  const { site, catalogue, now } = wave;
  return catalogue.posts.map((outline, index) => {
    const title = titleIn(wave, outline.title);
    const slug = slugIn(wave, outline.title);
    const status = outline.status ?? 'published';
    const publishAt = status === 'draft' ? null : timeIn(wave, outline.day, 9);
    const createdAt = Math.min(publishAt ?? now, now - 2 * DAY) - 3 * DAY;
    return {
      id: idIn(wave, 'pst', slugOf(outline.title)),
      slug,
      title,
      bodyMarkdown: postText(title, site.name),
      excerpt: index % 3 === 2 ? null : excerptOf(title),
      coverImageUrl: index % 2 === 0 ? `https://media.${site.domain}/posts/${slug}.jpg` : null,
      category: outline.category,
      tags: [slugOf(outline.category), ...(index % 4 === 0 ? ['from-the-school'] : [])],
      authorId: nth(catalogue.staff, index),
      visibility: outline.visibility ?? 'public',
      status,
      publishAt,
      createdAt,
      updatedAt: status === 'published' ? Math.min(now - HOUR, (publishAt ?? createdAt) + HOUR) : createdAt,
    };
  });
}

interface Target {
  kind: Row<'comments'>['targetKind'];
  id: string;
  since: number;
}

/** The targets of comments: published posts, and the courses with the most students. */
function targetsOf(posts: readonly Row<'posts'>[], courses: readonly Course[]): Target[] {
  const popular = courses.filter(
    ({ row: { featured, status } }, index) => status === 'published' && (featured || index % 3 === 0),
  );
  return [
    ...posts.flatMap(({ id, status, publishAt }): Target[] =>
      status === 'published' ? [{ kind: 'post', id, since: publishAt ?? 0 }] : [],
    ),
    ...popular.map(({ row: { id }, publishedAt }): Target => ({ kind: 'course', id, since: publishedAt })),
    ...popular.flatMap(({ watchable, publishedAt }) =>
      watchable
        .filter(({ releaseAt }) => releaseAt == null)
        .slice(0, 3)
        .map(({ id }): Target => ({ kind: 'lecture', id, since: publishedAt })),
    ),
  ];
}

const REPLY_EVERY = 3;

export function commentsOf(
  wave: Wave,
  members: readonly Member[],
  posts: readonly Row<'posts'>[],
  courses: readonly Course[],
): Row<'comments'>[] {
  const targets = targetsOf(posts, courses);
  const comments: Row<'comments'>[] = [];
  for (let index = 0; index < members.length * 2; index += 1) {
    const id = numberedIn(wave, 'cmt', index);
    const dice = diceOf(id);
    const author = nth(members, index * 7);
    const parent = index % REPLY_EVERY === 2 ? dice.pick(comments) : undefined;
    const target = dice.pick(targets);
    const since = parent?.createdAt ?? target.since;
    const from = Math.max(since + HOUR, author.joinedAt + SETTLED);
    if (from >= author.lastSeenAt) continue;
    const createdAt = timeBetween(dice, from, Math.min(author.lastSeenAt, from + 200 * DAY));
    const status = statusOf(index, createdAt > wave.now - 30 * DAY);
    comments.push({
      id,
      personId: author.id,
      targetKind: parent?.targetKind ?? target.kind,
      targetId: parent?.targetId ?? target.id,
      parentId: parent?.id ?? null,
      body: bodyOf(index, status, parent !== undefined),
      status,
      likeCount: status === 'visible' && dice.percent(40) ? dice.between(1, 14) : 0,
      createdAt,
    });
  }
  return comments;
}

/** Recent comments may still await moderation. */
function statusOf(index: number, recent: boolean): Row<'comments'>['status'] {
  if (index % 13 === 5) return 'hidden';
  return recent && index % 4 === 1 ? 'pending' : 'visible';
}

function bodyOf(index: number, status: Row<'comments'>['status'], isReply: boolean): string {
  if (status === 'hidden') return nth(UNWANTED, index);
  return isReply ? nth(REPLIES, index) : nth(COMMENTS, index);
}
