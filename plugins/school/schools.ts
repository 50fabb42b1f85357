/**
 * Actions of the people who run the platform on whole schools: create, close, open again, hand over and delete them.
 * `schoolgate schools` uses it, and housekeeping deletes what is due.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type AuditEvent, type AuditEventName, fieldValues } from '../../schema/audit/audit-event.ts';
import { memberTarget } from '../../schema/audit/audit-target.ts';
import { recordedOwners } from '../../schema/audit/recorded-ownership.ts';
import { hashCredential, makeIdentifier, makeMailLinkToken } from '../../schema/credential.ts';
import { MAIL_LINK_PATH } from '../../schema/people/mail-link.ts';
import type { ActingOperator } from '../../schema/people/platform-operator.ts';
import type { NewSchool } from '../../schema/school/new-school.ts';
import { emailKey, keptEmail } from '../../schema/text/email.ts';
import { slugsOf } from '../../schema/text/slug.ts';
import { provide } from '../provide.ts';
import { tidyExports } from './old-exports.ts';
import { newAccount } from './operations/people/member-rows.ts';
import { requireFree } from './operations/people/members.ts';
import { type ExportSummary, exportSchool } from './school-export.ts';
import type { Site } from './stores.ts';

/** Actions that return a boolean return false if there was nothing to do, because the school has changed. */
export interface Schools {
  /**
   * Creates a school and invites its owner, by an e-mail if the server sends any.
   * @returns its slug, and the link of the invitation, which works once within a week; `undefined` if the slug is taken
   */
  create(school: NewSchool, by: ActingOperator): Promise<{ slug: string; link: string } | undefined>;
  /** Refuses sign-ins and tokens for the school, and ends its connections with apps. */
  close(site: Site, by: ActingOperator): Promise<boolean>;
  /** Sessions and connections that ended stay ended. */
  reopen(site: Site, by: ActingOperator): Promise<boolean>;
  /**
   * Makes an active member the only owner; the former owners become administrators. All of them are told of their new
   * roles by e-mail. Anybody else is invited as a further owner.
   * @returns the link of the invitation, or whether the school has been handed over
   */
  handOver(site: Site, email: string, by: ActingOperator): Promise<{ link: string } | boolean>;
  /**
   * Writes the data and the files of the school to a new folder, without its audit log.
   * @param onRow is called with the number of rows that were written; an error of it ends the export
   * @throws {Error} if it cannot be written
   */
  export(site: Site, folder: string, by: ActingOperator, onRow?: (rows: number) => void): Promise<ExportSummary>;
  /** Closes the school, and lets it be deleted at a time. */
  scheduleDeletion(site: Site, deleteAt: number, by: ActingOperator): Promise<boolean>;
  /** The school stays closed. */
  cancelDeletion(site: Site, by: ActingOperator): Promise<boolean>;
  /** Deletes the schools whose time has come, with their files. @returns how many */
  deleteDue(): Promise<number>;
}

declare module './stores.ts' {
  interface School {
    readonly schools: Schools;
  }
}

/** How an owner is invited: the account, if there is none yet, and the link. */
function ownerInvitations(app: FastifyInstance) {
  const { clock, config, people } = app;

  /**
   * Prepares the invitation of an owner, who may have no account yet.
   * @throws {ProblemError} if the address is reserved for the account that had it
   */
  async function invitationTo(address: string) {
    const email = keptEmail(address);
    const known = await people.persons.findByEmail(emailKey(email));
    if (known === undefined) await requireFree(app, email, clock());
    const personId = known?.id ?? makeIdentifier('usr');
    const account = known === undefined ? newAccount(personId, email, undefined, clock()) : undefined;
    const token = makeMailLinkToken();
    return {
      owner: { personId, email, account, link: hashCredential(token) },
      link: `${config.baseUrl}${MAIL_LINK_PATH.invitation}?token=${token}`,
    };
  }

  /** The e-mail has the same link as the answer, so that both are used up together. It is sent with the audit event. */
  const invitationEmail = (from: string, to: string, locale: string | undefined, school: string, link: string) => ({
    outgoing: people.mailer.outgoing({
      order: 'letter',
      to,
      locale,
      message: { kind: 'invitation', school, role: 'owner', link },
      purpose: 'invitation',
      from,
    }),
  });

  return { invitationTo, invitationEmail };
}

/** The audit events of an operator of the platform at a school. */
const eventsOf =
  ({ clock }: FastifyInstance) =>
  (event: AuditEventName, siteId: string, { name, requestId }: ActingOperator, personId?: string): AuditEvent => ({
    event,
    at: clock(),
    siteId,
    target: `operator/${name}`,
    ...(personId === undefined ? {} : { personId }),
    ...(requestId === undefined ? {} : { requestId }),
  });

