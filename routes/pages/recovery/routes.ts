/** Registers the pages that links in e-mails open: a new password, an address, and what was somebody else's doing. */
import type { FastifyInstance } from 'fastify';
import { showFailures } from '../kit/sending.ts';
import { confirmEmail } from './confirm-email.ts';
import { forgotPassword, noForgottenPassword } from './forgot.ts';
import { keepSecondFactor } from './keep-second-factor.ts';
import { resetPassword } from './reset.ts';
import { takeBackAccount } from './take-back.ts';

export default async function recoverySurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  resetPassword(app);
  confirmEmail(app);
  keepSecondFactor(app);
  takeBackAccount(app, 'restore_email');
  takeBackAccount(app, 'secure_account');
  if (app.people.mailer.isOn) forgotPassword(app);
  else noForgottenPassword(app);
}
