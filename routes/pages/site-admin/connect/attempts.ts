/** The attempts to connect at a school, for those who set up its applications. */
import type { FastifyInstance } from 'fastify';
import { attemptsPage } from '../../attempts/list-view.ts';
import { pageAsked } from '../../attempts/portion.ts';
import { sendPage } from '../../kit/sending.ts';
import { adminFrame, at, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { CONNECT } from './switch-rows.ts';

export const ATTEMPTS = `${CONNECT}/attempts`;

export function attemptPages(app: FastifyInstance, { managers }: SiteAdminPages): void {
  managers.get(`${SCHOOL}${ATTEMPTS}`, async (signedIn, reply) => {
    const { siteId, timezone } = signedIn.membership;
    const action = at(signedIn, ATTEMPTS);
    const portion = await pageAsked(app, signedIn.request, siteId, action);
    const page = attemptsPage(adminFrame(signedIn, CONNECT), {
      ...portion,
      action,
      isPlatform: false,
      timeZone: timezone,
    });
    return sendPage(reply, page, 'own');
  });

  managers.get(`${SCHOOL}${ATTEMPTS}/events`, (signedIn, reply) =>
    app.attemptEvents.stream(signedIn.request, reply, {
      personId: signedIn.session.person.id,
      siteId: signedIn.membership.siteId,
      page: at(signedIn, ATTEMPTS),
    }),
  );
}
