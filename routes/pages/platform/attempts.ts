/** The attempts to connect that name no school, for the people who run the platform. */
import type { FastifyInstance } from 'fastify';
import { attemptsPage } from '../attempts/list-view.ts';
import { pageAsked } from '../attempts/portion.ts';
import { sendPage } from '../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { ATTEMPTS, platformFrame } from './operator.ts';

const NO_SCHOOL = '';

export function platformAttempts(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  pages.get(ATTEMPTS, async (signedIn, reply) => {
    const portion = await pageAsked(app, signedIn.request, NO_SCHOOL, ATTEMPTS);
    const page = attemptsPage(platformFrame(signedIn, ATTEMPTS), {
      ...portion,
      action: ATTEMPTS,
      isPlatform: true,
      timeZone: 'UTC',
    });
    return sendPage(reply, page, 'own');
  });

  pages.get(`${ATTEMPTS}/events`, ({ request, session }, reply) =>
    app.attemptEvents.stream(request, reply, { personId: session.person.id, siteId: NO_SCHOOL, page: ATTEMPTS }),
  );
}
