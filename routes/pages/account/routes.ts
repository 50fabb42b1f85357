/** Registers the pages of a person's own account. */
import type { FastifyInstance } from 'fastify';
import { goTo } from '../../http.ts';
import { assistantPages } from '../connect/members.ts';
import { showFailures } from '../kit/sending.ts';
import { accountPages, SIGN_IN } from './account-pages.ts';
import { activityPage } from './activity.ts';
import { connectedAppPages } from './connected-apps.ts';
import { explorerPages } from './explorer.ts';
import { invitationForms } from './invitations.ts';
import { accountOverview } from './overview.ts';
import { dataPages } from './own-data.ts';
import { ownershipPages } from './ownership.ts';
import { passkeyForms } from './passkeys.ts';
import { profileForms } from './profile.ts';
import { schoolAccount } from './school-account.ts';
import { schoolSignInForms } from './school-sign-ins.ts';
import { addingForms } from './second-factor/adding.ts';
import { changingForms } from './second-factor/changing.ts';
import { keepingForm } from './second-factor/section.ts';
import { sessionPages } from './sessions.ts';
import { signInForms } from './sign-in-settings.ts';

const ALL = [
  [accountOverview, connectedAppPages, assistantPages, explorerPages, sessionPages, activityPage],
  [signInForms, passkeyForms, addingForms, changingForms, keepingForm],
  [profileForms, dataPages, invitationForms, ownershipPages, schoolSignInForms],
].flat();

export default async function accountSurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  const pages = accountPages(app);
  schoolAccount(app);
  for (const register of ALL) register(app, pages);
  // Password managers know this address (A Well-Known URL for Changing Passwords).
  app.get('/.well-known/change-password', (_request, reply) => goTo(reply, SIGN_IN));
}
