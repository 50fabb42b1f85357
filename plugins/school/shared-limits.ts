/**
 * How much one person and one school may ask for, over all grants and all APIs that take tokens. Each API counts a request
 * as soon as its token has been verified, before it reads the body.
 */
import fp from 'fastify-plugin';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import type { VolumeLimit } from '../http/rate-limit.ts';
import { provide } from '../provide.ts';

type Reply = Parameters<VolumeLimit['take']>[1];

declare module './stores.ts' {
  interface School {
    readonly sharedLimits: {
      /** Counts a request of a person. @throws {OAuthError} `temporarily_unavailable` with status 429 */
      takeOfPerson(who: { readonly siteId: string; readonly personId: string }, reply: Reply): void;
      /** Counts an operation of the admin API, whoever runs it. @throws as `takeOfPerson` */
      takeOperation(where: { readonly siteId: string }, reply: Reply): void;
    };
  }
}

export default fp(
  async (app) => {
    const ofPerson = app.volumeLimit(REQUESTS_PER_MINUTE.ofPerson, 60_000);
    const operations = app.volumeLimit(REQUESTS_PER_MINUTE.operations, 60_000);
    provide(app.school, 'sharedLimits', {
      takeOfPerson: ({ siteId, personId }, reply) => ofPerson.take(`${siteId} ${personId}`, reply),
      takeOperation: ({ siteId }, reply) => operations.take(siteId, reply),
    });
  },
  { name: 'shared-limits', dependencies: ['stores', 'rate-limit'] },
);
