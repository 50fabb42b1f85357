/** Courses that tests make by API, and what the trail says of them. */
import type { Test } from 'tap';
import { type AdminApp, type Answer, adminApp, type CallerName, call } from './admin.ts';
import { databaseFile } from './database-edit.ts';

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

export interface Learning extends AdminApp {
  /** As the owner, with every scope. */
  ask: Ask;
  askAs(caller: CallerName, ...request: Parameters<Ask>): ReturnType<Ask>;
  /** A published course with a section and a published lecture. */
  course(slug: string, fields?: object): Promise<{ id: string; section: string; lecture: string }>;
  /** What the audit trail says of a thing, in order. */
  trail(target: string): Promise<string[]>;
}

export async function learning(t: Test): Promise<Learning> {
  const database = databaseFile(t);
  const made = await adminApp(t, { databaseUrl: database.url });
  const { app, tokenOf } = made;
  const askAs: Learning['askAs'] = async (caller, method, path, body) =>
    call(app, await tokenOf(caller), method, path, body);
  const ask: Ask = (method, path, body) => askAs('owner', method, path, body);
  const make = async (path: string, body: unknown): Promise<string> => {
    const { status, json, body: text } = await ask('POST', path, body);
    if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
    return String(json.id);
  };
  return {
    ...made,
    ask,
    askAs,
    trail: async (target) =>
      (await database.rows('select event from audit_events where target = ? order by id', target)).map(({ event }) =>
        String(event),
      ),
    async course(slug, fields = {}) {
      const id = await make('/courses', { title: `Course ${slug}`, slug, ...fields });
      const section = await make(`/courses/${id}/sections`, { title: 'First' });
      const lecture = await make(`/sections/${section}/lectures`, { title: 'One', kind: 'text', status: 'published' });
      await ask('POST', `/courses/${id}/publish`);
      return { id, section, lecture };
    },
  };
}
