/** What a school publishes, and what it is sent. */
import type { FastifyInstance } from 'fastify';
import { pagePath, postPath } from '../../../../schema/school/addresses.ts';
import { comment } from '../../../../schema/school/resources/comments.ts';
import { form, formSubmission } from '../../../../schema/school/resources/forms.ts';
import { page } from '../../../../schema/school/resources/pages.ts';
import { post } from '../../../../schema/school/resources/posts.ts';
import { resourceArea } from '../../kit/resource/index.ts';
import type { AreaPlace } from '../../kit/resource/place.ts';
import type { OperatorRequest } from '../operator-pages.ts';
import { coverLink } from './covers.ts';
import { listOf, publicPage } from './place.ts';

const menu = '/posts';

export function contentAreas(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  resourceArea(app, place, {
    resource: post,
    name: 'posts',
    usual: 'published',
    seenIn: 'published',
    columns: ['visibility', 'authorId', 'publishAt', 'updatedAt'],
    form: [['title', 'excerpt', 'bodyMarkdown'], ['visibility', 'authorId', 'category', 'tags'], ['slug']],
    facts: ['status', 'publishAt', 'createdAt', 'updatedAt'],
    actions: ['publish_post', 'schedule_post', 'unpublish_post'],
    hasCover: true,
    related: async ({ id, slug, status }, signedIn, address) => [
      ...(await listOf(place, signedIn, 'comments', { targetId: id })),
      ...coverLink(place, signedIn, post, address),
      ...publicPage(signedIn, postPath(String(slug)), status === 'published'),
    ],
  });

  resourceArea(app, place, {
    resource: page,
    name: 'pages',
    menu,
    usual: 'published',
    seenIn: 'published',
    columns: ['isHomepage', 'publishedAt', 'updatedAt'],
    form: [
      ['title', 'bodyMarkdown'],
      ['seoTitle', 'seoDescription', 'slug'],
    ],
    facts: ['status', 'isHomepage', 'publishedAt', 'createdAt', 'updatedAt'],
    actions: ['publish_page', 'unpublish_page', 'set_homepage'],
    related: ({ slug, status }, signedIn) => publicPage(signedIn, pagePath(String(slug)), status === 'published'),
  });

  resourceArea(app, place, {
    resource: form,
    name: 'forms',
    menu,
    usual: 'open',
    columns: ['submissionCount', 'updatedAt'],
    leads: { submissionCount: 'form-submissions' },
    facts: ['status', 'fields', 'submissionCount', 'createdAt', 'updatedAt'],
    related: ({ id }, signedIn, address) =>
      listOf(place, signedIn, 'form_submissions', { id }, `${address}/form-submissions`),
  });

  resourceArea(app, place, {
    resource: formSubmission,
    name: 'form_submissions',
    menu,
    below: { resource: form, field: 'formId' },
    columns: ['answers', 'submittedAt'],
    facts: [],
  });

  resourceArea(app, place, {
    resource: comment,
    name: 'comments',
    menu,
    subtitle: 'body',
    usual: 'visible',
    columns: ['targetId', 'likeCount', 'createdAt'],
    facts: ['memberId', 'targetKind', 'targetId', 'body', 'status', 'likeCount', 'createdAt'],
  });
}
