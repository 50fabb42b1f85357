import { manual } from '../../../../documents/manual/text/ja.ts';
import { mail } from '../../../../emails/text/ja.ts';
import { signOut } from '../../../../oauth/logout/text/ja.ts';
import { activity } from '../../../account/activity/text/ja.ts';
import { assistants } from '../../../account/assistants/text/ja.ts';
import { connectedApps } from '../../../account/connected-apps/text/ja.ts';
import { explorer } from '../../../account/explorer/text/ja.ts';
import { accountHome } from '../../../account/overview/text/home/ja.ts';
import { account } from '../../../account/overview/text/ja.ts';
import { ownData } from '../../../account/own-data/text/ja.ts';
import { passkeys } from '../../../account/passkeys/text/ja.ts';
import { password } from '../../../account/password/text/ja.ts';
import { profile } from '../../../account/profile/text/ja.ts';
import { secondFactor } from '../../../account/second-factor/text/ja.ts';
import { sessions } from '../../../account/sessions/text/ja.ts';
import { attempts } from '../../../attempts/text/ja.ts';
import { chooseAccount, chooseSite, consent, otherSchool } from '../../../authorization/text/ja.ts';
import { handOver } from '../../../hand-over/text/ja.ts';
import { home } from '../../../home/text/ja.ts';
import { invitation } from '../../../invitation/text/ja.ts';
import { otherComputer } from '../../../other-computer/text/ja.ts';
import { registrations } from '../../../platform/registrations/text/ja.ts';
import { platform } from '../../../platform/text/ja.ts';
import { recovery } from '../../../recovery/text/ja.ts';
import { publicPages } from '../../../school/text/ja.ts';
import { setup } from '../../../setup/text/ja.ts';
import { signIn } from '../../../sign-in/text/ja.ts';
import { accounts } from '../../../site-admin/accounts/text/ja.ts';
import { applications } from '../../../site-admin/applications/text/ja.ts';
import { audit } from '../../../site-admin/audit/text/ja.ts';
import { look } from '../../../site-admin/branding/text/ja.ts';
import { connect } from '../../../site-admin/connect/text/ja.ts';
import { connections } from '../../../site-admin/connections/text/ja.ts';
import { members } from '../../../site-admin/members/text/ja.ts';
import { schoolHome } from '../../../site-admin/overview/text/home/ja.ts';
import { admin } from '../../../site-admin/overview/text/ja.ts';
import { reviews } from '../../../site-admin/reviews/text/ja.ts';
import { settings } from '../../../site-admin/settings/text/ja.ts';
import { staffRights } from '../../../site-admin/staff-rights/text/ja.ts';
import { webhooks } from '../../../site-admin/webhooks/text/ja.ts';
import type { Text } from '../en/index.ts';
import { client } from './client.ts';
import { goingOn } from './going-on.ts';
import { labels } from './labels.ts';
import { layout } from './layout.ts';
import { message } from './message.ts';
import { roles } from './roles.ts';
import { scopes } from './scopes.ts';
import { shell } from './shell.ts';

export const ja: Text = {
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
