/** What operators decide about clients named by URL: for all schools, and for one. */
import { and, eq, isNull } from 'drizzle-orm';
import type { AuditEvent, RequestOrigin } from '../../schema/audit/audit-event.ts';
import type { MetadataDocumentClient } from '../../schema/oauth/client.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required } from '../engine/engine.ts';
import { integer, rowOf, text, value } from '../engine/placeholders.ts';
import type { KeepingClient } from './metadata-client-documents.ts';

/** Who reviewed, as far as that is known, and from the pages of which site. */
export type Reviewer = RequestOrigin & { at: number; personId?: string; siteId?: string };

/** What a decision changes of a client: its review, whether it gets in, its grants, its adoptions. */
function decisionChanges(db: Database) {
  const { adoptions, clients, grants, metadataDocuments: documents } = db.tables;

  const setApproved = db.write((q, p: Params<{ id: string; changedAt: number }>) =>
    q
      .update(documents)
      .set({ review: 'approved', approvedMetadata: null })
      .where(and(eq(documents.clientId, text(p.id)), eq(documents.changedAt, integer(p.changedAt)))),
  );
  const setBlocked = db.write((q, p: Params<{ id: string }>) =>
    q
      .update(documents)
      .set({ review: 'blocked' })
      .where(eq(documents.clientId, text(p.id))),
  );
  const byClientId = (p: Params<{ id: string }>) => eq(clients.id, text(p.id));
  const letIn = db.write((q, p: Params<{ id: string }>) =>
    q.update(clients).set({ active: true }).where(byClientId(p)),
  );
  const shutOut = db.write((q, p: Params<{ id: string }>) =>
    q.update(clients).set({ active: false }).where(byClientId(p)),
  );
  // Looks at every grant: it is done by hand, and rarely. The tokens are dead before, by the client or the adoption.
  const endGrants = db.write((q, p: Params<{ now: number; id: string }>) =>
    q
      .update(grants)
      .set({ revokedAt: value(p.now), revokedBy: 'operator' })
      .where(and(eq(grants.clientId, text(p.id)), isNull(grants.revokedAt))),
  );
  const endGrantsAt = db.write((q, p: Params<{ now: number; id: string; siteId: string }>) =>
    q
      .update(grants)
      .set({ revokedAt: value(p.now), revokedBy: 'operator' })
      .where(and(eq(grants.clientId, text(p.id)), eq(grants.siteId, text(p.siteId)), isNull(grants.revokedAt))),
  );
  const insertAdoption = db.write((q, p: Params<RowOf<typeof adoptions>>) =>
    q.insert(adoptions).values(rowOf(adoptions, p)).onConflictDoNothing(),
  );
  const deleteAdoption = db.write((q, p: Params<{ id: string; siteId: string }>) =>
    q.delete(adoptions).where(and(eq(adoptions.clientId, text(p.id)), eq(adoptions.siteId, text(p.siteId)))),
  );

  return { setApproved, setBlocked, letIn, shutOut, endGrants, endGrantsAt, insertAdoption, deleteAdoption };
}

export function metadataClientDecisions(db: Database, audit: AuditTrail, keepSteps: KeepingClient) {
  const { setApproved, setBlocked, letIn, shutOut, endGrants, endGrantsAt, insertAdoption, deleteAdoption } =
    decisionChanges(db);

  const trailOf = (event: AuditEvent['event'], client: MetadataDocumentClient, by: Reviewer, siteId?: string) =>
    audit.steps({ ...by, event, clientId: client.id, ...(siteId === undefined ? {} : { siteId }) });

  return {
    /** Approves the metadata as they were seen. @returns false when they have changed since */
    async approve(client: MetadataDocumentClient, by: Reviewer): Promise<boolean> {
      return db.atomically(
        ...keepSteps(client),
        required(setApproved({ id: client.id, changedAt: client.changedAt })),
        letIn({ id: client.id }),
        ...(await trailOf('client_approved', client, by)),
      );
    },

    /** Nobody gets in by it any more, and whoever is in is out at once. */
    async block(client: MetadataDocumentClient, by: Reviewer): Promise<void> {
      await db.atomically(
        ...keepSteps(client),
        setBlocked({ id: client.id }),
        shutOut({ id: client.id }),
        endGrants({ id: client.id, now: by.at }),
        ...(await trailOf('client_blocked', client, by)),
      );
    },

    /** CIMD §7: the site takes the URL as a client for its members. */
    async adopt(client: MetadataDocumentClient, siteId: string, by: Reviewer): Promise<void> {
      await db.atomically(
        ...keepSteps(client),
        insertAdoption({ clientId: client.id, siteId, adoptedAt: by.at }),
        ...(await trailOf('client_adopted', client, by, siteId)),
      );
    },

    /** Ends an adoption with every grant it gave at the site. */
    async release(client: MetadataDocumentClient, siteId: string, by: Reviewer): Promise<void> {
      await db.atomically(
        deleteAdoption({ id: client.id, siteId }),
        endGrantsAt({ id: client.id, siteId, now: by.at }),
        ...(await trailOf('client_released', client, by, siteId)),
      );
    },
  };
}
