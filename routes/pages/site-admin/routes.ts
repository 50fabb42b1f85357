/** Registers the admin pages of a school. */
import type { FastifyInstance } from 'fastify';
import { goTo } from '../../http.ts';
import { connectPages } from '../connect/school.ts';
import { showFailures } from '../kit/sending.ts';
import { runsSchool, signedInPages } from '../kit/signed-in.ts';
import { accountPages } from './accounts/routes.ts';
import { APPLICATIONS } from './applications/application.ts';
import { applicationForms } from './applications/forms.ts';
import { applicationHandOver } from './applications/hand-over.ts';
import { applicationList } from './applications/list.ts';
import { applicationLogo } from './applications/logo.ts';
import { applicationPage } from './applications/page.ts';
import { applicationDangers } from './applications/sensitive-actions.ts';
import { auditEntry } from './audit/entry.ts';
import { auditList } from './audit/list.ts';
import { brandingPages } from './branding/routes.ts';
import { connectionEnds } from './connections/ends.ts';
import { connectionList, connectionPage } from './connections/routes.ts';
import { consoleAreas } from './console/index.ts';
import { memberActions } from './members/actions.ts';
import { invitationLinks, invitingPages } from './members/invitations.ts';
import { memberList } from './members/list.ts';
import { MEMBERS } from './members/member.ts';
import { ownerActions } from './members/owners.ts';
import { memberPage } from './members/page.ts';
import { SIGN_IN } from './menu.ts';
import { belowSchool, refuseStranger, siteAdminPages } from './operator-pages.ts';
import { overview } from './overview/page.ts';
import { reviews } from './reviews/routes.ts';
import { rosterCheck } from './roster/check.ts';
import { rosterUpload } from './roster/upload.ts';
import { settingsPages } from './settings/routes.ts';
import { schoolSignIn } from './sign-in/page.ts';
import { staffRights } from './staff-rights.ts';
import { webhookForm } from './webhooks/form.ts';
import { WEBHOOKS, webhookList, webhookPage } from './webhooks/list.ts';
import { webhookDangers } from './webhooks/sensitive-actions.ts';

export default async function siteAdminSurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  const pages = siteAdminPages(app);

  connectionList(app, pages);
  connectionPage(app, pages);
  connectionEnds(app, pages);

  signedInPages(app, (signedIn) => signedIn).get('/admin', (signedIn, reply) => {
    const school = signedIn.memberships.find(runsSchool);
    return school === undefined ? refuseStranger(signedIn, reply) : goTo(reply, `/admin/${school.slug}`);
  });

  overview(app, pages);
  const managedMembers = belowSchool(pages.managers, MEMBERS);
  const showMember = memberPage(app, belowSchool(pages.seeing('members:read'), MEMBERS));
  memberList(app, pages);
  invitingPages(app, managedMembers);
  invitationLinks(app, managedMembers, showMember);
  memberActions(app, managedMembers, showMember);
  ownerActions(app, managedMembers, showMember);
  rosterUpload(app, pages);
  rosterCheck(app, pages);
  consoleAreas(app, pages);
  reviews(app, pages);
  auditList(app, pages);
  auditEntry(app, pages);
  brandingPages(app, pages);
  settingsPages(app, pages);
  staffRights(app, pages);
  schoolSignIn(app, belowSchool(pages.owners, SIGN_IN));
  const applications = belowSchool(pages.with('mcp_connections'), APPLICATIONS);
  applicationList(app, applications);
  applicationPage(app, applications);
  applicationForms(app, applications);
  applicationLogo(app, applications);
  applicationDangers(app, applications);
  applicationHandOver(app, applications);
  connectPages(app, pages);
  accountPages(app, belowSchool(pages.platform, '/accounts'));
  const webhooks = belowSchool(pages.managers, WEBHOOKS);
  webhookList(app, webhooks);
  webhookPage(app, webhooks);
  webhookForm(app, webhooks);
  webhookDangers(app, webhooks);
}
