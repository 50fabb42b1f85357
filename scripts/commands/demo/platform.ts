/** The demo platform: two schools with their people, and the clients of the first school's operator. */
import { OPERATOR_SCOPES, type Scope } from '../../../schema/oauth/scope.ts';
import type { Role } from '../../../schema/people/role.ts';
import { DEMO_SITE } from '../../../schema/program/demo.ts';
import type { BetaFeature } from '../../../schema/school/beta-feature.ts';

export interface DemoPerson {
  id: string;
  email: string;
  name: string;
  roles: readonly { siteId: string; role: Role }[];
}

export interface DemoClient {
  id: string;
  name: string;
  confidential: boolean;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  scopes: readonly Scope[];
}

export interface DemoSite {
  id: string;
  slug: string;
  name: string;
  /** Of its e-mail addresses and of the links in its content. It is not the school's primary domain, because nobody answers there. */
  domain: string;
  description: string;
  locale: string;
  timezone: string;
  currency: string;
  contactEmail: string;
  supportUrl: string;
  socialLinks: Record<string, string>;
  /** Beta features that the school has switched on. */
  betaFeatures?: BetaFeature[];
}

export const RIVERSIDE: DemoSite = {
  id: DEMO_SITE.riverside,
  slug: 'riverside',
  name: 'Riverside Academy',
  domain: 'riverside.example',
  description: 'Evening and weekend courses by the river: painting, nature, writing, craft, photography and more.',
  locale: 'en',
  timezone: 'Europe/Lisbon',
  currency: 'EUR',
  contactEmail: 'hello@riverside.example',
  supportUrl: 'https://riverside.example/help',
  socialLinks: { mastodon: 'https://social.example/@riverside', video: 'https://video.example/riverside' },
  betaFeatures: ['mcp_connections'],
};

export const HARBOUR: DemoSite = {
  id: DEMO_SITE.harbour,
  slug: 'harbour',
  name: 'Harbour Music School',
  domain: 'harbour.example',
  description: 'Strings, keys, guitar, voice and theory, for late starters and early birds.',
  locale: 'en',
  timezone: 'America/New_York',
  currency: 'USD',
  contactEmail: 'office@harbour.example',
  supportUrl: 'https://harbour.example/support',
  socialLinks: { video: 'https://video.example/harbourmusic' },
};

export const DEMO_SITES = [RIVERSIDE, HARBOUR] as const;

const atRiverside = (role: Role) => ({ siteId: RIVERSIDE.id, role });
const atHarbour = (role: Role) => ({ siteId: HARBOUR.id, role });

/** The people of the first school come first. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { id: 'usr_demo_ruth', email: 'ruth@riverside.example', name: 'Ruth Adler', roles: [atRiverside('owner')] },
  { id: 'usr_demo_ivan', email: 'ivan@riverside.example', name: 'Ivan Petrov', roles: [atRiverside('instructor')] },
  {
    id: 'usr_demo_ana',
    email: 'ana@riverside.example',
    name: 'Ana Lima',
    roles: [atRiverside('member')],
  },
  {
    id: 'usr_demo_ben',
    email: 'ben@riverside.example',
    name: 'Ben Okafor',
    roles: [atRiverside('member')],
  },
  {
    id: 'usr_demo_chie',
    email: 'chie@riverside.example',
    name: 'Chie Tanaka',
    roles: [atRiverside('member')],
  },
  {
    id: 'usr_demo_noor',
    email: 'noor@schools.example',
    name: 'Noor Haddad',
    roles: [atRiverside('staff'), atHarbour('admin')],
  },
  { id: 'usr_demo_hugo', email: 'hugo@harbour.example', name: 'Hugo Lindqvist', roles: [atHarbour('owner')] },
  {
    id: 'usr_demo_mila',
    email: 'mila@harbour.example',
    name: 'Mila Novak',
    roles: [atHarbour('member')],
  },
  {
    id: 'usr_demo_tom',
    email: 'tom@harbour.example',
    name: 'Tom Ferreira',
    roles: [atHarbour('member')],
  },
];

/** The URIs have no port, because tools listen on any free one. */
const LOOPBACK_CALLBACKS = [
  'http://127.0.0.1/callback',
  'http://localhost/callback',
  'http://127.0.0.1/oauth/callback',
  'http://localhost/oauth/callback',
];
const LOOPBACK_SIGNED_OUT = ['http://127.0.0.1/signed-out', 'http://localhost/signed-out'];
const MEMBER: readonly Scope[] = ['openid', 'profile', 'email', 'account:read', 'account:write'];

const onLoopback = (id: string, name: string, confidential: boolean, scopes: readonly Scope[]): DemoClient => ({
  id,
  name,
  confidential,
  redirectUris: LOOPBACK_CALLBACKS,
  postLogoutRedirectUris: LOOPBACK_SIGNED_OUT,
  scopes,
});

export const DEMO_CLIENTS: readonly DemoClient[] = [
  onLoopback('c_demo_cli', 'Demo CLI', false, MEMBER),
  onLoopback('c_demo_notebook', 'Demo Notebook', false, MEMBER),
  onLoopback('c_demo_web_app', 'Demo Web App', true, MEMBER),
  {
    id: 'c_demo_portal',
    name: 'Demo Portal',
    confidential: true,
    redirectUris: ['https://portal.riverside.example/oauth/callback'],
    postLogoutRedirectUris: ['https://portal.riverside.example/signed-out'],
    scopes: ['openid', 'profile', 'email', 'account:read'],
  },
  onLoopback('c_demo_admin_tool', 'Demo Admin Tool', false, ['openid', 'profile', 'email', ...OPERATOR_SCOPES]),
  {
    id: 'c_demo_explorer',
    name: 'Account API explorer',
    confidential: false,
    redirectUris: ['http://127.0.0.1/account/explorer', 'http://localhost/account/explorer'],
    postLogoutRedirectUris: [],
    scopes: ['account:read', 'account:write'],
  },
];
