/** The server with a folder for its letters, and people who are signed in. */
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { BASE, PASSWORD, type TestApp, type TestAppOptions, temporaryFolder, testApp } from './app.ts';
import { Browser } from './browser.ts';
import { type DatabaseFile, databaseFile } from './database-edit.ts';
import { Mailbox } from './emails.ts';

export interface AppWithEmails extends TestApp {
  file: DatabaseFile;
  mailbox: Mailbox;
}

export async function withEmails(t: Test, options: TestAppOptions = {}): Promise<AppWithEmails> {
  const dataDir = temporaryFolder(t);
  const file = databaseFile(t);
  const made = await testApp(t, { dataDir, databaseUrl: file.url, ...options });
  return { ...made, file, mailbox: new Mailbox(dataDir, made) };
}

/** @returns the browser of somebody who signed in for our own pages */
export async function signedIn(app: FastifyInstance, email: string, password = PASSWORD): Promise<Browser> {
  const browser = new Browser(app);
  const page = await browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password });
  if (!/^\/(?:account|admin)(?:\/|$)/.test(page.url))
    throw new Error(`${email} could not sign in: ${page.status} ${page.url}`);
  return browser;
}

/** What a sign-in with these would come to; from a network of its own, so that no limit is in the way. */
export async function outcomeOf(app: FastifyInstance, email: string, password: string): Promise<string> {
  networks += 1;
  return (await app.people.signIn(email, password, { ip: `192.0.2.${networks % 250}`, headers: {}, id: 'test' }))
    .outcome;
}
let networks = 0;

/** The path and query of an address of ours. */
export const pathOf = (link: string): string => link.slice(BASE.length);
