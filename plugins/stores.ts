/** Opens the database and decorates its stores: the one door between the server and `db`. */
import fp from 'fastify-plugin';
import { openDatabase } from '../db/database.ts';
import { type AccountStore, accountStore } from '../db/stores/account.ts';
import { type AnalyticsStore, analyticsStore } from '../db/stores/analytics.ts';
import { type AssetStore, assetStore } from '../db/stores/assets.ts';
import { type AuditTrail, auditTrail } from '../db/stores/audit.ts';
import { type AuthorizationRequestStore, authorizationRequestStore } from '../db/stores/authorization-requests.ts';
import { type BetaFeatureStore, betaFeatureStore } from '../db/stores/beta-features.ts';
import { type ClientStore, clientStore } from '../db/stores/clients.ts';
import { type CodeStore, codeStore } from '../db/stores/codes.ts';
import { type ConsentStore, consentStore } from '../db/stores/consents.ts';
import { type EnrollmentStore, enrollmentStore } from '../db/stores/enrollments.ts';
import { type EventRegistrationStore, eventRegistrationStore } from '../db/stores/event-registrations.ts';
import { type HomepageStore, homepageStore } from '../db/stores/homepage.ts';
import { type IdempotencyStore, idempotencyStore } from '../db/stores/idempotency-keys.ts';
import { type KeyStore, keyStore } from '../db/stores/keys.ts';
import { type LastDayStore, lastDayStore } from '../db/stores/last-days.ts';
import { type MemberStore, memberStore } from '../db/stores/members.ts';
import { type MetadataClientStore, metadataClientStore } from '../db/stores/metadata-clients.ts';
import { type OutlineStore, outlineStore } from '../db/stores/outlines.ts';
import { type PeopleStore, peopleStore } from '../db/stores/people.ts';
import { type PlatformStore, platformStore } from '../db/stores/platform.ts';
import { type PurgeStore, purgeStore, RETENTION } from '../db/stores/purge.ts';
import { type RecordStore, recordStores } from '../db/stores/records.ts';
import { type SalesStore, salesStore } from '../db/stores/sales.ts';
import { type ScheduledPostStore, scheduledPostStore } from '../db/stores/scheduled-posts.ts';
import { type SchoolStore, schoolStore } from '../db/stores/school.ts';
import { type SchoolContentStore, schoolContentStore } from '../db/stores/school-content.ts';
import { type SearchIndex, searchIndex } from '../db/stores/search-index.ts';
import { type SessionStore, sessionStore } from '../db/stores/sessions.ts';
import { type SetupStore, setupStore } from '../db/stores/setup.ts';
import { type StudentStore, studentStore } from '../db/stores/students.ts';
import { type TeachingStore, teachingStore } from '../db/stores/teaching.ts';
import { type ThrottleStore, throttleStore } from '../db/stores/throttles.ts';
import { type TokenStore, tokenStore } from '../db/stores/tokens.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly clients: ClientStore;
    readonly metadataClients: MetadataClientStore;
    readonly codes: CodeStore;
    readonly tokens: TokenStore;
    readonly consents: ConsentStore;
    readonly keys: KeyStore;
    readonly people: PeopleStore;
    readonly sessions: SessionStore;
    readonly authorizationRequests: AuthorizationRequestStore;
    readonly throttles: ThrottleStore;
    readonly setup: SetupStore;
    readonly platform: PlatformStore;
    readonly betaFeatures: BetaFeatureStore;
    readonly account: AccountStore;
    /** The rows of one table, by its name. */
    readonly records: RecordStore;
    readonly outlines: OutlineStore;
    readonly teaching: TeachingStore;
    readonly students: StudentStore;
    readonly enrollments: EnrollmentStore;
    readonly sales: SalesStore;
    readonly assets: AssetStore;
    readonly searchIndex: SearchIndex;
    readonly idempotencyKeys: IdempotencyStore;
    readonly schoolContent: SchoolContentStore;
    readonly school: SchoolStore;
    readonly lastDays: LastDayStore;
    readonly homepages: HomepageStore;
    readonly scheduledPosts: ScheduledPostStore;
    readonly members: MemberStore;
    readonly eventRegistrations: EventRegistrationStore;
    readonly analytics: AnalyticsStore;
    readonly purge: PurgeStore;
    readonly audit: AuditTrail;
  }
}

const DAY = 86_400_000;

export default fp(
  async (app) => {
    const db = await openDatabase(app.config.databaseUrl);
    app.addHook('onClose', () => db.close());
    const audit = auditTrail(db);
    app.decorate('audit', audit);
    const metadataClients = metadataClientStore(db, audit);
    app.decorate('metadataClients', metadataClients);
    app.decorate('clients', clientStore(db, audit, metadataClients));
    app.decorate('codes', codeStore(db, audit));
    app.decorate('tokens', tokenStore(db, audit));
    app.decorate('consents', consentStore(db));
    app.decorate('keys', keyStore(db, audit));
    app.decorate('people', peopleStore(db));
    app.decorate('sessions', sessionStore(db, audit));
    app.decorate('authorizationRequests', authorizationRequestStore(db));
    app.decorate('throttles', throttleStore(db));
    app.decorate('setup', setupStore(db, audit));
    app.decorate('platform', platformStore(db));
    app.decorate('betaFeatures', betaFeatureStore(db, audit));
    app.decorate('records', recordStores(db, audit));
    app.decorate('outlines', outlineStore(db, audit));
    app.decorate('teaching', teachingStore(db, audit));
    app.decorate('students', studentStore(db));
    app.decorate('enrollments', enrollmentStore(db, audit));
    app.decorate('sales', salesStore(db));
    app.decorate('assets', assetStore(db));
    app.decorate('searchIndex', searchIndex(db));
    app.decorate('idempotencyKeys', idempotencyStore(db));
    app.decorate('account', accountStore(db, audit));
    app.decorate('schoolContent', schoolContentStore(db));
    app.decorate('school', schoolStore(db, audit));
    app.decorate('lastDays', lastDayStore(db));
    app.decorate('homepages', homepageStore(db, audit));
    app.decorate('scheduledPosts', scheduledPostStore(db));
    app.decorate('members', memberStore(db, audit));
    app.decorate('eventRegistrations', eventRegistrationStore(db, audit));
    app.decorate('analytics', analyticsStore(db));
    // A client outlives the refresh tokens it was given; that it was used is noted once a day.
    const dormantClients = Math.max(RETENTION.dormantClients, app.config.lifetimes.refreshIdle + 2 * DAY);
    app.decorate('purge', purgeStore(db, { ...RETENTION, dormantClients }));
  },
  { name: 'stores', dependencies: ['config'] },
);
