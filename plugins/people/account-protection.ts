/**
 * Tells people by e-mail what happens to their account, with a link by which they can say that it was not them, and does
 * what such links are for. The links prove that somebody receives e-mail at an address of the account, and nothing else.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import { type CredentialHash, hashCredential, makeMailLinkToken } from '../../schema/credential.ts';
import { type LiveMailLink, MAIL_LINK_PATH } from '../../schema/people/mail-link.ts';
import { emailKey } from '../../schema/text/email.ts';
import { provide } from '../provide.ts';

type Account = { id: string; email: string };
/** The origin of an event, without its name. */
type Trail = Omit<AuditEvent, 'event' | 'outgoing'>;

/**
 * E-mails about what happened are in the language of the owner, if it is known, because somebody else may have sent the
 * request and chosen another. A `locale` is that of the request.
 */
export interface AccountProtection {
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
    const { config } = app;
    const { accountAccess, contacts, emailAddresses, mailer, memberships, secondFactor } = app.people;
    fulfilOrders(app);

    const languageFor = async (personId: string, locale: string | undefined): Promise<string | undefined> =>
      (await contacts.languageOf(personId)) ?? locale;

    /** Tells the address that the account has until now, and helps the owner of the former one back in. */
    function tellRestored(
      account: Account,
      former: string,
      language: string | undefined,
      trail: Trail,
      by?: 'platform',
    ) {
      const { id: personId, email: to } = account;
      const link = `${config.baseUrl}/`;
      const message = { kind: 'email_restored', email: former, at: trail.at, link } as const;
      const isOther = emailKey(to) !== emailKey(former);
      return mailer.outgoing(...(isOther ? [{ order: 'letter', to, locale: language, message } as const] : []), {
        order: 'reset',
        personId,
        email: former,
        locale: language,
        trail,
        ...(by === undefined ? {} : { by }),
      });
    }

    provide(app.people, 'protection', {
      async changeEmail({ live, hash }, sessionId, locale, trail) {
        const { personId, email, person } = live;
        const language = await languageFor(personId, locale);
        const token = makeMailLinkToken();
        const former = { email: person.email, restoredBy: hashCredential(token) };
        const change = { personId, name: person.name, email, former, sessionId };
        const link = `${config.baseUrl}${MAIL_LINK_PATH.restore_email}?token=${token}`;
        const message = { kind: 'email_changed', email, at: trail.at, link } as const;
        const outgoing = mailer.outgoing({
          order: 'letter',
          to: former.email,
          locale: language,
          message,
          purpose: 'restore_email',
          from: await memberships.schoolOf(personId),
        });
        return emailAddresses.change(hash, change, { ...trail, event: 'email_changed', outgoing });
      },

      async takeBack({ live: { purpose, personId, email, person }, hash }, locale, trail) {
        if (purpose !== 'restore_email' && purpose !== 'secure_account') return false;
        const keepsPasskeys = await secondFactor.isDemandedOf(personId);
        const language = await languageFor(personId, locale);
        if (purpose === 'secure_account' && emailKey(email) === emailKey(person.email)) {
          const account = { personId, email, keepsPasskeys };
          const outgoing = mailer.outgoing({ order: 'reset', personId, email, locale: language, trail });
          return accountAccess.secure(hash, account, { ...trail, event: 'account_secured', outgoing });
        }
        const restored = { personId, name: person.name, email, keepsPasskeys };
        const by = { hash, purpose };
        const outgoing = tellRestored({ id: personId, email: person.email }, email, language, trail);
        return emailAddresses.restore(restored, by, { ...trail, event: 'email_restored', outgoing });
      },

      async restoreEmail({ id: personId, email, name }, former, trail) {
        const language = await contacts.languageOf(personId);
        const restored = { personId, name, email: former, keepsPasskeys: await secondFactor.isDemandedOf(personId) };
        const outgoing = tellRestored({ id: personId, email }, former, language, trail, 'platform');
        return emailAddresses.restore(restored, undefined, { ...trail, event: 'email_restored', outgoing });
      },
    } satisfies AccountProtection);
  },
  { name: 'account-protection', dependencies: ['stores', 'mailer', 'mail-links', 'second-factor'] },
);

/** Makes e-mails of what happened to accounts. */
function fulfilOrders({ audit, config, oauth, people }: FastifyInstance): void {
  const { contacts, mailer, memberships, persons, withMailLink } = people;

  // The link is for somebody who says that it was not them.
  mailer.fulfil('notice', async ({ personId, email, locale: orderedLocale, notice }) => {
    const locale = (await contacts.languageOf(personId)) ?? orderedLocale;
    const from = await memberships.schoolOf(personId);
    return withMailLink({ purpose: 'secure_account', personId, email, locale, message: notice, from });
  });

  mailer.fulfil('reset', async ({ personId, email, locale, trail, cameFrom, by }) => {
    const person = await (personId === undefined ? persons.findByEmail(email) : persons.find(personId));
    if (person?.active !== true) return { orders: [] };
    const { id } = person;
    const to = personId === undefined ? person.email : email;
    const { orders, further } = withMailLink({
      purpose: 'reset_password',
      personId: id,
      email: to,
      locale,
      message: { kind: 'reset_password', ...(by === undefined ? {} : { by }) },
      from: await memberships.schoolOf(id, cameFrom),
      cameFrom,
    });
    const auditSteps =
      trail === undefined ? [] : await audit.steps({ personId: id, ...trail, event: 'password_reset_asked' });
    return { orders, further: [...further, ...auditSteps] };
  });

  mailer.fulfil('new_address', async ({ credentialsVersion, email, locale, personId }) => {
    const holder = await persons.findByEmail(emailKey(email));
    if (holder === undefined) {
      // The address may be mistyped, and a stranger's: it is not told which school the person belongs to.
      const message = { kind: 'new_email' } as const;
      return withMailLink({ purpose: 'verify_email', personId, email, credentialsVersion, locale, message });
    }
    const message = { kind: 'email_taken', link: `${config.baseUrl}/password/forgot` } as const;
    const from = await memberships.schoolOf(holder.id);
    return { orders: holder.active ? [{ order: 'letter', to: holder.email, locale, message, from }] : [] };
  });

  // Somebody may have copied the refresh token of an app, or talked the person into copying an answer. The language is
  // that of the school.
  for (const kind of ['refresh_reuse', 'address_shown'] as const) {
    mailer.fulfil(kind, async ({ at, clientId, personId, siteId }) => {
      const [person, client] = [await contacts.at(siteId, personId), await oauth.clients.find(clientId)];
      if (person === undefined || client === undefined) return { orders: [] };
      const { email: to, locale, siteName: school, timezone } = person;
      const link = `${config.baseUrl}/account/connected-apps`;
      const message = { kind, app: client.name, school, at, timezone, link } as const;
      return { orders: [{ order: 'letter', to, locale, message, from: siteId }] };
    });
  }
}
