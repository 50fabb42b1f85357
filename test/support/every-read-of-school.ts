/** A large school with everybody who reads it, and everything that they read. */

import Sqlite from 'better-sqlite3';
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { adminApp, CALLERS, RIVERSIDE } from './admin.ts';
import { databaseFile, prepareDatabase } from './database-edit.ts';
import { accountReads, pageReads, type ReadOf, restReads, toolReads } from './every-read.ts';
import { fillSchool } from './large-school.ts';
import { type KnownIds, knownIds } from './school-rows.ts';
import { signedIn } from './signed-in.ts';

/** What has most rows of its kind. */
const LARGEST = {
  courses: 'select id from courses where site_id = ? order by student_count desc limit 2',
  events: 'select event_id from event_registrations where site_id = ? group by 1 order by count(*) desc limit 2',
  forms: 'select form_id from form_submissions where site_id = ? group by 1 order by count(*) desc limit 2',
  posts: 'select target_id from comments where site_id = ? group by 1 order by count(*) desc limit 2',
  membershipPlans: 'select plan_id from subscriptions where site_id = ? group by 1 order by count(*) desc limit 2',
} as const;
const MEMBER = 'usr_large_77';
/** What varies in the paths of pages. */
const NAMED = {
  site: RIVERSIDE.slug,
  slug: RIVERSIDE.slug,
  school: RIVERSIDE.slug,
  member: MEMBER,
  person: MEMBER,
  client: 'c_demo_web_app',
  application: 'c_demo_web_app',
  grant: '1000000',
  entry: '1000500',
};

async function idsIn(app: FastifyInstance, path: string): Promise<KnownIds> {
  const db = new Sqlite(path, { readonly: true });
  const largest = Object.entries(LARGEST).map(
    ([kind, sql]) =>
      [kind as keyof typeof LARGEST, db.prepare<[string], string>(sql).pluck().all(RIVERSIDE.id)] as const,
  );
  db.close();
  const known = await knownIds(app, RIVERSIDE.id);
  return new Map([...known, ...largest, ['people', [MEMBER, CALLERS.member.id]]]);
}

export interface LargeSchool {
  app: FastifyInstance;
  reads: readonly ReadOf[];
}

/** @param ofPair how many values of each two filters are combined */
export async function largeSchool(t: Test, members: number, ofPair: number): Promise<LargeSchool> {
  const { url } = databaseFile(t);
  const path = url.slice('file:'.length);
  await prepareDatabase(url, 'demo');
  fillSchool(path, members);
  const env = { RATE_LIMITS: 'off', PLATFORM_OPERATORS: CALLERS.foreignOwner.email };
  const { app, tokenOf, clock } = await adminApp(t, { databaseUrl: url, env, housekeeping: false, oneNode: 'time' });
  const known = await idsIn(app, path);
  const owner = await tokenOf('owner');
  const instructor = await tokenOf('instructor');
  const member = await tokenOf('member', ['account:read']);
  const ruth = await signedIn(app, CALLERS.owner.email);
  const hugo = await signedIn(app, CALLERS.foreignOwner.email);
  const ana = await signedIn(app, CALLERS.member.email);
  const taught = restReads(app, instructor, known, ofPair).filter(({ name }) =>
    /^GET \/(courses|students|enroll)/.test(name),
  );
  const { retention, audit, school } = app;
  return {
    app,
    reads: [
      ...restReads(app, owner, known, ofPair),
      ...taught.map(({ name, ask }) => ({ name: `${name} for an instructor`, ask })),
      ...(await toolReads(app, owner, known)),
      ...(await toolReads(app, member, known)),
      ...(await accountReads(app, member)),
      ...(await pageReads(app, ruth, '/admin', NAMED, ofPair)),
      ...(await pageReads(app, hugo, '/platform', NAMED, ofPair)),
      ...(await pageReads(app, ana, '/account', NAMED, ofPair)),
      ...(await pageReads(app, ana, '/schools', NAMED, ofPair)),
      { name: 'metrics', ask: () => app.inject('/metrics') },
      { name: 'readiness', ask: () => app.inject('/readyz') },
      { name: 'deleting what has expired', ask: () => retention.batch(() => clock.now) },
      { name: 'counting what has expired', ask: () => retention.backlog(clock.now) },
      { name: 'sealing the audit log', ask: () => audit.chains.seal(clock.now) },
      { name: 'publishing posts', ask: () => school.scheduledPosts.publishDue(clock.now) },
      { name: 'counting subscriptions that ended', ask: () => school.sales.forgetEnded(clock.now) },
      { name: 'storing the ends of enrollments', ask: () => school.enrollmentEnds.storeDue(clock.now) },
    ],
  };
}
