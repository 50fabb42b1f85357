import { manual } from '../../../../documents/manual/text/en.ts';
import { mail } from '../../../../emails/text/en.ts';
import { signOut } from '../../../../oauth/logout/text/en.ts';
import { activity } from '../../../account/activity/text/en.ts';
import { assistants } from '../../../account/assistants/text/en.ts';
import { connectedApps } from '../../../account/connected-apps/text/en.ts';
import { explorer } from '../../../account/explorer/text/en.ts';
import { account } from '../../../account/overview/text/en.ts';
import { accountHome } from '../../../account/overview/text/home/en.ts';
import { ownData } from '../../../account/own-data/text/en.ts';
import { passkeys } from '../../../account/passkeys/text/en.ts';
import { password } from '../../../account/password/text/en.ts';
import { profile } from '../../../account/profile/text/en.ts';
import { secondFactor } from '../../../account/second-factor/text/en.ts';
import { sessions } from '../../../account/sessions/text/en.ts';
import { attempts } from '../../../attempts/text/en.ts';
import { chooseAccount, chooseSite, consent, otherSchool } from '../../../authorization/text/en.ts';
import { handOver } from '../../../hand-over/text/en.ts';
import { home } from '../../../home/text/en.ts';
import { invitation } from '../../../invitation/text/en.ts';
import { otherComputer } from '../../../other-computer/text/en.ts';
import { registrations } from '../../../platform/registrations/text/en.ts';
import { platform } from '../../../platform/text/en.ts';
import { recovery } from '../../../recovery/text/en.ts';
import { publicPages } from '../../../school/text/en.ts';
import { setup } from '../../../setup/text/en.ts';
import { signIn } from '../../../sign-in/text/en.ts';
import { accounts } from '../../../site-admin/accounts/text/en.ts';
import { applications } from '../../../site-admin/applications/text/en.ts';
import { audit } from '../../../site-admin/audit/text/en.ts';
import { look } from '../../../site-admin/branding/text/en.ts';
import { connect } from '../../../site-admin/connect/text/en.ts';
import { connections } from '../../../site-admin/connections/text/en.ts';
import { members } from '../../../site-admin/members/text/en.ts';
import { admin } from '../../../site-admin/overview/text/en.ts';
import { schoolHome } from '../../../site-admin/overview/text/home/en.ts';
import { reviews } from '../../../site-admin/reviews/text/en.ts';
import { settings } from '../../../site-admin/settings/text/en.ts';
import { staffRights } from '../../../site-admin/staff-rights/text/en.ts';
import { webhooks } from '../../../site-admin/webhooks/text/en.ts';
import type { Said } from '../said.ts';
import { client } from './client.ts';
import { goingOn } from './going-on.ts';
import { labels } from './labels.ts';
import { layout } from './layout.ts';
import { message } from './message.ts';
import { roles } from './roles.ts';
import { scopes } from './scopes.ts';
import { shell } from './shell.ts';

export const en = {
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

/** What a language has to say. Names reach the sentences already fit to be shown; the sentences are escaped by `html`. */
export type Text = Said<typeof en>;
