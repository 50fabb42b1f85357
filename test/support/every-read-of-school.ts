/** A large school with everybody who reads it, and everything that they read. */

import Sqlite from 'better-sqlite3';
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { type AdminApp, adminApp, CALLERS, RIVERSIDE } from './admin.ts';
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

/** Ids of what the school has most of. @param path the file of the database */
export async function largestOf(app: FastifyInstance, path: string): Promise<KnownIds> {
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
  const { app, tokenOf } = await adminApp(t, { databaseUrl: url, env, housekeeping: false, oneNode: 'time' });
  const reads = await everyRead(app, tokenOf, await largestOf(app, path), ofPair);
  return { app, reads: [...reads, ...upkeepOf(app)] };
}

/** What housekeeping does from time to time. */
export function upkeepOf({ audit, clock, oauth, retention, school }: FastifyInstance): ReadOf[] {
  return [
    { name: 'deleting what has expired', ask: () => retention.batch(clock) },
    { name: 'counting what has expired', ask: () => retention.backlog(clock()) },
    { name: 'sealing the audit log', ask: () => audit.chains.seal(clock()) },
    { name: 'publishing posts', ask: () => school.scheduledPosts.publishDue(clock()) },
    { name: 'counting subscriptions that ended', ask: () => school.sales.forgetEnded(clock()) },
    { name: 'storing the ends of enrollments', ask: () => school.enrollmentEnds.storeDue(clock()) },
    { name: 'rotating keys', ask: () => oauth.signer.rotateWhenDue() },
    { name: 'deleting schools', ask: () => school.schools.deleteDue() },
  ];
}

/**
 * Everything that an owner, an instructor, a member and the operator of the platform read.
 * @param ofPair how many values of each two filters are combined
 */
export async function everyRead(
  app: FastifyInstance,
  tokenOf: AdminApp['tokenOf'],
  known: KnownIds,
  ofPair: number,
): Promise<ReadOf[]> {
  const owner = await tokenOf('owner');
  const instructor = await tokenOf('instructor');
  const member = await tokenOf('member', ['account:read']);
  const ruth = await signedIn(app, CALLERS.owner.email);
  const hugo = await signedIn(app, CALLERS.foreignOwner.email);
  const ana = await signedIn(app, CALLERS.member.email);
  const taught = restReads(app, instructor, known, ofPair).filter(({ name }) =>
    /^GET \/(courses|students|enroll)/.test(name),
  );
  return [
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
  ];
}
