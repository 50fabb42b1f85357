/** The attempts to connect at a school, for those who set up its applications. */
import type { FastifyInstance } from 'fastify';
import { attemptPages as pagesOfAttempts } from '../../attempts/page.ts';
import { at, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { belowSchool } from '../placed-pages.ts';
import { CONNECT } from './switch-rows.ts';

export const ATTEMPTS = `${CONNECT}/attempts`;

export const attemptPages = (app: FastifyInstance, { managers }: SiteAdminPages): void =>
  pagesOfAttempts(app, belowSchool(managers, CONNECT), {
    at: `${SCHOOL}${ATTEMPTS}`,
    address: (signedIn) => at(signedIn, ATTEMPTS),
    siteOf: ({ membership }) => membership.siteId,
  });
