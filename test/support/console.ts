/** The pages of the school admin, with their owner and what the admin API says to the same person. */
import type { Test } from 'tap';
import { type AdminApp, adminApp, CALLERS, call, type Json } from './admin.ts';
import type { Browser } from './browser.ts';
import { databaseFile } from './database-edit.ts';
import { signedIn } from './signed-in.ts';

export const ADMIN = '/admin/riverside';

export interface World extends AdminApp {
  ruth: Browser;
  token: string;
}

export async function world(t: Test, options = {}): Promise<World> {
  const made = await adminApp(t, options);
  return { ...made, ruth: await signedIn(made.app, CALLERS.owner.email), token: await made.tokenOf('owner') };
}

export interface EditableWorld extends World {
  file: ReturnType<typeof databaseFile>;
}

/** The same on a database that the test changes by itself. */
export async function editableWorld(t: Test): Promise<EditableWorld> {
  const file = databaseFile(t);
  return { ...(await world(t, { databaseUrl: file.url, housekeeping: false })), file };
}

export const rest = async ({ app, token }: World, path: string): Promise<Json> =>
  (await call(app, token, 'GET', path)).json;

export const post = async ({ app, token }: World, path: string, body: object): Promise<Json> =>
  (await call(app, token, 'POST', path, body)).json;
