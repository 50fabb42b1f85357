/** Registers the pages that are opened by links in e-mails: a new password, and the confirmation of an address. */
import type { FastifyInstance } from 'fastify';
import { showFailures } from '../kit/sending.ts';
import { confirmEmail } from './confirm-email.ts';
import { forgotPassword } from './forgot.ts';
import { keepSecondFactor } from './keep-second-factor.ts';
import { resetPassword } from './reset.ts';

export default async function recoverySurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  resetPassword(app);
  confirmEmail(app);
  keepSecondFactor(app);
  // Without mail, a password cannot be reset.
  if (app.people.mailer.isOn) forgotPassword(app);
}
