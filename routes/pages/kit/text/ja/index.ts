import { connectedApps } from '../../../account/connected-apps/text/ja.ts';
import { account } from '../../../account/overview/text/ja.ts';
import { passkeys } from '../../../account/passkeys/text/ja.ts';
import { password } from '../../../account/password/text/ja.ts';
import { profile } from '../../../account/profile/text/ja.ts';
import { sessions } from '../../../account/sessions/text/ja.ts';
import { home } from '../../../home/text/ja.ts';
import { invitation } from '../../../invitation/text/ja.ts';
import { mail } from '../../../mail/text/ja.ts';
import { recovery } from '../../../recovery/text/ja.ts';
import { applications } from '../../../site-admin/applications/text/ja.ts';
import { audit } from '../../../site-admin/audit/text/ja.ts';
import { look } from '../../../site-admin/branding/text/ja.ts';
import { connect } from '../../../site-admin/connect/text/ja.ts';
import { connections } from '../../../site-admin/connections/text/ja.ts';
import { members } from '../../../site-admin/members/text/ja.ts';
import { admin } from '../../../site-admin/overview/text/ja.ts';
import { reviews } from '../../../site-admin/reviews/text/ja.ts';
import { settings } from '../../../site-admin/settings/text/ja.ts';
import type { Text } from '../en/index.ts';
import { pages } from './pages.ts';
import { scopes } from './scopes.ts';
import { shell } from './shell.ts';

export const ja: Text = {
  ...pages,
  invitation,
  look,
  mail,
  password,
  profile,
  recovery,
  sessions,
  connections,
  connectedApps,
  scopes,
  reviews,
  members,
  audit,
  passkeys,
  shell,
  account,
  admin,
  applications,
  connect,
  home,
  settings,
};
