import type { Text } from '../en/index.ts';
import { account } from './account.ts';
import { admin } from './admin.ts';
import { applications } from './applications.ts';
import { audit } from './audit.ts';
import { connect } from './connect.ts';
import { connectedApps } from './connected-apps.ts';
import { connections } from './connections.ts';
import { home } from './home.ts';
import { invitation } from './invitation.ts';
import { look } from './look.ts';
import { mail } from './mail.ts';
import { members } from './members.ts';
import { pages } from './pages.ts';
import { passkeys } from './passkeys.ts';
import { password } from './password.ts';
import { profile } from './profile.ts';
import { recovery } from './recovery.ts';
import { reviews } from './reviews.ts';
import { scopes } from './scopes.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
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
