/** Who still registers clients instead of using a metadata document, and what happens when that is switched off. */
import type { FastifyInstance } from 'fastify';
import { sendPage } from '../../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';
import { platformFrame, REGISTRATIONS } from '../operator.ts';
import { registrationsPage } from './view.ts';

const DAYS = 30;
const DAY = 86_400_000;

export function registrations(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { clock, config, registrations: store } = app;

  pages.get(REGISTRATIONS, async (signedIn, reply) => {
    const now = clock();
    const since = now - DAYS * DAY;
    const [integrations, others] = await Promise.all([store.of('vendor', since), store.of('registered', since)]);
    const page = registrationsPage(platformFrame(signedIn, REGISTRATIONS), {
      mode: config.registration,
      days: DAYS,
      // Each preset has a client from the start, which says nothing before somebody uses it.
      integrations: integrations.filter((one) => one.lastUsedAt !== undefined || one.lastRegisteredAt !== undefined),
      others,
    });
    return sendPage(reply, page, 'own');
  });
}
