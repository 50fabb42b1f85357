/**
 * Opens the database and adds the decorators `app.oauth`, `app.people`, `app.school` and `app.audit` with their stores.
 */
import fp from 'fastify-plugin';
import { type ConnectionAttemptStore, connectionAttemptStore } from '../db/attempts/connection-attempts.ts';
import { type AccountLogStore, accountLogStore } from '../db/audit/account-log.ts';
import { type AuditTrail, auditTrail } from '../db/audit/audit.ts';
import { type AuditChainStore, auditChainStore } from '../db/audit/audit-chains.ts';
import { type AuditLogStore, auditLogStore } from '../db/audit/audit-log.ts';
import { type AuditVerification, auditVerification } from '../db/audit/audit-verification.ts';
import { type IdempotencyStore, idempotencyStore } from '../db/audit/idempotency-keys.ts';
import { type PlatformAuditLog, platformAuditLog } from '../db/audit/platform-audit-log.ts';
import { type ReviewDecisionStore, reviewDecisionStore } from '../db/audit/review-decisions.ts';
import { type RegistrationStore, registrationStore } from '../db/clients/registering-programs.ts';
import { isPostgresUrl, openDatabase, sqlitePath } from '../db/database.ts';
import type { Database } from '../db/engine/engine.ts';
import { recheckKeys } from '../db/engine/key-sequence.ts';
import { deleteMigrationCopies } from '../db/engine/migration-backup.ts';
import { RETENTION, type RetentionStore, retentionStore } from '../db/maintenance/retention.ts';
import { type RevocationStore, revocationStore } from '../db/maintenance/revocation.ts';
import { type SealedColumn, sealedColumns } from '../db/maintenance/sealed-values.ts';
import { connectionEnds } from '../db/oauth/grant-ends.ts';
import { type LeaseStore, leaseStore } from '../db/running/leases.ts';
import { type OutboxStore, outboxStore } from '../db/running/outbox.ts';
import { type ThrottleStore, throttleStore } from '../db/running/throttles.ts';
import { type KeptAnswers, keptAnswers } from './audit/kept-answers.ts';
import { type OAuth, oauthStores } from './oauth/stores.ts';
import { type People, peopleStores } from './people/stores.ts';
import { type School, schoolStores } from './school/stores.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly oauth: OAuth;
    readonly people: People;
    readonly school: School;
    readonly audit: Readonly<Pick<AuditTrail, 'record' | 'steps'>> & {
      readonly log: AuditLogStore;
      readonly platformLog: PlatformAuditLog;
      readonly reviewDecisions: ReviewDecisionStore;
      readonly chains: AuditChainStore;
      readonly verification: AuditVerification;
      readonly accountLog: AccountLogStore;
      readonly idempotencyKeys: IdempotencyStore;
      readonly keptAnswers: KeptAnswers;
    };
    readonly connectionAttempts: ConnectionAttemptStore;
    readonly leases: LeaseStore;
    readonly outboxStore: OutboxStore;
    readonly revocation: RevocationStore;
    readonly registrations: RegistrationStore;
    readonly throttles: ThrottleStore;
    readonly retention: RetentionStore;
    readonly sealedColumns: readonly SealedColumn[];
    /** Sizes and connections of the database, for metrics. */
    readonly databaseStats: Database['stats'];
    readonly requireWritableDatabase: Database['requireWritable'];
    /** Deletes copies of the database from before a migration that were written before a time. */
    readonly deleteMigrationCopies: (before: number) => void;
    /** Keeps the keys of this node in the order of time among those of others. */
    readonly recheckKeys: () => void;
    /** Checks that no newer version has made the database unusable for this one. */
    readonly requireUsableDatabase: Database['requireUsable'];
  }
}

const DAY = 86_400_000;

export default fp(
  async (app, { readsCopy }: { readsCopy: boolean }) => {
    const { databaseUrl, databasePool: poolSize, migration } = app.config;
    const log = (line: string): void => app.log.info(line);
    const migrates = migration.mode === 'auto';
    const db = await openDatabase(databaseUrl, {
      migrates,
      waitMs: migration.wait,
      poolSize,
      log,
      readsCopy: readsCopy && !migrates,
    });
    app.addHook('onClose', () => db.close());
    app.decorate('databaseStats', () => db.stats());
    app.decorate('requireWritableDatabase', () => db.requireWritable());
    app.decorate('requireUsableDatabase', () => db.requireUsable());
    app.decorate('recheckKeys', () => recheckKeys(db));
    app.decorate('deleteMigrationCopies', (before: number) => {
      if (!isPostgresUrl(databaseUrl)) deleteMigrationCopies(sqlitePath(databaseUrl), before);
    });
    const audit = auditTrail(db);
    const idempotencyKeys = idempotencyStore(db);
    app.decorate('audit', {
      ...audit,
      log: auditLogStore(db),
      platformLog: platformAuditLog(db),
      reviewDecisions: reviewDecisionStore(db),
      chains: auditChainStore(db),
      verification: auditVerification(db),
      accountLog: accountLogStore(db),
      idempotencyKeys,
      keptAnswers: keptAnswers(idempotencyKeys, app),
    });
    // The other plugins add their services to these objects, whose types already include them.
    const unusedClients = {
      limit: app.config.maxUnusedClients,
      onDropped: (count: number): void =>
        app.log.warn(
          { count },
          'registered clients that were never used made room for others (REGISTRATION_MAX_UNUSED)',
        ),
    };
    app.decorate('oauth', oauthStores(db, audit, unusedClients, app.config.cimd.reviewsBundled) as OAuth);
    app.decorate('people', peopleStores(db, audit, connectionEnds(db)) as People);
    app.decorate('school', schoolStores(db, audit, connectionEnds(db)) as School);
    app.decorate('connectionAttempts', connectionAttemptStore(db));
    app.decorate('leases', leaseStore(db));
    app.decorate('outboxStore', outboxStore(db));
    app.decorate('revocation', revocationStore(db, audit));
    app.decorate('registrations', registrationStore(db));
    app.decorate('throttles', throttleStore(db));
    app.decorate('sealedColumns', sealedColumns(db));
    // A client must outlive its refresh tokens. Its last use is stored once a day.
    const dormantClients = Math.max(RETENTION.dormantClients, app.config.lifetimes.refreshIdle + 2 * DAY);
    app.decorate('retention', retentionStore(db, { ...RETENTION, dormantClients }));
  },
  { name: 'stores', dependencies: ['config', 'key-ring'] },
);
