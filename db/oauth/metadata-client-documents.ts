/** What is kept of a client's metadata document, and what becomes of it when it is fetched again. */
import { and, eq, sql } from 'drizzle-orm';
import type { MetadataDocumentClient } from '../../schema/oauth/client.ts';
import type { ClientMetadata } from '../../schema/oauth/client-metadata-document.ts';
import { type FetchedMetadata, isMaterialChange } from '../../schema/oauth/client-metadata-document.ts';
import { joinScopes } from '../../schema/oauth/scope.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { encoded, integer, rowOf, text, value } from '../engine/placeholders.ts';

/** The steps that keep a client; nothing happens when it is kept already. */
export type KeepingClient = (client: MetadataDocumentClient) => Step[];

export function keepingClient(db: Database): KeepingClient {
  const { clients, metadataDocuments: documents } = db.tables;
  const insertClient = db.write((q, p: Params<RowOf<typeof clients>>) =>
    q.insert(clients).values(rowOf(clients, p)).onConflictDoNothing(),
  );
  const insertDocument = db.write((q, p: Params<RowOf<typeof documents>>) =>
    q.insert(documents).values(rowOf(documents, p)).onConflictDoNothing(),
  );

  return (client) => [
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
}

/** What a document that was fetched again changes. By primary keys. */
function documentChanges(db: Database) {
  const { clients, metadataDocuments: documents } = db.tables;

  const setTimes = db.write((q, p: Params<{ fetchedAt: number; freshUntil: number; id: string }>) =>
    q
      .update(documents)
      .set({ fetchedAt: value(p.fetchedAt), freshUntil: value(p.freshUntil) })
      .where(eq(documents.clientId, text(p.id))),
  );
  /** Of two nodes that see the change at once, one notes it. */
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
          changedAt: value(p.changedAt),
          approvedMetadata: sql`case when ${documents.review} = 'approved' and ${integer(p.isMaterial)} = 1 then ${documents.metadata} else ${documents.approvedMetadata} end`,
          review: sql`case when ${documents.review} = 'approved' and ${integer(p.isMaterial)} = 1 then 'unreviewed' else ${documents.review} end`,
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
        id: string;
      }>,
    ) =>
      q
        .update(clients)
        .set({
          name: value(p.name),
          redirectUris: encoded(p.redirectUris),
          postLogoutRedirectUris: encoded(p.postLogoutRedirectUris),
        })
        .where(eq(clients.id, text(p.id))),
  );

  return { setTimes, setDocument, setClient };
}

export function metadataClientDocuments(db: Database, audit: AuditTrail, keepSteps: KeepingClient) {
  const { setTimes, setDocument, setClient } = documentChanges(db);

  return {
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
     * at again, and what was approved is kept for the comparison.
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
        ...(await audit.steps({ event: 'client_document_changed', at: fetchedAt, clientId: client.id })),
      );
    },
  };
}
