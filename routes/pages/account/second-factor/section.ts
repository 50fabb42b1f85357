/** The section of the sign-in settings page about the second factor. */
import type { FastifyInstance } from 'fastify';
import type { Html } from '../../kit/html.ts';
import type { SignedInRequest } from '../../kit/signed-in.ts';
import { secondFactorSection } from './view.ts';

export async function secondFactorOf(
  { people: { secondFactor, secondFactors } }: FastifyInstance,
  { frame, session, text }: SignedInRequest,
): Promise<Html> {
  const personId = session.person.id;
  const authenticator = await secondFactors.find(personId);
  const view = {
    since: authenticator?.createdAt,
    codesLeft: await secondFactors.recoveryCodesLeft(personId),
    isDemanded: await secondFactor.isDemandedOf(personId),
  };
  return secondFactorSection(view, text, frame.language);
}
