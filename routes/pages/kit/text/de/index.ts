import { manual } from '../../../../documents/manual/text/de.ts';
import { mail } from '../../../../emails/text/de.ts';
import { signOut } from '../../../../oauth/logout/text/de.ts';
import { activity } from '../../../account/activity/text/de.ts';
import { assistants } from '../../../account/assistants/text/de.ts';
import { connectedApps } from '../../../account/connected-apps/text/de.ts';
import { explorer } from '../../../account/explorer/text/de.ts';
import { account } from '../../../account/overview/text/de.ts';
import { accountHome } from '../../../account/overview/text/home/de.ts';
import { ownData } from '../../../account/own-data/text/de.ts';
import { passkeys } from '../../../account/passkeys/text/de.ts';
import { password } from '../../../account/password/text/de.ts';
import { profile } from '../../../account/profile/text/de.ts';
import { secondFactor } from '../../../account/second-factor/text/de.ts';
import { sessions } from '../../../account/sessions/text/de.ts';
import { attempts } from '../../../attempts/text/de.ts';
import { chooseAccount, chooseSite, consent, otherSchool } from '../../../authorization/text/de.ts';
import { handOver } from '../../../hand-over/text/de.ts';
import { home } from '../../../home/text/de.ts';
import { invitation } from '../../../invitation/text/de.ts';
import { otherComputer } from '../../../other-computer/text/de.ts';
import { registrations } from '../../../platform/registrations/text/de.ts';
import { platform } from '../../../platform/text/de.ts';
import { recovery } from '../../../recovery/text/de.ts';
import { publicPages } from '../../../school/text/de.ts';
import { setup } from '../../../setup/text/de.ts';
import { signIn } from '../../../sign-in/text/de.ts';
import { accounts } from '../../../site-admin/accounts/text/de.ts';
import { applications } from '../../../site-admin/applications/text/de.ts';
import { audit } from '../../../site-admin/audit/text/de.ts';
import { look } from '../../../site-admin/branding/text/de.ts';
import { connect } from '../../../site-admin/connect/text/de.ts';
import { connections } from '../../../site-admin/connections/text/de.ts';
import { members } from '../../../site-admin/members/text/de.ts';
import { admin } from '../../../site-admin/overview/text/de.ts';
import { schoolHome } from '../../../site-admin/overview/text/home/de.ts';
import { reviews } from '../../../site-admin/reviews/text/de.ts';
import { settings } from '../../../site-admin/settings/text/de.ts';
import { staffRights } from '../../../site-admin/staff-rights/text/de.ts';
import { webhooks } from '../../../site-admin/webhooks/text/de.ts';
import type { Text } from '../en/index.ts';
import { client } from './client.ts';
import { goingOn } from './going-on.ts';
import { labels } from './labels.ts';
import { layout } from './layout.ts';
import { message } from './message.ts';
import { roles } from './roles.ts';
import { scopes } from './scopes.ts';
import { shell } from './shell.ts';

export const de: Text = {
  layout,
  roles,
  labels,
  client,
  signIn,
  chooseAccount,
  chooseSite,
  otherSchool,
  consent,
  goingOn,
  otherComputer,
  message,
  signOut,
  setup,
  invitation,
  look,
  mail,
  password,
  ownData,
  platform,
  registrations,
  profile,
  publicPages,
  recovery,
  secondFactor,
  sessions,
  connections,
  assistants,
  attempts,
  connectedApps,
  explorer,
  scopes,
  reviews,
  members,
  audit,
  passkeys,
  shell,
  account,
  accountHome,
  accounts,
  activity,
  admin,
  schoolHome,
  applications,
  connect,
  handOver,
  home,
  manual,
  settings,
  staffRights,
  webhooks,
};
