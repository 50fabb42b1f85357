/** What is done by links that were sent by mail: a new password, and a confirmed address. */
import type { FastifyInstance } from 'fastify';
import { showFailures } from '../kit/sending.ts';
import { confirmEmail } from './confirm-email.ts';
import { forgotPassword } from './forgot.ts';
import { resetPassword } from './reset.ts';

export default async function recoverySurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  resetPassword(app);
  confirmEmail(app);
  // Where no mail is sent, nobody can be helped by it.
  if (app.people.mailer.isOn) forgotPassword(app);
}
