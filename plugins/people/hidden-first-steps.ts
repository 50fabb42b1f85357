/** Remembers in the browser of which schools a person has hidden the first steps, as long as a school has them. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { FIRST_STEPS_MS } from '../../schema/school/overview-stats.ts';
import { isSlug } from '../../schema/text/slug.ts';
import { provide } from '../provide.ts';
import { hostCookie } from './cookies.ts';

export interface HiddenFirstSteps {
  /** @param school the slug */
  isHidden(request: Pick<FastifyRequest, 'headers'>, school: string): boolean;
  hide(request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply, school: string): void;
}

declare module './stores.ts' {
  interface People {
    readonly hiddenFirstSteps: HiddenFirstSteps;
  }
}

const MAX_SCHOOLS = 20;

export default fp(
  async (app) => {
    const cookie = hostCookie(app, 'steps');
    const read = (request: Pick<FastifyRequest, 'headers'>): string[] =>
      (cookie.read(request)?.split('.', MAX_SCHOOLS) ?? []).filter(isSlug);

    provide(app.people, 'hiddenFirstSteps', {
      isHidden: (request, school) => read(request).includes(school),

      hide(request, reply, school) {
        const latest = [school, ...read(request).filter((other) => other !== school)].slice(0, MAX_SCHOOLS);
        cookie.write(reply, latest.join('.'), FIRST_STEPS_MS / 1000);
      },
    } satisfies HiddenFirstSteps);
  },
  { name: 'hidden-first-steps', dependencies: ['stores', 'cookies'] },
);
