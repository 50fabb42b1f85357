/** A real Chromium, and an app on this computer that it is sent back to. */
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Test } from 'tap';
import { PASSWORD } from './app.ts';
import { freePort } from './live-server.ts';

/** The one without windows does the same for pages in half the time. */
const CANDIDATES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
const EXECUTABLE = process.env.CHROMIUM_PATH ?? CANDIDATES.find(existsSync) ?? CANDIDATES[1];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const PATIENCE_MS = 90_000;

/** For the `skip` of a test: what is missing, or false. */
export const noChromium = existsSync(EXECUTABLE) ? false : `no Chromium at ${EXECUTABLE} (set CHROMIUM_PATH)`;

let running: Promise<Browser> | undefined;
let users = 0;

/** One for all tests of a process: visitors share nothing. It ends when no test uses it, or with the test runner. */
export async function launch(t: Test): Promise<Browser> {
  users += 1;
  running ??= chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });
  const browser = await running;
  t.teardown(async () => {
    users -= 1;
    if (users > 0 || process.env.TEST_BUILD !== undefined) return;
    running = undefined;
    await browser.close();
  });
  return browser;
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** What a content security policy stopped, in any tab of this visitor. */
  violations: string[];
}

export async function visitor(t: Test, browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  t.teardown(() => context.close());
  const violations: string[] = [];
  context.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) violations.push(message.text());
  });
  return { context, page: await context.newPage(), violations };
}

export interface ClientApp {
  origin: string;
  callback: string;
  /** The query of every callback so far. */
  answers: URLSearchParams[];
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

export const html = (response: ServerResponse, body: string): void => {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><title>App</title>${body}`);
};

/** An app with a callback on a port of its own. */
export async function clientApp(
  t: Test,
  answer: Answering = (_request, response) => html(response, '<h1>Back in the app</h1>'),
): Promise<ClientApp> {
  const answers: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    if (url.pathname === '/callback') answers.push(url.searchParams);
    answer(request, response);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const origin = `http://127.0.0.1:${port}`;
  return { origin, callback: `${origin}/callback`, answers };
}

export interface AuthorizeOptions {
  clientId?: string;
  callback: string;
  scope?: string;
  state?: string;
  more?: Record<string, string>;
}

export const authorizeUrl = (
  origin: string,
  {
    clientId = 'c_demo_cli',
    callback,
    scope = 'openid profile email account:read',
    state = 's',
    more,
  }: AuthorizeOptions,
): string => {
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    scope,
    state,
    // The challenge of RFC 7636, appendix B.
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    resource: origin,
    ...more,
  };
  return `${origin}/oauth/authorize?${new URLSearchParams(parameters)}`;
};

/** @returns the id of a client that registered itself: one that every school shares */
export async function registerClient(origin: string, callback: string, name = 'Lesson Planner'): Promise<string> {
  const response = await fetch(`${origin}/api/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [callback], token_endpoint_auth_method: 'none' }),
  });
  const { client_id: id } = (await response.json()) as { client_id: string };
  return id;
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.fill('#email', email);
  await page.fill('#password', password);
  await page.click('button.primary');
}

/** With SCREENSHOTS=<folder>, keeps a picture of the page there. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