/** The event of an invitation by an operator of the platform. Its target is the person, as where a member invites. */
const invitedOwnerEvent = (event: AuditEvent, personId: string, { name }: ActingOperator): AuditEvent => ({
  ...event,
  target: memberTarget(personId),
  after: fieldValues({ role: 'owner', status: 'invited', operator: name }),
});

/** Makes a member the only owner of a school, and tells whose role changes. */
function handingOver({ people, school }: FastifyInstance, eventOf: ReturnType<typeof eventsOf>) {
  const { members, sites } = school;

  /** The people who get another role when one of them becomes the only owner. */
  async function roleChanges(siteId: string, newOwner: string) {
    const owners = (await sites.owners(siteId)).map(({ id }) => id);
    const was = (await members.find(siteId, newOwner))?.role;
    return [
      ...(was === undefined || was === 'owner' ? [] : [{ personId: newOwner, was, role: 'owner' } as const]),
      ...owners.filter((id) => id !== newOwner).map((personId) => ({ personId, was: 'owner', role: 'admin' }) as const),
    ];
  }

  /** A person who has no such role by then gets no e-mail. */
  async function handOver(siteId: string, newOwner: string, by: ActingOperator): Promise<boolean> {
    const changes = await roleChanges(siteId, newOwner);
    const former = changes.filter(({ role }) => role === 'admin').map(({ personId }) => personId);
    const event = {
      ...eventOf('school_handed_over', siteId, by, newOwner),
      ...(former.length === 0 ? {} : { before: recordedOwners(former) }),
    };
    const orders = changes.map(
      ({ personId, role }) => ({ order: 'role_changed', siteId, personId, role, by: 'platform' }) as const,
    );
    const changed = changes.map(
      ({ personId, was, role }): AuditEvent => ({
        ...eventOf('member_role_changed', siteId, by),
        at: event.at,
        target: memberTarget(personId),
        before: fieldValues({ role: was }),
        after: fieldValues({ role, operator: by.name }),
      }),
    );
    const outgoing = people.mailer.outgoing(...orders);
    return sites.handOver(siteId, newOwner, event.at, [{ ...event, outgoing }, ...changed]);
  }

  return handOver;
}

export default fp(
  async (app) => {
    const { clock } = app;
    const { siteRows, sites, storage } = app.school;
    const { invitationTo, invitationEmail } = ownerInvitations(app);
    const eventOf = eventsOf(app);
    const handOver = handingOver(app, eventOf);

    async function removeFiles(siteId: string): Promise<void> {
      for await (const { id } of siteRows.files(siteId)) {
        await storage.discard({ siteId, assetId: id });
        await storage.remove({ siteId, assetId: id });
      }
    }

    const close = (site: Site, by: ActingOperator) => sites.close(site.id, eventOf('school_closed', site.id, by));

    tidyExports(app);
    provide(app.school, 'schools', {
      async create({ owner: address, slug: given, ...details }, by) {
        const id = makeIdentifier('site');
        const { owner, link } = await invitationTo(address);
        const invitation = invitationEmail(id, owner.email, details.locale, details.name, link);
        const event = { ...eventOf('school_created', id, by, owner.personId), ...invitation };
        for (const slug of given === undefined ? slugsOf(details.name, 'school') : [given]) {
          if (await sites.create({ ...details, slug, id }, owner, event)) return { slug, link };
        }
        return undefined;
      },

      close,

      reopen: (site, by) => sites.reopen(site.id, eventOf('school_reopened', site.id, by)),

      async handOver(site, address, by) {
        const { owner, link } = await invitationTo(address);
        if (await handOver(site.id, owner.personId, by)) return true;
        const invitation = invitationEmail(site.id, owner.email, undefined, site.name, link);
        const invited = {
          ...invitedOwnerEvent(eventOf('resource_created', site.id, by), owner.personId, by),
          ...invitation,
        };
        return (await sites.inviteOwner(site.id, owner, invited)) && { link };
      },

      async export(site, folder, by, onRow) {
        const summary = await exportSchool(app, site, folder, onRow);
        await app.audit.record(eventOf('school_exported', site.id, by));
        return summary;
      },

      async scheduleDeletion(site, deleteAt, by) {
        if (site.active) await close(site, by);
        return sites.scheduleDeletion(site.id, deleteAt, eventOf('school_deletion_scheduled', site.id, by));
      },

      cancelDeletion: (site, by) => sites.cancelDeletion(site.id, eventOf('school_deletion_cancelled', site.id, by)),

      async deleteDue() {
        let deleted = 0;
        for (const { id } of await sites.due(clock())) {
          try {
            await removeFiles(id);
            if (await siteRows.delete(id, eventOf('school_deleted', id, { name: 'platform' }))) deleted += 1;
          } catch (error) {
            app.log.warn({ err: error, siteId: id }, 'a school was not deleted; it is tried again');
          }
        }
        return deleted;
      },
    } satisfies Schools);
  },
  { name: 'schools', dependencies: ['stores', 'mailer', 'storage'] },
);
