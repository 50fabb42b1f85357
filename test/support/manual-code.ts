/** A person who allowed a program on a loopback address that this browser cannot reach, and comes back. */
import type { FastifyInstance } from 'fastify';
import { PASSWORD } from './app.ts';
import { Browser, type Page } from './browser.ts';
import { ANA, requestOf } from './interaction.ts';
import { type Authorization, authorizeUrl, DEMO, type Fields, makeVerifier, type TestClient } from './oauth-client.ts';

/** With the code that the browser carried to nobody. */
export interface Stranded extends Authorization {
  browser: Browser;
  /** The page after the decision, which goes on to the program by itself. */
  left: Page;
  /** Where the address can be asked for. */
  path: string;
}

export async function strand(
  app: FastifyInstance,
  {
    client = DEMO.cli,
    overrides = {},
    headers = {},
  }: { client?: TestClient; overrides?: Fields; headers?: Record<string, string> } = {},
): Promise<Stranded> {
  const browser = new Browser(app);
  const verifier = makeVerifier();
  const start = await browser.get(authorizeUrl(client, verifier, overrides), headers);
  const consent = await browser.submit(start, '/sign-in', { email: ANA, password: PASSWORD });
  const left = await browser.submit(consent, '/decision', { decision: 'allow' });
  const params = left.leavesFor?.searchParams ?? new URLSearchParams();
  return { browser, verifier, left, params, code: params.get('code') ?? '', path: `${requestOf(consent)}/address` };
}

/** The address in the field of the page, if it shows one. */
export function addressOn({ body }: Page): URL | undefined {
  const value = /<input id="address"[^>]* value="([^"]*)"/.exec(body)?.[1];
  return value === undefined ? undefined : new URL(value.replaceAll('&amp;', '&'));
}

/** What the program makes of the address that is pasted into it. */
export function pasted({ verifier }: Pick<Stranded, 'verifier'>, page: Page): Authorization {
  const params = addressOn(page)?.searchParams ?? new URLSearchParams();
  return { code: params.get('code') ?? '', verifier, params };
}

/** What a person does whose browser could not connect: comes back, asks for the address, and copies it. @returns nothing if none is offered */
export async function copiedAddress(browser: Browser, left: Page): Promise<URL | undefined> {
  const asking = await browser.get(`${requestOf(left)}/address`);
  return asking.status === 200 ? addressOn(await browser.submit(asking, '/address')) : undefined;
}
