/**
 * One-time links where no e-mail arrives: they are shown to somebody who passes them on. Whoever is shown one could use
 * it, so that a school gets none to an account that is anybody's yet, and its use proves no address.
 */
import fp from 'fastify-plugin';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import { hashCredential, makeMailLinkToken } from '../../schema/credential.ts';
import { MAIL_LINK_PATH } from '../../schema/people/mail-link.ts';
import type { Person } from '../../schema/people/person.ts';
import { provide } from '../provide.ts';

export interface ShownLinks {
  /**
   * Returns whether a school may be shown the link of an invitation: only if the server sends no e-mail, or could not
   * send that of this invitation, or the newest link was shown, nobody has a way into the account or has proven its
   * address, and the account belongs to no other school.
   */
  mayInvite(siteId: string, personId: string): Promise<boolean>;
  /**
   * Makes the link of an invitation, which replaces an earlier one. Its e-mail is taken out of the outbox: it has a link
   * that ends, or would get one that ends this one.
   * @param by who is shown the link, and answers for the invitation from then on
   * @returns `undefined` if the school may not have it
   */
  invite(siteId: string, personId: string, by: string, event: AuditEvent): Promise<string | undefined>;
  /** Makes a link to a new password, for the people who run the server. It replaces an earlier one. */
  resetPassword(person: Person, event: AuditEvent): Promise<string>;
}

declare module './stores.ts' {
  interface People {
    readonly shownLinks: ShownLinks;
  }
}

export default fp(
  async (app) => {
    const { config, outboxStore } = app;
    const { invitationMail, invitations, mailer, mailLinks, memberships, passkeyStore, persons } = app.people;

    /** A link was shown after the e-mail was withdrawn. It may be lost, and is made again until an e-mail has another one. */
    async function needsLink(siteId: string, personId: string): Promise<boolean> {
      if (!mailer.isOn || (await invitationMail.inOutbox(siteId, personId)).hasFailed) return true;
      return (await invitations.stateOf(siteId, personId))?.link?.isShown === true;
    }

    async function findNewcomer(siteId: string, personId: string): Promise<Person | undefined> {
      const person = await persons.find(personId);
      if (person?.active !== true || person.emailVerified || person.passwordHash !== null) return undefined;
      if ((await passkeyStore.ofPerson(personId)).length > 0) return undefined;
      const [only, ...others] = await memberships.ofAnyStatus(personId);
      const isInvitedHere = only?.siteId === siteId && only.status === 'invited' && others.length === 0;
      return isInvitedHere && (await needsLink(siteId, personId)) ? person : undefined;
    }

    provide(app.people, 'shownLinks', {
      mayInvite: async (siteId, personId) => (await findNewcomer(siteId, personId)) !== undefined,

      async invite(siteId, personId, by, event) {
        const person = await findNewcomer(siteId, personId);
        if (person === undefined) return undefined;
        const token = makeMailLinkToken();
        const link = { hash: hashCredential(token), purpose: 'invitation', personId, siteId, email: '' } as const;
        const { ids } = await invitationMail.inOutbox(siteId, personId);
        const { credentialsVersion } = person;
        const steps = [invitations.takeOver(siteId, personId, by), ...ids.map(outboxStore.withdraw)];
        const isMade = await mailLinks.issue({ ...link, credentialsVersion }, event, steps);
        return isMade ? `${config.baseUrl}${MAIL_LINK_PATH.invitation}?token=${token}` : undefined;
      },

      async resetPassword({ id: personId, email }, event) {
        const token = makeMailLinkToken();
        await mailLinks.issue({ hash: hashCredential(token), purpose: 'reset_password', personId, email }, event);
        return `${config.baseUrl}${MAIL_LINK_PATH.reset_password}?token=${token}`;
      },
    } satisfies ShownLinks);
  },
  { name: 'shown-links', dependencies: ['config', 'stores', 'mailer', 'invitation-mail'] },
);
