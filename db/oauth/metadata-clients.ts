/**
 * Stores OAuth clients that are identified by the URL of their metadata document, together with the operators' review
 * and the schools that adopted them. A row exists only from the first consent or operator decision on, so merely
 * visiting a URL stores nothing.
 */
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../schema/data/list-page.ts';
import {
  type ListedReview,
  type MetadataDocumentClient,
  metadataDocumentScopes,
  newMetadataClient,
} from '../../schema/oauth/client.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { reviewRequestStore } from '../clients/review-requests.ts';
import type { Database, Params } from '../engine/engine.ts';
import { oneMore } from '../engine/lists.ts';
import { text } from '../engine/placeholders.ts';
import { storedMetadataUrl } from './client-rows.ts';
import { defaultReviews } from './default-reviews.ts';
import { metadataClientDecisions } from './metadata-client-decisions.ts';
import { metadataClientDocuments, prepareKeepSteps } from './metadata-client-documents.ts';

/** A page of the list of clients, with its filters. */
export interface MetadataClientQuery {
  first: number;
  /** The id of the last client on the previous page. */
  after: string;
  review?: ListedReview | undefined;
  /** Only clients that this school has adopted or that have a grant there which is not revoked. */
  siteId?: string | undefined;
}

type Filter = { review: string; siteId: string };

/** Prepares the reads of clients with their documents, and of the schools that adopted them. */
function metadataClientReads(db: Database) {
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
    withdrawnAt: documents.withdrawnAt,
  };
  // Uses the primary key.
  const read = db.one((q, p: Params<{ id: string }>) =>
    q
      .select(columns)
      .from(documents)
      .innerJoin(clients, eq(clients.id, documents.clientId))
      .where(eq(documents.clientId, text(p.id))),
  );
  const readAll = db.many((q) =>
    q
      .select(columns)
      .from(documents)
      .innerJoin(clients, eq(clients.id, documents.clientId))
      .orderBy(asc(documents.clientId)),
  );
  // Uses the primary key of adoptions and the index grants_by_site.
  const isAdopted = (p: Params<Filter>) =>
    sql`exists (select 1 from ${adoptions} where ${adoptions.clientId} = ${documents.clientId} and ${adoptions.siteId} = ${text(p.siteId)})`;
  const isUsed = (p: Params<Filter>) =>
    sql`exists (select 1 from ${grants} where ${grants.siteId} = ${text(p.siteId)} and ${grants.clientId} = ${documents.clientId} and ${grants.revokedAt} is null)`;
  // Reads along the primary key of the documents.
  const listing = (...conditions: ((p: Params<Filter>) => SQL)[]) =>
    db.many((q, p: Params<Filter & { after: string; first: number }>) =>
      q
        .select(columns)
        .from(documents)
        .innerJoin(clients, eq(clients.id, documents.clientId))
        .where(and(gt(documents.clientId, text(p.after)), ...conditions.map((condition) => condition(p))))
        .orderBy(asc(documents.clientId))
        .limit(oneMore(p)),
    );
  const isReviewed = (p: Params<Filter>) =>
    sql`case ${documents.review} when 'by_default' then 'approved' else ${documents.review} end = ${text(p.review)}`;
  const isAtSite = (p: Params<Filter>) => sql`(${isAdopted(p)} or ${isUsed(p)})`;
  const listings = {
    all: listing(),
    reviewed: listing(isReviewed),
    atSite: listing(isAtSite),
    reviewedAtSite: listing(isReviewed, isAtSite),
  };
  // Uses the primary key.
  const readAdoptions = db.many((q, p: Params<{ id: string }>) =>
    q
      .select({ siteId: adoptions.siteId })
      .from(adoptions)
      .where(eq(adoptions.clientId, text(p.id)))
      .orderBy(asc(adoptions.adoptedAt)),
  );

  return { read, readAll, listings, readAdoptions };
}

export type MetadataClientStore = ReturnType<typeof metadataClientStore>;

/** @param reviewsBundled whether a review by default counts here; another process may have stored it */
export function metadataClientStore(db: Database, audit: AuditTrail, reviewsBundled: boolean) {
  const { read, readAll, listings, readAdoptions } = metadataClientReads(db);
  const keepSteps = prepareKeepSteps(db);

  type Row = NonNullable<Awaited<ReturnType<typeof read>>>;

  async function toClient(row: Row): Promise<MetadataDocumentClient> {
    const adoptedBy = (await readAdoptions({ id: row.id })).map(({ siteId }) => siteId);
    const { id, metadata } = row;
    const review = row.review === 'by_default' && !reviewsBundled ? 'unreviewed' : row.review;
    return {
      ...newMetadataClient(storedMetadataUrl(id), row),
      scopes: metadataDocumentScopes(review, adoptedBy.length > 0),
      defaultScope: row.defaultScope ?? undefined,
      active: row.active,
      createdAt: row.createdAt,
      lastUsedAt: row.lastUsedAt ?? undefined,
      metadata,
      review,
      approvedMetadata: row.approvedMetadata ?? undefined,
      changedAt: row.changedAt,
      withdrawnAt: row.withdrawnAt ?? undefined,
      adoptedBy,
    };
  }

  return {
    async find(id: string): Promise<MetadataDocumentClient | undefined> {
      const row = await read({ id });
      return row && toClient(row);
    },

    async list(): Promise<MetadataDocumentClient[]> {
      return Promise.all((await readAll()).map(toClient));
    },

    /** Lists clients in the order of their ids. */
    async page({ siteId, review, first, after }: MetadataClientQuery): Promise<Page<MetadataDocumentClient>> {
      const kind = siteId === undefined ? 'all' : 'atSite';
      const read = review === undefined ? listings[kind] : listings[kind === 'all' ? 'reviewed' : 'reviewedAtSite'];
      const rows = await read({ first, after, review: review ?? '', siteId: siteId ?? '' });
      return { rows: await Promise.all(rows.slice(0, first).map(toClient)), hasMore: rows.length > first };
    },

    ...metadataClientDocuments(db, audit, keepSteps),
    ...metadataClientDecisions(db, audit, keepSteps),
    ...defaultReviews(db),
    /** Requests of schools that the platform approves an app. */
    requests: reviewRequestStore(db, audit, keepSteps),
  };
}
