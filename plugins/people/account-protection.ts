/**
 * Tells people by e-mail what happens to their account, with a link by which they can say that it was not them, and does
 * what such links are for. The links prove that somebody receives e-mail at an address of the account, and nothing else.
 */
import fp from 'fastify-plugin';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import { type CredentialHash, hashCredential, makeMailLinkToken } from '../../schema/credential.ts';
import { emailKey } from '../../schema/people/email.ts';
import type { SecurityNotice } from '../../schema/people/email-message.ts';
import { type LiveMailLink, MAIL_LINK_PATH } from '../../schema/people/mail-link.ts';
import { offer } from '../offer.ts';

type Account = { id: string; email: string };
/** Who and what brings an event about, without its name. */
type Trail = Omit<AuditEvent, 'event'>;

/**
 * E-mails about what happened are in the language of the owner, if it is known, because somebody else may have sent the
 * request and chosen another. A `locale` is that of the request.
 */
export interface AccountProtection {
  /** Sends an e-mail in the background, with a link by which the person says that it was somebody else. */
  notify(account: Account, locale: string | undefined, notice: SecurityNotice): void;
  /** Sends a link to a new password, and records who asked for it. Does nothing for a disabled account. */
  sendReset(account: Account, locale: string | undefined, trail: Trail): Promise<void>;
  /**
   * Gives an account the address that a link confirms, and sends a link that undoes it to the former address.
   * @returns false if the link was used before, or the address cannot be used
   */
  changeEmail(link: OpenLink, sessionId: string, locale: string, trail: Trail): Promise<boolean>;
  /**
   * Ends every way into the account of a link, gives the account back the address that the link was sent to, and sends a
   * reset link there.
   * @returns false if the link was used before, or the account can no longer get that address
   */
  takeBack(link: OpenLink, locale: string, trail: Trail): Promise<boolean>;
  /** The same at the word of an operator. */
  restoreEmail(account: Account & { name: string }, former: string, trail: Trail): Promise<boolean>;
}

/** A mailed link that somebody has opened. */
interface OpenLink {
  live: LiveMailLink;
  hash: CredentialHash;
}

declare module './stores.ts' {
  interface People {
    readonly protection: AccountProtection;
  }
}

export default fp(
  async (app) => {
    const { audit, config } = app;
    const { accountAccess, contacts, emailAddresses, mailer, persons, secondFactor, sendMailLink } = app.people;

    const languageFor = async (personId: string, locale: string | undefined): Promise<string | undefined> =>
      (await contacts.languageOf(personId)) ?? locale;

    async function sendReset(
      { id: personId, email }: Account,
      locale: string | undefined,
      trail: Trail,
    ): Promise<void> {
      if ((await persons.find(personId))?.active !== true) return;
      await audit.record({ ...trail, event: 'password_reset_asked' });
      await sendMailLink({ purpose: 'reset_password', personId, email, locale }, (link) => ({
        kind: 'reset_password',
        link,
      }));
    }

    /** Tells the address that the account has until now, and helps the owner of the former one back in. */
    function tellRestored(account: Account, former: string, language: string | undefined, trail: Trail): void {
      if (emailKey(account.email) !== emailKey(former)) {
        const link = `${config.baseUrl}/`;
        mailer.send(account.email, language, { kind: 'email_restored', email: former, at: trail.at, link });
      }
      mailer.afterwards(() => sendReset({ id: account.id, email: former }, language, trail));
    }

    offer(app.people, 'protection', {
      sendReset,

      notify({ id: personId, email }, locale, notice) {
        mailer.afterwards(async () => {
          const order = {
            purpose: 'secure_account',
            personId,
            email,
            locale: await languageFor(personId, locale),
          } as const;
          await sendMailLink(order, (link) => ({ ...notice, link }));
        });
      },

      async changeEmail({ live, hash }, sessionId, locale, trail) {
        const { personId, email, person } = live;
        const language = await languageFor(personId, locale);
        const token = makeMailLinkToken();
        const former = { email: person.email, restoredBy: hashCredential(token) };
        const change = { personId, name: person.name, email, former, sessionId };
        if (!(await emailAddresses.change(hash, change, { ...trail, event: 'email_changed' }))) return false;
        const link = `${config.baseUrl}${MAIL_LINK_PATH.restore_email}?token=${token}`;
        mailer.send(former.email, language, { kind: 'email_changed', email, at: trail.at, link });
        return true;
      },

      async takeBack({ live: { purpose, personId, email, person }, hash }, locale, trail) {
        if (purpose !== 'restore_email' && purpose !== 'secure_account') return false;
        const keepsPasskeys = await secondFactor.isDemandedOf(personId);
        const language = await languageFor(personId, locale);
        if (purpose === 'secure_account' && emailKey(email) === emailKey(person.email)) {
          const account = { personId, email, keepsPasskeys };
          if (!(await accountAccess.secure(hash, account, { ...trail, event: 'account_secured' }))) return false;
          mailer.afterwards(() => sendReset({ id: personId, email }, language, trail));
          return true;
        }
        const restored = { personId, name: person.name, email, keepsPasskeys };
        const by = { hash, purpose };
        if (!(await emailAddresses.restore(restored, by, { ...trail, event: 'email_restored' }))) return false;
        tellRestored({ id: personId, email: person.email }, email, language, trail);
        return true;
      },

      async restoreEmail({ id: personId, email, name }, former, trail) {
        const language = await contacts.languageOf(personId);
        const restored = { personId, name, email: former, keepsPasskeys: await secondFactor.isDemandedOf(personId) };
        if (!(await emailAddresses.restore(restored, undefined, { ...trail, event: 'email_restored' }))) return false;
        tellRestored({ id: personId, email }, former, language, trail);
        return true;
      },
    } satisfies AccountProtection);
  },
  { name: 'account-protection', dependencies: ['stores', 'mailer', 'mail-links', 'second-factor'] },
);
