import { manual } from '../../../../documents/manual/text/zh-hant.ts';
import { mail } from '../../../../emails/text/zh-hant.ts';
import { signOut } from '../../../../oauth/logout/text/zh-hant.ts';
import { activity } from '../../../account/activity/text/zh-hant.ts';
import { assistants } from '../../../account/assistants/text/zh-hant.ts';
import { connectedApps } from '../../../account/connected-apps/text/zh-hant.ts';
import { explorer } from '../../../account/explorer/text/zh-hant.ts';
import { accountHome } from '../../../account/overview/text/home/zh-hant.ts';
import { account } from '../../../account/overview/text/zh-hant.ts';
import { ownData } from '../../../account/own-data/text/zh-hant.ts';
import { passkeys } from '../../../account/passkeys/text/zh-hant.ts';
import { password } from '../../../account/password/text/zh-hant.ts';
import { profile } from '../../../account/profile/text/zh-hant.ts';
import { secondFactor } from '../../../account/second-factor/text/zh-hant.ts';
import { sessions } from '../../../account/sessions/text/zh-hant.ts';
import { attempts } from '../../../attempts/text/zh-hant.ts';
import { chooseAccount, chooseSite, consent, otherSchool } from '../../../authorization/text/zh-hant.ts';
import { handOver } from '../../../hand-over/text/zh-hant.ts';
import { home } from '../../../home/text/zh-hant.ts';
import { invitation } from '../../../invitation/text/zh-hant.ts';
import { otherComputer } from '../../../other-computer/text/zh-hant.ts';
import { registrations } from '../../../platform/registrations/text/zh-hant.ts';
import { platform } from '../../../platform/text/zh-hant.ts';
import { recovery } from '../../../recovery/text/zh-hant.ts';
import { publicPages } from '../../../school/text/zh-hant.ts';
import { setup } from '../../../setup/text/zh-hant.ts';
import { signIn } from '../../../sign-in/text/zh-hant.ts';
import { accounts } from '../../../site-admin/accounts/text/zh-hant.ts';
import { applications } from '../../../site-admin/applications/text/zh-hant.ts';
import { audit } from '../../../site-admin/audit/text/zh-hant.ts';
import { look } from '../../../site-admin/branding/text/zh-hant.ts';
import { connect } from '../../../site-admin/connect/text/zh-hant.ts';
import { connections } from '../../../site-admin/connections/text/zh-hant.ts';
import { members } from '../../../site-admin/members/text/zh-hant.ts';
import { schoolHome } from '../../../site-admin/overview/text/home/zh-hant.ts';
import { admin } from '../../../site-admin/overview/text/zh-hant.ts';
import { reviews } from '../../../site-admin/reviews/text/zh-hant.ts';
import { settings } from '../../../site-admin/settings/text/zh-hant.ts';
import { staffRights } from '../../../site-admin/staff-rights/text/zh-hant.ts';
import { webhooks } from '../../../site-admin/webhooks/text/zh-hant.ts';
import type { Text } from '../en/index.ts';
import { client } from './client.ts';
import { goingOn } from './going-on.ts';
import { labels } from './labels.ts';
import { layout } from './layout.ts';
import { message } from './message.ts';
import { roles } from './roles.ts';
import { scopes } from './scopes.ts';
import { shell } from './shell.ts';

export const zhHant: Text = {
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
