/** The demo platform: two schools with their people, and the clients of the first school's operator. */
import { OPERATOR_SCOPES, type Role, type Scope } from '../../schema/scope.ts';

export interface DemoPerson {
  id: string;
  email: string;
  name: string;
  roles: readonly { siteId: string; role: Role; courses?: readonly string[] }[];
}

export interface DemoClient {
  id: string;
  name: string;
  confidential: boolean;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  scopes: readonly Scope[];
}

export const RIVERSIDE = { id: 'site_demo_riverside', slug: 'riverside', name: 'Riverside Academy' };
export const HARBOUR = { id: 'site_demo_harbour', slug: 'harbour', name: 'Harbour Music School' };
export const DEMO_SITES = [RIVERSIDE, HARBOUR] as const;

export const DEMO_COURSES = [
  {
    id: 'crs_demo_watercolour',
    siteId: RIVERSIDE.id,
    slug: 'watercolour-for-beginners',
    title: 'Watercolour for Beginners',
  },
  { id: 'crs_demo_botany', siteId: RIVERSIDE.id, slug: 'field-botany', title: 'Field Botany' },
  { id: 'crs_demo_cello', siteId: HARBOUR.id, slug: 'cello-first-steps', title: 'Cello: First Steps' },
] as const;

const atRiverside = (role: Role, ...courses: string[]) => ({ siteId: RIVERSIDE.id, role, courses });
const atHarbour = (role: Role, ...courses: string[]) => ({ siteId: HARBOUR.id, role, courses });

/** The first school's people come first. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { id: 'usr_demo_ruth', email: 'ruth@riverside.example', name: 'Ruth Adler', roles: [atRiverside('owner')] },
  { id: 'usr_demo_ivan', email: 'ivan@riverside.example', name: 'Ivan Petrov', roles: [atRiverside('instructor')] },
  {
    id: 'usr_demo_ana',
    email: 'ana@riverside.example',
    name: 'Ana Lima',
    roles: [atRiverside('member', 'crs_demo_watercolour', 'crs_demo_botany')],
  },
  {
    id: 'usr_demo_ben',
    email: 'ben@riverside.example',
    name: 'Ben Okafor',
    roles: [atRiverside('member', 'crs_demo_watercolour')],
  },
  {
    id: 'usr_demo_chie',
    email: 'chie@riverside.example',
    name: 'Chie Tanaka',
    roles: [atRiverside('member', 'crs_demo_botany')],
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
    roles: [atHarbour('member', 'crs_demo_cello')],
  },
  {
    id: 'usr_demo_tom',
    email: 'tom@harbour.example',
    name: 'Tom Ferreira',
    roles: [atHarbour('member', 'crs_demo_cello')],
  },
];

/** Without ports: a tool listens on whichever is free. */
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
];
