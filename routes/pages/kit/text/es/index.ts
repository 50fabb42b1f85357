import { manual } from '../../../../documents/manual/text/es.ts';
import { mail } from '../../../../emails/text/es.ts';
import { signOut } from '../../../../oauth/logout/text/es.ts';
import { activity } from '../../../account/activity/text/es.ts';
import { assistants } from '../../../account/assistants/text/es.ts';
import { connectedApps } from '../../../account/connected-apps/text/es.ts';
import { explorer } from '../../../account/explorer/text/es.ts';
import { account } from '../../../account/overview/text/es.ts';
import { accountHome } from '../../../account/overview/text/home/es.ts';
import { ownData } from '../../../account/own-data/text/es.ts';
import { passkeys } from '../../../account/passkeys/text/es.ts';
import { password } from '../../../account/password/text/es.ts';
import { profile } from '../../../account/profile/text/es.ts';
import { secondFactor } from '../../../account/second-factor/text/es.ts';
import { sessions } from '../../../account/sessions/text/es.ts';
import { attempts } from '../../../attempts/text/es.ts';
import { chooseAccount, chooseSite, consent, otherSchool } from '../../../authorization/text/es.ts';
import { handOver } from '../../../hand-over/text/es.ts';
import { home } from '../../../home/text/es.ts';
import { invitation } from '../../../invitation/text/es.ts';
import { otherComputer } from '../../../other-computer/text/es.ts';
import { registrations } from '../../../platform/registrations/text/es.ts';
import { platform } from '../../../platform/text/es.ts';
import { recovery } from '../../../recovery/text/es.ts';
import { publicPages } from '../../../school/text/es.ts';
import { setup } from '../../../setup/text/es.ts';
import { signIn } from '../../../sign-in/text/es.ts';
import { accounts } from '../../../site-admin/accounts/text/es.ts';
import { applications } from '../../../site-admin/applications/text/es.ts';
import { audit } from '../../../site-admin/audit/text/es.ts';
import { look } from '../../../site-admin/branding/text/es.ts';
import { connect } from '../../../site-admin/connect/text/es.ts';
import { connections } from '../../../site-admin/connections/text/es.ts';
import { members } from '../../../site-admin/members/text/es.ts';
import { admin } from '../../../site-admin/overview/text/es.ts';
import { schoolHome } from '../../../site-admin/overview/text/home/es.ts';
import { reviews } from '../../../site-admin/reviews/text/es.ts';
import { settings } from '../../../site-admin/settings/text/es.ts';
import { staffRights } from '../../../site-admin/staff-rights/text/es.ts';
import { webhooks } from '../../../site-admin/webhooks/text/es.ts';
import type { Text } from '../en/index.ts';
import { client } from './client.ts';
import { goingOn } from './going-on.ts';
import { labels } from './labels.ts';
import { layout } from './layout.ts';
import { message } from './message.ts';
import { roles } from './roles.ts';
import { scopes } from './scopes.ts';
import { shell } from './shell.ts';

export const es: Text = {
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
