import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../schema/account.ts';
import type { AuditEvent, RequestOrigin } from '../../schema/audit-event.ts';
import {
  type MetadataDocumentClient,
  metadataDocumentScopes,
  newMetadataClient,
  type Review,
} from '../../schema/client.ts';
import { type FetchedMetadata, isMaterialChange } from '../../schema/client-metadata-document.ts';
import type { MetadataUrl } from '../../schema/metadata-url.ts';
import { joinScopes } from '../../schema/scope.ts';
import { type Database, required, type Step } from '../engine.ts';
import { encoded, integer, rowOf, text, value } from '../placeholders.ts';
import type { AuditTrail } from './audit.ts';

/** Who reviewed, as far as that is known, and from the pages of which site. */
export type Reviewer = RequestOrigin & { at: number; personId?: string; siteId?: string };

/** Which clients are looked through. */
export interface MetadataClientQuery {
  first: number;
  /** The id of the last one before. */
  after: string;
  review?: Review | undefined;
  /** Only those with a live grant at this site, or adopted by it. */
  siteId?: string | undefined;
}

export type MetadataClientStore = ReturnType<typeof metadataClientStore>;

/** Clients named by the URL of their metadata document: kept from the first consent on, or once an operator decides. */
export function metadataClientStore(db: Database, audit: AuditTrail) {
  const { adoptions, clients, grants, metadataDocuments: documents } = db.tables;

  const columns = {
    id: clients.id,
    defaultScope: clients.defaultScope,
    active: clients.active,
    createdAt: clients.createdAt,
    lastUsedAt: clients.lastUsedAt,
    metadata: documents.metadata,
    review: documents.review,
    approvedMetadata: documents.approvedMetadata,
    changedAt: documents.changedAt,
    fetchedAt: documents.fetchedAt,
    freshUntil: documents.freshUntil,
  };
  // By primary key.
  const read = db.one((q) =>
    q
      .select(columns)
      .from(documents)
      .innerJoin(clients, eq(clients.id, documents.clientId))
      .where(eq(documents.clientId, text('id'))),
  );
  const readAll = db.many((q) =>
    q
      .select(columns)
      .from(documents)
      .innerJoin(clients, eq(clients.id, documents.clientId))
      .orderBy(asc(documents.clientId)),
  );
  // By adoptions_pkey, and grants_by_site.
  const isAdopted = sql`exists (select 1 from ${adoptions} where ${adoptions.clientId} = ${documents.clientId} and ${adoptions.siteId} = ${text('siteId')})`;
  const isUsed = sql`exists (select 1 from ${grants} where ${grants.siteId} = ${text('siteId')} and ${grants.clientId} = ${documents.clientId} and ${grants.revokedAt} is null)`;
  // Walks along the primary key: there are as many rows as there are clients named by URL.
  const listing = (...conditions: SQL[]) =>
    db.many((q) =>
      q
        .select(columns)
        .from(documents)
        .innerJoin(clients, eq(clients.id, documents.clientId))
        .where(and(gt(documents.clientId, text('after')), ...conditions))
        .orderBy(asc(documents.clientId))
        .limit(sql`${integer('first')} + 1` as never),
    );
  const isReviewed = eq(documents.review, text('review'));
  const isHere = sql`(${isAdopted} or ${isUsed})`;
  const listings = {
    all: listing(),
    reviewed: listing(isReviewed),
    here: listing(isHere),
    reviewedHere: listing(isReviewed, isHere),
  };
  // By primary key.
  const readAdoptions = db.many((q) =>
    q
      .select({ siteId: adoptions.siteId })
      .from(adoptions)
      .where(eq(adoptions.clientId, text('id')))
      .orderBy(asc(adoptions.adoptedAt)),
  );
  const insertClient = db.write((q) => q.insert(clients).values(rowOf(clients)).onConflictDoNothing());
  const insertDocument = db.write((q) => q.insert(documents).values(rowOf(documents)).onConflictDoNothing());
  const setTimes = db.write((q) =>
    q
      .update(documents)
      .set({ fetchedAt: value('fetchedAt'), freshUntil: value('freshUntil') })
      .where(eq(documents.clientId, text('id'))),
  );
  /** Of two nodes that see the change at once, one notes it. */
  const setDocument = db.write((q) =>
    q
      .update(documents)
      .set({
        metadata: encoded('metadata'),
        fetchedAt: value('fetchedAt'),
        freshUntil: value('freshUntil'),
        changedAt: value('changedAt'),
        approvedMetadata: sql`case when ${documents.review} = 'approved' and ${integer('isMaterial')} = 1 then ${documents.metadata} else ${documents.approvedMetadata} end`,
        review: sql`case when ${documents.review} = 'approved' and ${integer('isMaterial')} = 1 then 'unreviewed' else ${documents.review} end`,
      })
      .where(and(eq(documents.clientId, text('id')), eq(documents.fetchedAt, integer('seenFetchedAt')))),
  );
  const setClient = db.write((q) =>
    q
      .update(clients)
      .set({
        name: value('name'),
        redirectUris: encoded('redirectUris'),
        postLogoutRedirectUris: encoded('postLogoutRedirectUris'),
      })
      .where(eq(clients.id, text('id'))),
  );
  const setApproved = db.write((q) =>
    q
      .update(documents)
      .set({ review: 'approved', approvedMetadata: null })
      .where(and(eq(documents.clientId, text('id')), eq(documents.changedAt, integer('changedAt')))),
  );
  const setBlocked = db.write((q) =>
    q
      .update(documents)
      .set({ review: 'blocked' })
      .where(eq(documents.clientId, text('id'))),
  );
  const byClientId = eq(clients.id, text('id'));
  const letIn = db.write((q) => q.update(clients).set({ active: true }).where(byClientId));
  const shutOut = db.write((q) => q.update(clients).set({ active: false }).where(byClientId));
  // Looks at every grant: it is done by hand, and rarely. The tokens are dead before, by the client or the adoption.
  const endGrants = db.write((q) =>
    q
      .update(grants)
      .set({ revokedAt: value('now'), revokedBy: 'operator' })
      .where(and(eq(grants.clientId, text('id')), isNull(grants.revokedAt))),
  );
  const endGrantsAt = db.write((q) =>
    q
      .update(grants)
      .set({ revokedAt: value('now'), revokedBy: 'operator' })
      .where(and(eq(grants.clientId, text('id')), eq(grants.siteId, text('siteId')), isNull(grants.revokedAt))),
  );
  const insertAdoption = db.write((q) => q.insert(adoptions).values(rowOf(adoptions)).onConflictDoNothing());
  const deleteAdoption = db.write((q) =>
    q.delete(adoptions).where(and(eq(adoptions.clientId, text('id')), eq(adoptions.siteId, text('siteId')))),
  );

  type Row = NonNullable<Awaited<ReturnType<typeof read>>>;

  async function toClient(row: Row): Promise<MetadataDocumentClient> {
    const adoptedBy = (await readAdoptions({ id: row.id })).map(({ siteId }) => siteId);
    const { id, metadata, review } = row;
    return {
      ...newMetadataClient(id as MetadataUrl, row),
      scopes: metadataDocumentScopes(review, adoptedBy.length > 0),
      defaultScope: row.defaultScope ?? undefined,
      active: row.active,
      createdAt: row.createdAt,
      lastUsedAt: row.lastUsedAt ?? undefined,
      metadata,
      review,
      approvedMetadata: row.approvedMetadata ?? undefined,
      changedAt: row.changedAt,
      adoptedBy,
    };
  }

  const keepSteps = (client: MetadataDocumentClient): Step[] => [
    insertClient({
      id: client.id,
      origin: client.origin,
      siteId: null,
      name: client.name,
      authMethod: client.authMethod,
      secretHash: null,
      previousSecretHash: null,
      previousSecretEndsAt: null,
      redirectUrisChangedAt: null,
      description: null,
      redirectUris: client.redirectUris,
      postLogoutRedirectUris: client.postLogoutRedirectUris,
      scope: joinScopes(client.scopes),
      defaultScope: null,
      mayIntrospect: false,
      active: true,
      createdAt: client.createdAt,
      lastUsedAt: null,
    }),
    insertDocument({
      clientId: client.id,
      metadata: client.metadata,
      review: client.review,
      approvedMetadata: null,
      changedAt: client.changedAt,
      fetchedAt: client.fetchedAt,
      freshUntil: client.freshUntil,
    }),
  ];

  const eventOf = (event: AuditEvent['event'], client: MetadataDocumentClient, by: Reviewer, siteId?: string) =>
    audit.step({ ...by, event, clientId: client.id, ...(siteId === undefined ? {} : { siteId }) });

  return {
    async find(id: string): Promise<MetadataDocumentClient | undefined> {
      const row = await read({ id });
      return row && toClient(row);
    },

    async list(): Promise<MetadataDocumentClient[]> {
      return Promise.all((await readAll()).map(toClient));
    },

    /** By id, a page at a time. */
    async page({ siteId, review, first, after }: MetadataClientQuery): Promise<Page<MetadataDocumentClient>> {
      const kind = siteId === undefined ? 'all' : 'here';
      const read = review === undefined ? listings[kind] : listings[kind === 'all' ? 'reviewed' : 'reviewedHere'];
      const rows = await read({ first, after, review: review ?? '', siteId: siteId ?? '' });
      return { rows: await Promise.all(rows.slice(0, first).map(toClient)), hasMore: rows.length > first };
    },

    /** Keeps a client that is about to get its first grant; nothing happens when it is kept already. */
    async keep(client: MetadataDocumentClient): Promise<void> {
      await db.atomically(...keepSteps(client));
    },

    /** The document was fetched again and says the same. */
    async confirm(client: MetadataDocumentClient, { fetchedAt, freshUntil }: FetchedMetadata): Promise<void> {
      await db.atomically(setTimes({ id: client.id, fetchedAt, freshUntil }));
    },

    /**
     * The document was fetched again and says something else. When that matters, an approved client has to be looked
     * at again (E-15e), and what was approved is kept for the comparison.
     * @returns false when another node was faster
     */
    async change(client: MetadataDocumentClient, fetched: FetchedMetadata): Promise<boolean> {
      const { metadata, fetchedAt, freshUntil } = fetched;
      const isMaterial = isMaterialChange(client.metadata, metadata);
      return db.atomically(
        required(
          setDocument({
            id: client.id,
            metadata,
            fetchedAt,
            freshUntil,
            changedAt: isMaterial ? fetchedAt : client.changedAt,
            isMaterial: isMaterial ? 1 : 0,
            seenFetchedAt: client.fetchedAt,
          }),
        ),
        setClient({ id: client.id, ...metadata }),
        await eventOf('client_document_changed', client, { at: fetchedAt }),
      );
    },

    /** Approves the metadata as they were seen. @returns false when they have changed since */
    async approve(client: MetadataDocumentClient, by: Reviewer): Promise<boolean> {
      return db.atomically(
        ...keepSteps(client),
        required(setApproved({ id: client.id, changedAt: client.changedAt })),
        letIn({ id: client.id }),
        await eventOf('client_approved', client, by),
      );
    },

    /** Nobody gets in by it any more, and whoever is in is out at once. */
    async block(client: MetadataDocumentClient, by: Reviewer): Promise<void> {
      await db.atomically(
        ...keepSteps(client),
        setBlocked({ id: client.id }),
        shutOut({ id: client.id }),
        endGrants({ id: client.id, now: by.at }),
        await eventOf('client_blocked', client, by),
      );
    },

    /** CIMD §7: the site takes the URL as a client for its members. */
    async adopt(client: MetadataDocumentClient, siteId: string, by: Reviewer): Promise<void> {
      await db.atomically(
        ...keepSteps(client),
        insertAdoption({ clientId: client.id, siteId, adoptedAt: by.at }),
        await eventOf('client_adopted', client, by, siteId),
      );
    },

    /** Ends an adoption with every grant it gave at the site. */
    async release(client: MetadataDocumentClient, siteId: string, by: Reviewer): Promise<void> {
      await db.atomically(
        deleteAdoption({ id: client.id, siteId }),
        endGrantsAt({ id: client.id, siteId, now: by.at }),
        await eventOf('client_released', client, by, siteId),
      );
    },
  };
}
