/** Tools for the posts that a member may read, which are more than those for everyone. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { OwnPost } from '../../../schema/school/account.ts';
import { postPath } from '../../../schema/school/addresses.ts';
import { notFound } from '../../../schema/school/problem.ts';
import { cursorScopeOf, memberOf, readingFor, siteUrlOf } from './member-tool.ts';
import { instant, momentOf, pageArguments, pageOf, readPage } from './pages.ts';
import type { Tool } from './tool.ts';

const myPost = z.object({
  title: z.string(),
  slug: z.string().describe('For get_my_post'),
  excerpt: z.string().nullable(),
  visibility: z.enum(['public', 'members', 'plan']).describe('Who may read it. plan: members with a subscription'),
  publishedAt: instant,
  url: z.string().nullable().describe('Null unless everyone may read it'),
});

export function postTools(app: FastifyInstance): Tool[] {
  const { clock } = app;
  const { account } = app.school;
  const reading = readingFor(app);
  const itemOf =
    (siteUrl: string) =>
    ({ title, slug, excerpt, visibility, publishedAt }: OwnPost): z.output<typeof myPost> => ({
      title,
      slug,
      excerpt,
      visibility,
      publishedAt: momentOf(publishedAt),
      url: visibility === 'public' ? `${siteUrl}${postPath(slug)}` : null,
    });
  return [
    reading({
      name: 'list_my_posts',
      title: 'List posts for me',
      description:
        'Lists the posts that the member may read, also those for members or subscribers only, newest first.',
      input: z.strictObject(pageArguments),
      output: pageOf(myPost),
      async run(caller, request) {
        const member = memberOf(caller);
        const source = {
          cursorScope: cursorScopeOf(member, 'posts'),
          read: (page: Parameters<typeof account.ownPosts>[1]) => account.ownPosts(member, page, clock()),
          keyOf: ({ publishedAt, id }: OwnPost) => ({ at: publishedAt, id }),
        };
        return readPage(app, request, source, itemOf(await siteUrlOf(app, member)));
      },
    }),
    reading({
      name: 'get_my_post',
      title: 'Get a post for me',
      description: 'Returns the text of one post that the member may read. Call list_my_posts first for the slug.',
      input: z.strictObject({ slug: z.string().max(100).describe('Post slug, from list_my_posts') }),
      output: myPost.extend({ bodyMarkdown: z.string() }),
      async run(caller, { slug }) {
        const member = memberOf(caller);
        const post = await account.findOwnPost(member, slug, clock());
        if (post === undefined) throw notFound('post that you may read');
        return { ...itemOf(await siteUrlOf(app, member))(post), bodyMarkdown: post.bodyMarkdown };
      },
    }),
  ];
}
