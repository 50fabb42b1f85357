/** The attempts to connect at a school, for those who set up its applications. */
import type { FastifyInstance } from 'fastify';
import { attemptEvents } from '../../attempts/events.ts';
import { attemptsPage } from '../../attempts/list-view.ts';
import { pageAsked } from '../../attempts/portion.ts';
import { sendPage } from '../../kit/sending.ts';
import { adminFrame, at, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { CONNECT } from './switch-routes.ts';

export const ATTEMPTS = `${CONNECT}/attempts`;

export function attemptPages(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const events = attemptEvents(app);

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
    events.stream(signedIn.request, reply, {
      sessionId: signedIn.session.id,
      siteId: signedIn.membership.siteId,
      page: at(signedIn, ATTEMPTS),
    }),
  );
}
