/** The authorization code flow with PKCE: who sends what to whom. */
import type { Config } from '../../../plugins/settings/config.ts';
import { lasting } from '../manual-tables.ts';
import { parties, type Step } from './sequence.ts';

/** As in the server metadata. */
type Endpoints = Readonly<Record<'authorization_endpoint' | 'token_endpoint', string>>;

const pathOf = (url: string): string => new URL(url).pathname;
const PARAMETERS = ['state, redirect_uri, scope, resource,', 'code_challenge: hash of the verifier'];

const stepsOf = (endpoints: Endpoints, { code, accessToken }: Config['lifetimes']): readonly Step[] => [
  ['app', 'app', ['makes a code_verifier and a state']],
  ['app', 'browser', ['opens the browser']],
  ['browser', 'server', [`GET ${pathOf(endpoints.authorization_endpoint)}`, ...PARAMETERS]],
  ['server', 'browser', ['pages: sign-in, school, consent']],
  ['browser', 'server', ['the person allows']],
  ['server', 'browser', ['the way back to redirect_uri']],
  ['browser', 'app', ['code, state, iss']],
  ['app', 'app', ['checks state and iss']],
  [
    'app',
    'server',
    [`POST ${pathOf(endpoints.token_endpoint)}`, 'code, code_verifier', `once, within ${lasting(code)}`],
  ],
  ['server', 'app', [`access token, ${lasting(accessToken)}`, 'refresh token, ID token']],
  ['app', 'server', ['calls of APIs, with', 'Authorization: Bearer …']],
];

export const codeFlow = (endpoints: Endpoints, lifetimes: Config['lifetimes']): string =>
  parties('The authorization code flow with PKCE', stepsOf(endpoints, lifetimes));
