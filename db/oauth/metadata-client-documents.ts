/** Stores clients named by URL with their metadata documents, and updates them when a document is fetched again. */
import { and, eq, lte, sql } from 'drizzle-orm';
import type { MetadataDocumentClient } from '../../schema/oauth/client.ts';
import type { ClientMetadata } from '../../schema/oauth/client-metadata-document.ts';
import { type FetchedMetadata, isMaterialChange } from '../../schema/oauth/client-metadata-document.ts';
import { joinScopes } from '../../schema/oauth/scope.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { encoded, integer, text, value } from '../engine/placeholders.ts';
import { inserting } from '../engine/rows.ts';

/** Returns the steps that insert a client with its document. Existing rows stay unchanged. */
export type KeepSteps = (client: MetadataDocumentClient) => Step[];

export function prepareKeepSteps(db: Database): KeepSteps {
  const { clients, metadataDocuments: documents } = db.tables;
  const insertClient = inserting(db, clients);
  const insertDocument = inserting(db, documents);

  return (client) => [
    insertClient({
      id: client.id,
      origin: client.origin,
      name: client.name,
      authMethod: client.authMethod,
      redirectUris: client.redirectUris,
      postLogoutRedirectUris: client.postLogoutRedirectUris,
      scope: joinScopes(client.scopes),
      mayIntrospect: false,
      demandsProof: client.metadata.demandsProof ?? false,
      active: true,
      createdAt: client.createdAt,
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
}

/** Prepares the changes after a document was fetched again. All statements use the primary keys. */
function documentChanges(db: Database) {
  const { clients, metadataDocuments: documents } = db.tables;

  /** A host may have withdrawn its document after another node fetched it. */
  const stillWithdrawn = (p: Params<{ fetchedAt: number }>) =>
    sql`case when ${documents.withdrawnAt} >= ${integer(p.fetchedAt)} then ${documents.withdrawnAt} else null end`;
  const setTimes = db.write((q, p: Params<{ fetchedAt: number; freshUntil: number; id: string }>) =>
    q
      .update(documents)
      .set({ fetchedAt: value(p.fetchedAt), freshUntil: value(p.freshUntil), withdrawnAt: stillWithdrawn(p) })
      .where(eq(documents.clientId, text(p.id))),
  );
  /** If two nodes see the change at once, one of them stores it. */
  const setDocument = db.write(
    (
      q,
      p: Params<{
        metadata: ClientMetadata;
        fetchedAt: number;
        freshUntil: number;
        changedAt: number;
        isMaterial: number;
        id: string;
        seenFetchedAt: number;
      }>,
    ) =>
      q
        .update(documents)
        .set({
          metadata: encoded(p.metadata),
          fetchedAt: value(p.fetchedAt),
          freshUntil: value(p.freshUntil),
          withdrawnAt: stillWithdrawn(p),
          changedAt: value(p.changedAt),
          approvedMetadata: sql`case when ${documents.review} in ('approved', 'by_default') and ${integer(p.isMaterial)} = 1 then ${documents.metadata} else ${documents.approvedMetadata} end`,
          review: sql`case when ${documents.review} in ('approved', 'by_default') and ${integer(p.isMaterial)} = 1 then 'unreviewed' else ${documents.review} end`,
        })
        .where(and(eq(documents.clientId, text(p.id)), eq(documents.fetchedAt, integer(p.seenFetchedAt)))),
  );
  const setClient = db.write(
    (
      q,
      p: Params<{
        name: string;
        redirectUris: readonly string[];
        postLogoutRedirectUris: readonly string[];
        demandsProof: boolean;
        id: string;
      }>,
    ) =>
      q
        .update(clients)
        .set({
          name: value(p.name),
          redirectUris: encoded(p.redirectUris),
          postLogoutRedirectUris: encoded(p.postLogoutRedirectUris),
          demandsProof: encoded(p.demandsProof),
        })
        .where(eq(clients.id, text(p.id))),
  );

  const setWithdrawn = db.write((q, p: Params<{ withdrawnAt: number; id: string }>) =>
    q
      .update(documents)
      .set({ withdrawnAt: value(p.withdrawnAt) })
      .where(and(eq(documents.clientId, text(p.id)), lte(documents.fetchedAt, integer(p.withdrawnAt)))),
  );

  return { setTimes, setDocument, setClient, setWithdrawn };
}

export function metadataClientDocuments(db: Database, audit: AuditTrail, keepSteps: KeepSteps) {
  const { setTimes, setDocument, setClient, setWithdrawn } = documentChanges(db);

  return {
    /** Inserts a client that is about to get its first grant. Existing rows stay unchanged. */
    async keep(client: MetadataDocumentClient): Promise<void> {
      await db.atomically(...keepSteps(client));
    },

    /** Records that the document was fetched again and is unchanged. */
    async confirm(client: MetadataDocumentClient, { fetchedAt, freshUntil }: FetchedMetadata): Promise<void> {
      await db.atomically(setTimes({ id: client.id, fetchedAt, freshUntil }));
    },

    /** Records that the host said that there is no usable document any more, of a client that is stored. */
    async withdraw(id: string, withdrawnAt: number): Promise<void> {
      await db.atomically(setWithdrawn({ id, withdrawnAt }));
    },

    /**
     * Stores a document that was fetched again and has changed. After a material change, an approved client must be
     * reviewed again, and the approved metadata are kept for comparison.
     * @param now a bundled copy was read long before it counts here, and what was allowed until now was allowed to another
     * @returns false if another node was faster
     */
    async change(client: MetadataDocumentClient, fetched: FetchedMetadata, now = fetched.fetchedAt): Promise<boolean> {
      const { metadata, fetchedAt, freshUntil } = fetched;
      const isMaterial = isMaterialChange(client.metadata, metadata);
      return db.atomically(
        required(
          setDocument({
            id: client.id,
            metadata,
            fetchedAt,
            freshUntil,
            changedAt: isMaterial ? now : client.changedAt,
            isMaterial: isMaterial ? 1 : 0,
            seenFetchedAt: client.fetchedAt,
          }),
        ),
        setClient({ id: client.id, ...metadata, demandsProof: metadata.demandsProof ?? false }),
        ...(await audit.steps({ event: 'client_document_changed', at: now, clientId: client.id })),
      );
    },
  };
}
