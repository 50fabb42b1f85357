/** Registers the pages of a person's own account. */
import type { FastifyInstance } from 'fastify';
import { showFailures } from '../kit/sending.ts';
import { accountPages } from './account-pages.ts';
import { activityPage } from './activity.ts';
import { assistantPages } from './assistants.ts';
import { connectedAppPages } from './connected-apps.ts';
import { explorerPages } from './explorer/page.ts';
import { invitationForms } from './invitations.ts';
import { accountOverview } from './overview.ts';
import { dataPages } from './own-data.ts';
import { ownershipPages } from './ownership.ts';
import { passkeyForms } from './passkeys.ts';
import { profileForms } from './profile.ts';
import { addingForms } from './second-factor/adding.ts';
import { recoveryCodeForms, removingForms } from './second-factor/changing.ts';
import { keepingForm } from './second-factor/reset.ts';
import { sessionPages } from './sessions.ts';
import { signInForms } from './sign-in-settings.ts';

export default async function accountSurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  const pages = accountPages(app);

  passkeyForms(app, pages);
  signInForms(app, pages);
  addingForms(app, pages);
  recoveryCodeForms(app, pages);
  removingForms(app, pages);
  keepingForm(app, pages);
  profileForms(app, pages);
  dataPages(app, pages);
  invitationForms(app, pages);
  ownershipPages(app, pages);
  connectedAppPages(app, pages);
  assistantPages(app, pages);
  explorerPages(app, pages);
  sessionPages(app, pages);
  activityPage(app, pages);

  accountOverview(app, pages);
}
