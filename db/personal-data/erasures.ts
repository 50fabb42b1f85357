/**
 * Erases accounts: all that identifies a person and all that opens the account is deleted or blanked in one unit of work
 * (`person-tables.ts`). The row of the account stays without it, so that its id is never given to anybody else, and so do
 * the records of schools, which name the person by that id alone.
 */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { OutgoingMessage } from '../../schema/data/outgoing-message.ts';
import { ERASED_NAME, erasedAddress } from '../../schema/people/erased-account.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { parameterNamed, text, value } from '../engine/placeholders.ts';
import { credentialStatements } from '../people/credentials.ts';
import { memberIndex } from '../people/member-index.ts';
import { orderedDeedEnds } from '../people/ordered-deeds.ts';
import type { EventKey } from '../school/events/event-registrations.ts';
import { lockSite } from '../school/locks.ts';
import { type Holdings, memberHoldings } from '../school/member-holdings.ts';
import { columnOf } from '../school/site-rows.ts';
import { PERSON_TABLES } from './person-tables.ts';

type OfPerson = { personId: string };

export interface Erasure {
  personId: string;
  /** The person's `credentialsVersion` when the password or passkey was verified, if the person has asked for it. */
  verified?: number;
  /** Messages in the outbox that are to the person. */
  messages: readonly string[];
  /** The notices for those who get the place that the person gives up. */
  seatNotices?: (seat: EventKey) => readonly OutgoingMessage[];
}

/** How often an account is tried to be erased that gets something at the same moment. */
const ATTEMPTS = 3;

/** The condition on the rows of a person. Tables without an index on the person have one on the school. */
export function rowsOfPerson(db: Database, table: SQLiteTable, column: string): SQL {
  const { auditEvents, memberships } = db.tables;
  const person = text(parameterNamed<string>('personId'));
  const isPerson = eq(columnOf(table, column), person);
  const hasSchool = 'siteId' in table && table !== memberships && table !== auditEvents;
  return hasSchool && table !== db.tables.mailLinks
    ? sql`${isPerson} and ${columnOf(table, 'siteId')} in (select ${memberships.siteId} from ${memberships} where ${memberships.personId} = ${person})`
    : isPerson;
}

/** Condition that a school has another owner, whose account can be used. It uses the index memberships_by_role. */
const otherOwner = ({ tables: { memberships, people } }: Database, siteId: SQL, personId: SQL): SQL =>
  sql`exists (select 1 from ${memberships} as other inner join ${people} as account on account.id = other.person_id where other.site_id = ${siteId} and other.role = 'owner' and other.status = 'active' and account.active and other.person_id <> ${personId})`;

function reads(db: Database) {
  const { memberships, sites } = db.tables;
  // Uses the primary keys, and the index memberships_by_role.
  const schools = db.many((q, p: Params<OfPerson>) =>
    q
      .select({
        siteId: memberships.siteId,
        slug: sites.slug,
        name: sites.name,
        isOnlyOwner:
          sql<boolean>`(${memberships.role} = 'owner' and ${memberships.status} = 'active' and not ${otherOwner(db, sql`${memberships.siteId}`, sql`${memberships.personId}`)})`.mapWith(
            Boolean,
          ),
      })
      .from(memberships)
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .where(eq(memberships.personId, text(p.personId)))
      .orderBy(sites.id),
  );
  return { schools };
}

/** Deletes what a search finds of the answers that a person gave. */
function answerDeletion(db: Database) {
  const { formSubmissions, searchEntries } = db.tables;
  const ownAnswers = rowsOfPerson(db, formSubmissions, 'personId');
  return db.write((q, _: Params<OfPerson>) =>
    q
      .delete(searchEntries)
      .where(
        sql`${searchEntries.kind} = 'formSubmissions' and ${searchEntries.recordId} in (select ${formSubmissions.id} from ${formSubmissions} where ${ownAnswers})`,
      ),
  );
}

