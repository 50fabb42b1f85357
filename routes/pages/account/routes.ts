/** Registers the pages of a person's own account. */
import type { FastifyInstance } from 'fastify';
import { showFailures } from '../kit/sending.ts';
import { accountPages } from './account-pages.ts';
import { activityPage } from './activity/routes.ts';
import { assistantPages } from './assistants/routes.ts';
import { connectedAppPages } from './connected-apps/routes.ts';
import { explorerPages } from './explorer/routes.ts';
import { invitationForms } from './invitations/routes.ts';
import { accountOverview } from './overview/routes.ts';
import { dataPages } from './own-data/routes.ts';
import { ownershipPages } from './ownership/routes.ts';
import { passkeyForms } from './passkeys/routes.ts';
import { signInForms } from './password/routes.ts';
import { profileForms } from './profile/routes.ts';
import { secondFactorPages } from './second-factor/routes.ts';
import { sessionPages } from './sessions.ts';

export default async function accountSurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  const pages = accountPages(app);

  passkeyForms(app, pages);
  signInForms(app, pages);
  secondFactorPages(app, pages);
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
