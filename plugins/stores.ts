/** Opens the database and decorates the stores of the four wings: the one door between the server and `db`. */
import fp from 'fastify-plugin';
import { type AuditTrail, auditTrail } from '../db/audit/audit.ts';
import { type AuditLogStore, auditLogStore } from '../db/audit/audit-log.ts';
import { type IdempotencyStore, idempotencyStore } from '../db/audit/idempotency-keys.ts';
import { openDatabase } from '../db/database.ts';
import { connectionEnds } from '../db/oauth/connection-ends.ts';
import { RETENTION, type RetentionStore, retentionStore } from '../db/retention.ts';
import { type ThrottleStore, throttleStore } from '../db/throttles.ts';
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
      readonly idempotencyKeys: IdempotencyStore;
    };
    readonly throttles: ThrottleStore;
    readonly retention: RetentionStore;
  }
}

const DAY = 86_400_000;

export default fp(
  async (app) => {
    const db = await openDatabase(app.config.databaseUrl);
    app.addHook('onClose', () => db.close());
    const audit = auditTrail(db);
    app.decorate('audit', { ...audit, log: auditLogStore(db), idempotencyKeys: idempotencyStore(db) });
    // The plugins of a wing add to its object what else it offers: the types say what is there in the end.
    app.decorate('oauth', oauthStores(db, audit) as OAuth);
    app.decorate('people', peopleStores(db, audit, connectionEnds(db)) as People);
    app.decorate('school', schoolStores(db, audit) as School);
    app.decorate('throttles', throttleStore(db));
    // A client outlives the refresh tokens it was given; that it was used is noted once a day.
    const dormantClients = Math.max(RETENTION.dormantClients, app.config.lifetimes.refreshIdle + 2 * DAY);
    app.decorate('retention', retentionStore(db, { ...RETENTION, dormantClients }));
  },
  { name: 'stores', dependencies: ['config'] },
);
