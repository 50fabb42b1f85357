// slow, sqlite
/**
 * The pictures of the manual show the pages as they are. `npm run manual -- pictures` (PICTURES=write) takes them again, and keeps
 * a hash of each page without what differs from one visit to the next.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Page as Window } from 'playwright-core';
import t, { type Test } from 'tap';
import { stylesheet } from '../../routes/pages/kit/styles.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { launch, noChromium, visitor } from '../support/chromium.ts';
import { NO_NETWORK } from '../support/document-host.ts';
import { ANA, afterSignIn, RUTH, register, VENDOR } from '../support/interaction.ts';
import { DEMO, obtainTokens } from '../support/oauth-client.ts';
import { BASE } from '../support/settings.ts';
import { signedIn } from '../support/signed-in.ts';

const FOLDER = join(import.meta.dirname, '../../docs/images');
const HASHES = join(FOLDER, 'pages.txt');
t.setTimeout(300_000);

const WRITES = process.env.PICTURES === 'write';
const MAX_BYTES = 60_000;
const MINUTE = 60_000;

interface Picture {
  readonly name: string;
  readonly scheme: 'light' | 'dark';
  readonly size: readonly [width: number, height: number];
  readonly open: (server: TestApp) => Promise<Page>;
}

const CODEX = {
  id: 'https://chatgpt.com/oauth/codex/client.json',
  redirectUri: 'http://127.0.0.1:43895/callback',
  secret: undefined,
};
const READS = 'openid profile courses:read analytics:read';

const PICTURES: readonly Picture[] = [
  {
    name: 'consent',
    scheme: 'light',
    size: [640, 1200],
    open: ({ app }) => afterSignIn(new Browser(app), RUTH, VENDOR, { scope: READS, resource: undefined }),
  },
  {
    name: 'agent-reviewed',
    scheme: 'light',
    size: [900, 720],
    open: ({ app }) => afterSignIn(new Browser(app), RUTH, CODEX, { scope: READS, resource: undefined }),
  },
  {
    name: 'agent-registered',
    scheme: 'light',
    size: [900, 800],
    open: async ({ app }) =>
      afterSignIn(new Browser(app), RUTH, await register(app, 'Gemini CLI'), { scope: READS, resource: undefined }),
  },
  {
    name: 'connected-apps',
    scheme: 'light',
    size: [640, 1200],
    async open({ app, clock }) {
      await obtainTokens(app, DEMO.notebook);
      clock.advance(MINUTE);
      await obtainTokens(app, DEMO.cli);
      clock.advance(MINUTE);
      return (await signedIn(app, ANA)).get('/account/connected-apps');
    },
  },
  {
    name: 'admin',
    scheme: 'light',
    size: [1080, 720],
    open: async ({ app }) => (await signedIn(app, RUTH)).get('/admin/riverside'),
  },
  { name: 'sign-in', scheme: 'dark', size: [640, 620], open: ({ app }) => new Browser(app).get('/sign-in') },
  {
    name: 'second-factor',
    scheme: 'dark',
    size: [640, 980],
    open: async ({ app }) => (await signedIn(app, ANA)).get('/account/second-factor/new'),
  },
  {
    name: 'audit',
    scheme: 'dark',
    size: [1080, 760],
    async open({ app, clock }) {
      await obtainTokens(app, DEMO.adminTool, { scope: 'openid courses:read' }, { email: RUTH });
      clock.advance(MINUTE);
      await obtainTokens(app, DEMO.cli);
      return (await signedIn(app, RUTH)).get('/admin/riverside/audit');
    },
  },
];

/** The page without what is made anew for each visit, with the styles that apply to it. */
const hashOf = ({ body }: Page): string => {
  const lasting = body
    .replace(/<input type="hidden"[^>]*>/g, '')
    .replace(/\/assets\/[a-z]+-[0-9a-f]{8}\./g, '/assets/')
    .replace(/ d="[^"]*"/g, '')
    .replace(/data:image[^"]*/g, '')
    .replace(/<code>[A-Z2-7 ]{32,}<\/code>/g, '')
    .replace(/\/oauth\/continue\/[\w-]+/g, '')
    .replace(/[\w-]{8}-[0-9a-z]{1,4}(?=<)/g, '');
  return createHash('sha256').update(lasting).update(stylesheet.css).digest('hex');
};

/** Shows the page, which is on no server that the browser could reach. */
async function take(t: Test, app: FastifyInstance, page: Page, { name, scheme, size }: Picture): Promise<Buffer> {
  const [width, height] = size;
  const { page: window, context } = await visitor(t, await launch(t), {
    viewport: { width, height },
    deviceScaleFactor: 1.5,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  await show(window, app, page, name);
  const session = await context.newCDPSession(window);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  return Buffer.from(data, 'base64');
}

async function show(window: Window, app: FastifyInstance, { body }: Page, name: string): Promise<void> {
  await window.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === `/${name}`) return route.fulfill({ contentType: 'text/html; charset=utf-8', body });
    const { rawPayload, headers } = await app.inject(pathname);
    return route.fulfill({ contentType: String(headers['content-type']), body: rawPayload });
  });
  await window.goto(`${BASE}/${name}`);
}

t.test('every picture of the manual was taken of the page as it is', { skip: WRITES && noChromium }, async (t) => {
  const hashes: string[] = [];
  for (const picture of PICTURES) {
    const server = await testApp(t, { network: NO_NETWORK });
    const page = await picture.open(server);
    t.equal(page.status, 200, picture.name);
    hashes.push(`${picture.name} ${hashOf(page)}`);
    const file = join(FOLDER, `${picture.name}.webp`);
    if (WRITES) writeFileSync(file, await take(t, server.app, page, picture));
    t.ok(statSync(file).size < MAX_BYTES, `${picture.name}: ${statSync(file).size} bytes`);
  }
  if (WRITES) writeFileSync(HASHES, `${hashes.join('\n')}\n`);
  t.strictSame(hashes, readFileSync(HASHES, 'utf8').trim().split('\n'), 'npm run manual -- pictures takes them again');
});
