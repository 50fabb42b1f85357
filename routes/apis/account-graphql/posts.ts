/** The posts that a member may read. */
import type { FastifyInstance } from 'fastify';
import type { MemberProfile, OwnPost } from '../../../schema/school/account.ts';
import { postPath } from '../../../schema/school/addresses.ts';
import { connectionOf, connectionTypes, listOf, type PageArguments, readPage } from './connections.ts';
import { type AccountContext, siteUrlOf } from './viewer.ts';

const postFields = /* GraphQL */ `  """Id of the post."""
  id: ID!
  """URL slug of the post."""
  slug: String!
  """Title of the post."""
  title: String!
  """Summary, if any."""
  excerpt: String
  """Category, if any."""
  category: String
  """Who may read the post."""
  visibility: PostVisibility!
  """Time of publication."""
  publishedAt: DateTime!
  """URL of the post; null unless everyone may read it. Other posts have no page: post returns their text."""
  url: String
`;

export const postTypes = /* GraphQL */ `
"""Who may read a post."""
enum PostVisibility {
  """Everyone."""
  PUBLIC
  """The members of the school."""
  MEMBERS
  """Members with a subscription that gives access."""
  PLAN
}

"""A post that the member may read."""
type Post {
${postFields}}

"""A post with its text."""
type PostText {
${postFields}  """Text in Markdown."""
  bodyMarkdown: String!
}
${connectionTypes({ node: 'Post', many: 'posts', nodes: 'posts', one: 'A post', short: 'post' })}`;

export function postResolvers(app: FastifyInstance) {
  const { clock, cursors } = app;
  const { account } = app.school;
  const siteUrl = siteUrlOf(app);

  async function posts({ site }: MemberProfile, args: PageArguments, { member }: AccountContext) {
    const list = listOf('posts', member);
    const request = readPage(cursors, list, args);
    const now = clock();
    return connectionOf(await account.ownPosts(member, request, now), {
      request,
      toNode: (post) => postNode(post, siteUrl(site)),
      keyOf: ({ publishedAt, id }) => ({ at: publishedAt, id }),
      toCursor: (key) => cursors.make(list, key),
      count: () => account.countOwnPosts(member, now),
    });
  }

  async function post({ site }: MemberProfile, { slug }: { slug: string }, { member }: AccountContext) {
    const found = await account.findOwnPost(member, slug, clock());
    return found && postNode(found, siteUrl(site));
  }

  return { Viewer: { posts, post } };
}

const postNode = <Post extends OwnPost>({ visibility, ...post }: Post, siteUrl: string) => ({
  ...post,
  visibility: visibility.toUpperCase(),
  url: visibility === 'public' ? `${siteUrl}${postPath(post.slug)}` : null,
});
