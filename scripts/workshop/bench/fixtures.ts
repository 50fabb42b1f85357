/** The data of the floor and the peer. The product has its own people and clients (`scripts/commands/seed.ts`). */

export const ENDPOINTS = {
  authorize: '/oauth/authorize',
  token: '/api/oauth/token',
  introspect: '/api/oauth/introspect',
  userinfo: '/api/oauth/userinfo',
  discovery: '/.well-known/oauth-authorization-server',
} as const;

export const SCOPE = 'openid profile email account:read';

/** Not actual secrets: they exist only in temporary databases on the loopback interface. */
export const CONFIDENTIAL_CLIENT = {
  id: 'bench-portal',
  secret: 'bench-portal-secret-of-forty-three-characters',
  redirectUri: 'https://portal.example/callback',
} as const;

export const PUBLIC_CLIENT = { id: 'bench-cli', redirectUri: 'http://127.0.0.1/callback' } as const;

export const PERSON = {
  id: 1,
  subject: 'person-1',
  email: 'learner@school.example',
  name: 'Lea Learner',
  orgId: 'site-1',
  roles: ['member'],
} as const;

/** The floor has no sign-in page, so its only session is defined here. */
export const FLOOR_SESSION = { id: 1, secret: 'bench-session-secret-of-forty-three-characters' } as const;
export const SESSION_COOKIE = 'session';

export const LIFETIMES = { code: 60, accessToken: 3_600, refreshToken: 2_592_000, idToken: 600 } as const;

/** Reads the environment of a server process, as the product does. */
export function portFromEnvironment(): number {
  return Number(requiredVariable('PORT'));
}

export function databaseFileFromEnvironment(): string {
  return requiredVariable('DATABASE_URL').replace(/^file:/, '');
}

function requiredVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: this file is started by scripts/workshop/bench/index.ts`);
  return value;
}
