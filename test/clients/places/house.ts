/** A server of the matrix, which listens, and the people who use it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { type TestClock, testApp } from '../../support/app.ts';
import { Browser, type Page } from '../../support/browser.ts';
import type { DocumentHost } from '../../support/document-host.ts';
import { freePort } from '../../support/live-server.ts';
import { type WalkOptions, walkThrough } from '../../support/oauth-client.ts';

export interface House {
  readonly app: FastifyInstance;
  readonly clock: TestClock;
  /** Its address, as everybody knows it. */
  readonly origin: string;
  /** Where it listens. */
  readonly address: string;
  readonly documents: DocumentHost;
  /** A file with the certificate of the proxy in front of it, for programs of their own. */
  readonly certificate?: string;
}

export const RUTH = { id: 'usr_demo_ruth', email: 'ruth@riverside.example' };
export const IVAN = { id: 'usr_demo_ivan', email: 'ivan@riverside.example' };
export const NOOR = { id: 'usr_demo_noor', email: 'noor@schools.example' };

interface Building {
  documents: DocumentHost;
  /** The name by which it is known; where it listens is another matter. */
  host?: string;
  /** Whole, for a server behind a proxy. */
  origin?: string;
  port?: number;
  env?: Record<string, string>;
  certificate?: string;
}

/** Starts a server with its limits on, whose clock stands still unless a test moves it. */
export async function openHouse(t: Test, building: Building): Promise<House> {
  const { documents, host = '127.0.0.1', port = await freePort(), env = {}, certificate } = building;
  const origin = building.origin ?? `http://${host}:${port}`;
  const { app, clock } = await testApp(t, {
    network: documents.network,
    // Clients compare the times of an ID token with their own clock.
    now: Date.now(),
    env: { BASE_URL: origin, RATE_LIMITS: 'on', PLATFORM_OPERATORS: RUTH.email, ...env },
  });
  await app.listen({ host: '127.0.0.1', port });
  const address = `http://127.0.0.1:${port}`;
  return { app, clock, origin, address, documents, ...(certificate === undefined ? {} : { certificate }) };
}

export const browserAt = ({ app, origin }: House): Browser => new Browser(app, origin);

/** What a person does from the page that a client opens to where the browser leaves the server. */
export async function allow(browser: Browser, url: URL, person: WalkOptions): Promise<Page & { leavesFor: URL }> {
  const page = await walkThrough(browser, await browser.get(url.pathname + url.search), person);
  const { leavesFor } = page;
  if (leavesFor?.searchParams.get('code') == null) throw new Error(`no code: ${page.status} ${leavesFor ?? page.url}`);
  return { ...page, leavesFor };
}

/** Waits for what another process does. */
export async function eventually<Value>(look: () => Promise<Value | undefined> | Value | undefined): Promise<Value> {
  for (const end = performance.now() + 60_000; ; await sleep(50)) {
    const value = await look();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error('it did not happen');
  }
}
