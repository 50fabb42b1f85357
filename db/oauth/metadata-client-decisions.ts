/** Stores the decisions of operators about clients named by URL, for all schools and for a single one. */
import { and, eq, isNull } from 'drizzle-orm';
import type { AuditEvent, RequestOrigin } from '../../schema/audit/audit-event.ts';
import type { MetadataDocumentClient } from '../../schema/oauth/client.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { reviewAnswers } from '../clients/review-requests.ts';
import { type Database, type Params, type RowOf, required } from '../engine/engine.ts';
import { integer, rowOf, text, value } from '../engine/placeholders.ts';
import type { KeepSteps } from './metadata-client-documents.ts';

/** The reviewer, as far as known, and the school whose pages the decision was made on. */
export type Reviewer = RequestOrigin & { at: number; personId?: string; siteId?: string } & Pick<
    AuditEvent,
    'outgoing'
  >;

/** Prepares the changes of a client that a decision makes. */
function decisionChanges(db: Database) {
  const { adoptions, clients, consents, grants, metadataDocuments: documents } = db.tables;

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
  const activate = db.write((q, p: Params<{ id: string }>) =>
    q.update(clients).set({ active: true }).where(byClientId(p)),
  );
  const deactivate = db.write((q, p: Params<{ id: string }>) =>
    q.update(clients).set({ active: false }).where(byClientId(p)),
  );
  // Reads every grant, which is acceptable because operators rarely do this. The tokens are invalid before, because the
  // client is inactive or the adoption has ended.
  const revokeGrants = db.write((q, p: Params<{ now: number; id: string }>) =>
    q
      .update(grants)
      .set({ revokedAt: value(p.now), revokedBy: 'block' })
      .where(and(eq(grants.clientId, text(p.id)), isNull(grants.revokedAt))),
  );
  const revokeGrantsAt = db.write((q, p: Params<{ now: number; id: string; siteId: string }>) =>
    q
      .update(grants)
      .set({ revokedAt: value(p.now), revokedBy: 'school' })
      .where(and(eq(grants.clientId, text(p.id)), eq(grants.siteId, text(p.siteId)), isNull(grants.revokedAt))),
  );
  // What people allowed ends with the connections, so that the app asks as if for the first time. Both use the index
  // consents_by_client.
  const forgetConsents = db.write((q, p: Params<{ id: string }>) =>
    q.delete(consents).where(eq(consents.clientId, text(p.id))),
  );
  const forgetConsentsAt = db.write((q, p: Params<{ id: string; siteId: string }>) =>
    q.delete(consents).where(and(eq(consents.clientId, text(p.id)), eq(consents.siteId, text(p.siteId)))),
  );
  const insertAdoption = db.write((q, p: Params<RowOf<typeof adoptions>>) =>
    q.insert(adoptions).values(rowOf(adoptions, p)).onConflictDoNothing(),
  );
  const deleteAdoption = db.write((q, p: Params<{ id: string; siteId: string }>) =>
    q.delete(adoptions).where(and(eq(adoptions.clientId, text(p.id)), eq(adoptions.siteId, text(p.siteId)))),
  );

  return {
    setApproved,
    setBlocked,
    activate,
    deactivate,
    revokeGrants,
    revokeGrantsAt,
    forgetConsents,
    forgetConsentsAt,
    insertAdoption,
    deleteAdoption,
  };
}

export function metadataClientDecisions(db: Database, audit: AuditTrail, keepSteps: KeepSteps) {
  const {
    setApproved,
    setBlocked,
    activate,
    deactivate,
    revokeGrants,
    revokeGrantsAt,
    forgetConsents,
    forgetConsentsAt,
    insertAdoption,
    deleteAdoption,
  } = decisionChanges(db);
  const answers = reviewAnswers(db);

  const trailOf = (event: AuditEvent['event'], client: MetadataDocumentClient, by: Reviewer, siteId?: string) =>
    audit.steps({ ...by, event, clientId: client.id, ...(siteId === undefined ? {} : { siteId }) });

  /** Every school that offers the client finds the decision in its audit log, without who made it elsewhere. */
  const decisionTrail = (event: AuditEvent['event'], client: MetadataDocumentClient, by: Reviewer) => {
    const elsewhere = client.adoptedBy.filter((siteId) => siteId !== by.siteId);
    const common = { at: by.at, event, clientId: client.id };
    return audit.steps({ ...by, ...common }, ...elsewhere.map((siteId) => ({ ...common, siteId })));
  };

  return {
    /**
     * Approves the metadata that the reviewer saw.
     * @returns false if they have changed since
     */
    async approve(client: MetadataDocumentClient, by: Reviewer): Promise<boolean> {
      return db.atomically(
        ...keepSteps(client),
        required(setApproved({ id: client.id, changedAt: client.changedAt })),
        activate({ id: client.id }),
        answers.approve(client.id, by.at),
        ...(await decisionTrail('client_approved', client, by)),
      );
    },

    /**
     * Approves the metadata that the reviewer saw, and adopts the client for the members of a school.
     * @returns false if the metadata have changed since; then nothing is done
     */
    async approveAndAdopt(client: MetadataDocumentClient, siteId: string, by: Reviewer): Promise<boolean> {
      return db.atomically(
        ...keepSteps(client),
        required(setApproved({ id: client.id, changedAt: client.changedAt })),
        activate({ id: client.id }),
        answers.approve(client.id, by.at),
        insertAdoption({ clientId: client.id, siteId, adoptedAt: by.at }),
        ...(await decisionTrail('client_approved', client, by)),
        ...(await trailOf('client_adopted', client, by, siteId)),
      );
    },

    /** Blocks a client: it cannot be authorized any more, and all its grants end. */
    async block(client: MetadataDocumentClient, by: Reviewer): Promise<void> {
      await db.atomically(
        ...keepSteps(client),
        setBlocked({ id: client.id }),
        deactivate({ id: client.id }),
        answers.decline(client.id, by.at),
        forgetConsents({ id: client.id }),
        revokeGrants({ id: client.id, now: by.at }),
        ...(await decisionTrail('client_blocked', client, by)),
      );
    },

    /** Adopts a URL as a client for the members of a school (CIMD §7). */
    async adopt(client: MetadataDocumentClient, siteId: string, by: Reviewer): Promise<void> {
      await db.atomically(
        ...keepSteps(client),
        insertAdoption({ clientId: client.id, siteId, adoptedAt: by.at }),
        ...(await trailOf('client_adopted', client, by, siteId)),
      );
    },

    /** Ends an adoption with all grants of the client at the school. */
    async release(client: MetadataDocumentClient, siteId: string, by: Reviewer): Promise<void> {
      await db.atomically(
        deleteAdoption({ id: client.id, siteId }),
        forgetConsentsAt({ id: client.id, siteId }),
        revokeGrantsAt({ id: client.id, siteId, now: by.at }),
        ...(await trailOf('client_released', client, by, siteId)),
      );
    },
  };
}
