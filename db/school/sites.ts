/**
 * The life of schools: they are created for an owner, closed, opened again, handed over to another owner, and in the end
 * deleted (`site-rows.ts`). Every change and its audit event are one unit of work.
 */
import { and, asc, eq, gt, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import { folded } from '../../schema/text/folding.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { withoutCase } from '../columns/without-case.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { among, integer, limit, listOf, text, value } from '../engine/placeholders.ts';
import { mailLinkStatements } from '../people/mail-links.ts';
import { memberIndex } from '../people/member-index.ts';
import { offerEnds } from '../people/ordered-deeds.ts';
import { type NewSite, peopleStatements } from '../people/people.ts';
import { setupLinkEnd } from '../people/setup.ts';
import { signInEnds } from '../people/sign-in-ends.ts';
import { lockSite } from './locks.ts';
import { type Invitation, inviting } from './member-changes.ts';

/** The steps that end all grants and consents of a school. */
export interface EndGrantsOfSchool {
  school(siteId: string, now: number): Step[];
}

/** An invitation to own a school, with the link that the invited person opens. */
export interface InvitedOwner extends Omit<Invitation, 'siteId' | 'role' | 'invitedBy' | 'notes'> {
  link: CredentialHash;
}

function siteColumns(db: Database) {
  const { memberships, sites } = db.tables;
  return {
    id: sites.id,
    slug: sites.slug,
    name: sites.name,
    active: sites.active,
    createdAt: sites.createdAt,
    deleteAt: sites.deleteAt,
    // Uses the index memberships_by_status.
    members:
      sql<number>`(select count(*) from ${memberships} where ${memberships.siteId} = ${sites.id} and ${memberships.status} = 'active')`.mapWith(
        Number,
      ),
  };
}

/** The lists of schools by slug, in the same order on both engines, whatever the locale of the database is. */
function siteLists(db: Database) {
  const { sites } = db.tables;
  const columns = siteColumns(db);
  const inOrder = withoutCase[db.engine](sites.slug);
  const page = db.scan((q, p: Params<{ after: string; first: number }>) =>
    q
      .select(columns)
      .from(sites)
      .where(gt(inOrder, text(p.after)))
      .orderBy(asc(inOrder))
      .limit(limit(p.first)),
  );
  const names = db.scan((q) => q.select({ slug: sites.slug, name: sites.name }).from(sites).orderBy(asc(inOrder)));
  const withSlugs = db.scan((q, p: Params<{ slugs: string }>) =>
    q
      .select(columns)
      .from(sites)
      .where(among(db, sites.slug, p.slugs))
      .orderBy(asc(inOrder)),
  );
  /** Looks at the name of every school. */
  async function search(part: string, after: string, first: number) {
    const wanted = folded(part);
    const found = (await names()).filter(
      ({ slug, name }) => slug > after && [slug, name].some((one) => folded(one).includes(wanted)),
    );
    return withSlugs({ slugs: listOf(found.slice(0, first).map(({ slug }) => slug)) });
  }
  return { page, search };
}

function siteReads(db: Database) {
  const { memberships, people, sites } = db.tables;
  const columns = siteColumns(db);
  // Uses the index sites_by_slug.
  const bySlug = db.scanOne((q, p: Params<{ slug: string }>) =>
    q
      .select(columns)
      .from(sites)
      .where(eq(sites.slug, text(p.slug))),
  );
  const open = db.one((q, p: Params<{ id: string }>) =>
    q
      .select({ id: sites.id })
      .from(sites)
      .where(sql`${sites.id} = ${text(p.id)} and ${sites.active}`),
  );
  const due = db.many((q, p: Params<{ now: number }>) =>
    q
      .select({ id: sites.id, slug: sites.slug, name: sites.name })
      .from(sites)
      .where(and(isNotNull(sites.deleteAt), lte(sites.deleteAt, integer(p.now))))
      .orderBy(asc(sites.id)),
  );
  // Uses the index memberships_by_role.
  const owners = db.many((q, p: Params<{ siteId: string }>) =>
    q
      .select({ id: people.id, name: people.name, email: people.email, status: memberships.status })
      .from(memberships)
      .innerJoin(people, eq(people.id, memberships.personId))
      .where(
        and(
          eq(memberships.siteId, text(p.siteId)),
          sql`${memberships.role} = 'owner' and ${memberships.status} <> 'removed'`,
        ),
      )
      .orderBy(asc(memberships.joinedAt), asc(memberships.personId)),
  );
  return { bySlug, open, due, owners };
}

/** The changes of a school's own row, by its primary key. */
function siteChanges(db: Database) {
  const { sites } = db.tables;
  const change = (active: boolean, condition: SQL | undefined) =>
    db.write((q, p: Params<{ siteId: string; now: number }>) =>
      q
        .update(sites)
        .set({ active, updatedAt: value(p.now) })
        .where(and(eq(sites.id, text(p.siteId)), condition)),
    );
  const closed = sql`not ${sites.active}`;
  return {
    close: change(false, sql`${sites.active}`),
    reopen: change(true, and(closed, isNull(sites.deleteAt))),
    scheduleDeletion: db.write((q, p: Params<{ siteId: string; now: number; deleteAt: number }>) =>
      q
        .update(sites)
        .set({ deleteAt: value(p.deleteAt), updatedAt: value(p.now) })
        .where(and(eq(sites.id, text(p.siteId)), closed, isNull(sites.deleteAt))),
    ),
    // Once it is due, a part of the school may be gone.
    cancelDeletion: db.write((q, p: Params<{ siteId: string; now: number }>) =>
      q
        .update(sites)
        .set({ deleteAt: null, updatedAt: value(p.now) })
        .where(and(eq(sites.id, text(p.siteId)), gt(sites.deleteAt, integer(p.now)))),
    ),
  };
}

/** The changes of owners. They use the primary key of memberships and the index memberships_by_role. */
function ownerChanges(db: Database) {
  const { memberships, people, secondFactorResets: resets } = db.tables;
  const promote = db.write((q, p: Params<{ siteId: string; personId: string; now: number }>) =>
    q
      .update(memberships)
      .set({ role: 'owner', updatedAt: value(p.now) })
      .where(
        and(
          eq(memberships.personId, text(p.personId)),
          eq(memberships.siteId, text(p.siteId)),
          sql`${memberships.status} = 'active'`,
          sql`exists (select 1 from ${people} where ${people.id} = ${text(p.personId)} and ${people.active})`,
        ),
      ),
  );
  const demoteOthers = db.write((q, p: Params<{ siteId: string; personId: string; now: number }>) =>
    q
      .update(memberships)
      .set({ role: 'admin', updatedAt: value(p.now) })
      .where(
        and(
          eq(memberships.siteId, text(p.siteId)),
          sql`${memberships.role} = 'owner' and ${memberships.status} <> 'removed'`,
          sql`${memberships.personId} <> ${text(p.personId)}`,
        ),
      ),
  );
  // Uses the index second_factor_resets_by_site.
  const endResets = db.write((q, p: Params<{ siteId: string; personId: string }>) =>
    q.delete(resets).where(and(eq(resets.siteId, text(p.siteId)), ne(resets.approvedBy, text(p.personId)))),
  );
  const signIns = signInEnds(db);
  return {
    makeOnlyOwner: (at: { siteId: string; personId: string; now: number }): Step[] => [
      signIns.sessions(at.siteId, at.personId, at.now),
      required(promote(at)),
      demoteOthers(at),
      endResets(at),
      signIns.atSite(at.siteId, at.now),
    ],
  };
}

export type Site = NonNullable<Awaited<ReturnType<ReturnType<typeof siteReads>['bySlug']>>>;

export function siteStore(db: Database, audit: AuditTrail, grants: EndGrantsOfSchool) {
  const { bySlug, open, due, owners, page, search } = { ...siteReads(db), ...siteLists(db) };
  const changes = siteChanges(db);
  const { makeOnlyOwner } = ownerChanges(db);
  const { insertSite } = peopleStatements(db);
  const inviteSteps = inviting(db, memberIndex(db));
  const links = mailLinkStatements(db);
  const endSetup = setupLinkEnd(db);
  const lock = lockSite(db);
  const offers = offerEnds(db);

  async function invitedOwner(siteId: string, { link, ...owner }: InvitedOwner, now: number): Promise<readonly Step[]> {
    const { email, personId } = owner;
    return [
      ...(await inviteSteps({ ...owner, siteId, role: 'owner', invitedBy: null, notes: {} }, now)),
      links.drop(personId, 'invitation', siteId),
      links.add({ hash: link, purpose: 'invitation', personId, siteId, email }, now),
    ];
  }

  return {
    bySlug: (slug: string): Promise<Site | undefined> => bySlug({ slug }),

    /** Returns whether the school is there and not closed. */
    isOpen: async (id: string): Promise<boolean> => (await open({ id })) !== undefined,

    /** Lists schools by slug, after a slug. */
    list: (part: string, after: string, first: number): Promise<Site[]> =>
      part === '' ? page({ after, first }) : search(part, after, first),

    /** Lists the owners, also those who were invited. */
    owners: (siteId: string) => owners({ siteId }),

    /** Lists the schools whose time to be deleted has come. */
    due: (now: number) => due({ now }),

    /** Ends the setup link. @returns false if the slug is taken, or the address has got an account in the meantime */
    create: async (site: NewSite, owner: InvitedOwner, event: AuditEvent): Promise<boolean> =>
      db.atomically(
        endSetup(),
        required(insertSite(site, event.at)),
        ...(await invitedOwner(site.id, owner, event.at)),
        ...(await audit.steps(event)),
      ),

    /** @returns false if the person has a membership by now */
    inviteOwner: async (siteId: string, owner: InvitedOwner, event: AuditEvent): Promise<boolean> =>
      db.atomically(
        required(lock({ siteId })),
        ...(await invitedOwner(siteId, owner, event.at)),
        ...(await audit.steps(event)),
      ),

    /**
     * Makes an active member the only owner. Those who were owners become administrators.
     * @param events also one for each change of a role
     * @returns false if the person is no active member
     */
    handOver: async (siteId: string, personId: string, now: number, events: readonly AuditEvent[]): Promise<boolean> =>
      db.atomically(
        required(lock({ siteId })),
        ...makeOnlyOwner({ siteId, personId, now }),
        offers.atSite({ siteId }),
        ...(await audit.steps(...events)),
      ),

    /**
     * Closes a school and ends its connections with apps, which stay ended.
     * @returns false if it was closed before
     */
    close: async (siteId: string, event: AuditEvent): Promise<boolean> =>
      db.atomically(
        required(changes.close({ siteId, now: event.at })),
        ...grants.school(siteId, event.at),
        ...(await audit.steps(event)),
      ),

    /** @returns false if it is open, or shall be deleted */
    reopen: async (siteId: string, event: AuditEvent): Promise<boolean> =>
      db.atomically(required(changes.reopen({ siteId, now: event.at })), ...(await audit.steps(event))),

    /** @returns false if the school is open, or its deletion is decided already */
    scheduleDeletion: async (siteId: string, deleteAt: number, event: AuditEvent): Promise<boolean> =>
      db.atomically(
        required(changes.scheduleDeletion({ siteId, deleteAt, now: event.at })),
        ...(await audit.steps(event)),
      ),

    /** @returns false if there is nothing to cancel, or the deletion has begun */
    cancelDeletion: async (siteId: string, event: AuditEvent): Promise<boolean> =>
      db.atomically(required(changes.cancelDeletion({ siteId, now: event.at })), ...(await audit.steps(event))),
  };
}
