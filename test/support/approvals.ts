/** A school whose apps ask a person, and what the person and the app do. */
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import type { ApprovalPolicy } from '../../schema/school/approval.ts';
import { type AdminApp, adminApp, CALLERS, type CallerName, call, RIVERSIDE } from './admin.ts';
import type { TestAppOptions } from './app.ts';
import type { Browser, Page } from './browser.ts';
import { type DatabaseFile, databaseFile } from './database-edit.ts';
import { callTool, type Json, type ToolAnswer } from './mcp.ts';
import { PASSWORD } from './settings.ts';
import { signedIn } from './signed-in.ts';

export interface AskingApp extends AdminApp {
  file: DatabaseFile;
  /** A browser in which the person is signed in. */
  browserOf(caller: CallerName): Promise<Browser>;
}

/** The demo platform, whose schools ask as a new school does. */
export async function askingApp(
  t: Test,
  options: TestAppOptions = {},
  policy: ApprovalPolicy = 'sensitive',
): Promise<AskingApp> {
  const file = databaseFile(t);
  const made = await adminApp(t, { databaseUrl: file.url, ...options });
  await setPolicy(made.app, policy);
  const browsers = new Map<CallerName, Promise<Browser>>();
  return {
    ...made,
    file,
    browserOf(caller) {
      const browser = browsers.get(caller) ?? signedIn(made.app, CALLERS[caller].email);
      browsers.set(caller, browser);
      return browser;
    },
  };
}

export const setPolicy = (app: FastifyInstance, policy: ApprovalPolicy, siteId = RIVERSIDE.id): Promise<boolean> =>
  app.school.approvals.setPolicy(siteId, policy, { event: 'agents_ask_changed', at: app.clock(), siteId });

/** The address of the page in the answer of a tool. */
export const waitingAt = ({ result }: Pick<ToolAnswer, 'result'>): string =>
  String(result?.structuredContent?.url ?? '').replace(/^https?:\/\/[^/]+/, '');

export const statusOf = ({ result }: Pick<ToolAnswer, 'result'>): string => {
  if ((result?.isError as unknown) === true) return 'error';
  const status = result?.structuredContent?.status as unknown;
  return status === 'waiting_for_person' ? 'waiting' : 'done';
};

/** Opens the page, and sends the choice, with the password if it is asked for. */
export async function decide(browser: Browser, path: string, decision: 'allowed' | 'declined'): Promise<Page> {
  const page = await browser.get(path);
  const sent = await browser.submit(page, '/decide', { decision });
  return sent.body.includes('name="password"') ? browser.submit(sent, '/decide', { password: PASSWORD }) : sent;
}

/** Calls a tool, allows it, and calls it again. */
export async function callAllowed(
  { app, browserOf }: AskingApp,
  caller: CallerName,
  name: string,
  args: Record<string, unknown>,
  token: string,
): Promise<ToolAnswer> {
  const asked = await callTool(app, name, args, { token });
  await decide(await browserOf(caller), waitingAt(asked), 'allowed');
  return callTool(app, name, args, { token });
}

/** What the log says of approvals, oldest first. */
export const approvalEvents = async (file: DatabaseFile): Promise<string[]> =>
  (await file.rows("select event from audit_events where event like 'approval_%' order by id")).map(({ event }) =>
    String(event),
  );

/** Makes a course without students, which can be deleted. */
export async function freshCourse(app: FastifyInstance, token: string, slug: string): Promise<Json> {
  const { json, status } = await call(app, token, 'POST', '/courses', { title: `Course ${slug}`, slug });
  if (status !== 201) throw new Error(`no course: ${JSON.stringify(json)}`);
  return json;
}