/** The changes of rows that are not simply deleted. */
function blanks(db: Database) {
  const { comments, lecturers, memberships, outbox, people } = db.tables;
  // Uses the primary key, and the index memberships_by_role.
  const person = db.write((q, p: Params<OfPerson & { now: number; address: string }>) =>
    q
      .update(people)
      .set({
        email: value(p.address),
        emailKey: value(p.address),
        emailVerified: false,
        name: ERASED_NAME,
        passwordHash: null,
        credentialsVersion: sql`${people.credentialsVersion} + 1`,
        active: false,
        courseEmails: false,
        erasedAt: value(p.now),
      })
      .where(
        and(
          eq(people.id, text(p.personId)),
          isNull(people.erasedAt),
          sql`not exists (select 1 from ${memberships} as own where own.person_id = ${text(p.personId)} and own.role = 'owner' and own.status = 'active' and not ${otherOwner(db, sql`own.site_id`, sql`own.person_id`)})`,
        ),
      ),
  );
  // Uses the primary key.
  const membership = db.write((q, p: Params<OfPerson & { now: number }>) =>
    q
      .update(memberships)
      .set({
        status: 'removed',
        invitedEmail: null,
        invitedBy: null,
        knownName: null,
        locale: null,
        marketingConsent: false,
        lastSeenAt: null,
        tags: null,
        customFields: null,
        note: null,
        updatedAt: value(p.now),
      })
      .where(eq(memberships.personId, text(p.personId))),
  );
  const ownComments = rowsOfPerson(db, comments, 'personId');
  const comment = db.write((q, _: Params<OfPerson>) =>
    q.update(comments).set({ body: '', status: 'hidden' }).where(ownComments),
  );
  const lecturer = db.write((q, _: Params<OfPerson>) =>
    q
      .update(lecturers)
      .set({ memberId: null })
      .where(rowsOfPerson(db, lecturers, 'memberId')),
  );
  // Uses the primary key.
  const message = db.write((q, p: Params<{ id: string }>) => q.delete(outbox).where(eq(outbox.id, text(p.id))));
  return { person, membership, comment, lecturer, message };
}

const deletionsOf = (db: Database) =>
  PERSON_TABLES.filter(({ erased }) => erased === 'deleted').map(({ table, column }) => ({
    table,
    rows: db.write((q, _: Params<OfPerson>) =>
      q.delete(db.tables[table]).where(rowsOfPerson(db, db.tables[table], column)),
    ),
  }));

export function erasureStore(db: Database, audit: AuditTrail) {
  const { schools } = reads(db);
  const blank = blanks(db);
  const forgetAnswers = answerDeletion(db);
  const index = memberIndex(db);
  const member = memberHoldings(db, audit);
  const credentials = credentialStatements(db);
  const lock = lockSite(db);
  const ordered = orderedDeedEnds(db);
  const deletions = deletionsOf(db);
  const endSessions = deletions.filter(({ table }) => table === 'sessions');
  const deleteOthers = deletions.filter(({ table }) => table !== 'sessions');

  async function eraseWith(
    { personId, verified, messages, seatNotices }: Erasure,
    held: Holdings,
    event: AuditEvent,
  ): Promise<boolean> {
    const memberships = await schools({ personId });
    const values = { personId, now: event.at };
    const locks: Step[] = memberships.map(({ siteId }) => lock({ siteId }));
    const freed = held.seats.filter(({ status }) => status === 'registered');
    const outgoing = [...(event.outgoing ?? []), ...freed.flatMap((seat) => seatNotices?.(seat) ?? [])];
    return db.atomically(
      // Changes of owners wait for each other.
      ...locks,
      ...(verified === undefined ? [] : [credentials.unchanged(personId, verified)]),
      required(blank.person({ ...values, address: erasedAddress(personId) })),
      // In the order in which rows are locked.
      ...endSessions.map(({ rows }) => rows({ personId })),
      blank.membership(values),
      forgetAnswers({ personId }),
      index.forgetEverywhere(personId),
      ...ordered.ofPerson(personId, event.at),
      ...deleteOthers.map(({ rows }) => rows({ personId })),
      blank.comment({ personId }),
      blank.lecturer({ personId }),
      ...(await member.endAll(personId, held, event)),
      ...messages.map((id) => blank.message({ id })),
      ...(await audit.steps({ ...event, outgoing })),
    );
  }

  return {
    /** Lists the schools that would have no owner without the person. */
    async onlyOwnerOf(personId: string): Promise<{ slug: string; name: string }[]> {
      return (await schools({ personId })).filter(({ isOnlyOwner }) => isOnlyOwner);
    },

    /** Deletes messages of the outbox that were stored while an account was erased. */
    async forgetMessages(ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await db.atomically(...ids.map((id) => blank.message({ id })));
    },

    /**
     * Erases an account. Whatever was issued to it is gone at the same moment, and so are its places and subscriptions.
     * @returns false if it was erased before, a school would have no owner, or what was verified has changed since
     */
    async erase(erasure: Erasure, event: AuditEvent): Promise<boolean> {
      const { personId } = erasure;
      for (let attempt = 1; ; attempt += 1) {
        const held = await member.holdings(personId, event.at);
        if (await eraseWith(erasure, held, event)) return true;
        // The person may have got a place or a subscription at the same moment. Nothing else is worth another attempt.
        const isSame = JSON.stringify(await member.holdings(personId, event.at)) === JSON.stringify(held);
        if (isSame || attempt === ATTEMPTS) return false;
      }
    },
  };
}
