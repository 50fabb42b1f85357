/** The authorization code flow with PKCE: who sends what to whom. */
import type { Config } from '../../../plugins/settings/config.ts';
import { lasting } from '../manual-tables.ts';
import { arrow, box, drawing, LINE, line, text, tile } from './svg.ts';

const PARTIES = {
  browser: { title: 'browser', x: 56 },
  app: { title: 'your app', x: 180 },
  server: { title: 'Schoolgate', x: 304 },
} as const;
type Party = keyof typeof PARTIES;
type Step = readonly [from: Party, to: Party, content: readonly string[]];

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

export function codeFlow(endpoints: Endpoints, lifetimes: Config['lifetimes']): string {
  const steps = stepsOf(endpoints, lifetimes);
  const messages: string[] = [];
  let y = 72;
  for (const [from, to, content] of steps) {
    const [start, end] = [PARTIES[from].x, PARTIES[to].x];
    if (from === to) messages.push(box(start - 124, y - 17, 248, 25, 'sunken', 6));
    for (const words of content) {
      const bold = /^(?:GET|POST) /.test(words);
      messages.push(text((start + end) / 2, y, words, { anchor: 'middle', halo: from !== to, bold }));
      y += LINE;
    }
    if (from !== to) messages.push(arrow([start, y - 8], [end, y - 8]));
    y += LINE;
  }
  const parties = Object.entries(PARTIES).flatMap(([party, { x, title }]) => [
    line([x, 42], [x, y - 14], '3 4'),
    tile([x - 50, 14, 100, 28], title, party === 'server' ? 'strong' : 'soft'),
  ]);
  const told = steps.map(([from, to, content]) => {
    const parties = from === to ? PARTIES[from].title : `${PARTIES[from].title} to ${PARTIES[to].title}`;
    return `${parties}: ${content.join(' ')}.`;
  });
  return drawing('The authorization code flow with PKCE', told.join(' '), y + 2, [...parties, ...messages]);
}
