/** Erases accounts, at the wish of their person or by those who run the platform. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { Person } from '../../schema/people/person.ts';
import { emailKey } from '../../schema/text/email.ts';
import { provide } from '../provide.ts';

export interface AccountErasure {
  /** Lists the schools that have no other owner. As long as there is one, the account cannot be erased. */
  onlyOwnerOf(personId: string): Promise<{ slug: string; name: string }[]>;
  /**
   * Returns until when a person cannot delete the account: whoever has changed its e-mail address lately may not be its
   * owner, who can get the former address back until then.
   */
  heldUntil(personId: string): Promise<number | undefined>;
  /**
   * Erases an account with all that opens it, and the e-mails to it that were not sent yet. The last one tells the person,
   * also at former addresses that are reserved for the account.
   * @returns false if nothing was changed: see `onlyOwnerOf` and `heldUntil`, or the account has changed
   */
  erase(person: Person, event: Omit<AuditEvent, 'event' | 'personId'>, options?: ErasureOptions): Promise<boolean>;
}

export interface ErasureOptions {
  /** As read when the password or passkey was verified, if the person has asked for it. */
  verified?: Person;
  /** The language of the person (BCP 47), if it is known. */
  locale?: string | undefined;
  /** True if the person is told; default: true. */
  tells?: boolean;
}

declare module './stores.ts' {
  interface People {
    readonly accountErasure: AccountErasure;
  }
}

const MESSAGES_AT_ONCE = 500;

export default fp(
  async (app) => {
    const { clock, config } = app;
    const { emailAddresses, erasures, mailer } = app.people;

    provide(app.people, 'accountErasure', {
      onlyOwnerOf: erasures.onlyOwnerOf,

      async heldUntil(personId) {
        const former = await emailAddresses.former(personId, clock());
        return former.length === 0 ? undefined : Math.max(...former.map(({ until }) => until));
      },

      async erase(person, event, { verified, locale, tells = true } = {}) {
        // A later change of the address also changes what was verified.
        const former = await emailAddresses.former(person.id, clock());
        if (verified !== undefined && former.length > 0) return false;
        const addresses = new Map([person, ...former].map(({ email }) => [emailKey(email), email]));
        const isToPerson = recipientOf(person, new Set(addresses.keys()));
        const message = { kind: 'account_deleted', at: event.at, link: `${config.baseUrl}/` } as const;
        const from = await app.people.memberships.schoolOf(person.id);
        const emails = [...addresses.values()].map((to) => ({ order: 'letter', to, locale, message, from }) as const);
        const outgoing = tells ? mailer.outgoing(...emails) : [];
        const isErased = await erasures.erase(
          {
            personId: person.id,
            messages: await messagesTo(app, isToPerson),
            seatNotices: ({ siteId, eventId }) =>
              app.people.mailer.outgoing({ order: 'event_seat', siteId, eventId, at: event.at }),
            ...(verified === undefined ? {} : { verified: verified.credentialsVersion }),
          },
          { ...event, event: 'account_erased', personId: person.id, outgoing },
        );
        if (!isErased) return false;
        const last = new Set(outgoing.map(({ id }) => id));
        await erasures.forgetMessages((await messagesTo(app, isToPerson)).filter((id) => !last.has(id)));
        return true;
      },
    } satisfies AccountErasure);
  },
  { name: 'account-erasure', dependencies: ['mailer', 'outbox', 'stores'] },
);

/** Returns whether a message of the outbox is to a person, at the present address or one that the person had lately. */
function recipientOf({ id }: Person, addresses: ReadonlySet<string>) {
  const isAddress = (value: unknown): boolean => typeof value === 'string' && addresses.has(emailKey(value));
  return (content: unknown): boolean => {
    if (typeof content !== 'object' || content === null) return false;
    const { personId, to, email: address } = content as Readonly<Record<string, unknown>>;
    return personId === id || isAddress(to) || isAddress(address);
  };
}

async function messagesTo(
  { outbox, outboxStore }: FastifyInstance,
  isToPerson: (content: unknown) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (let after = ''; ; ) {
    const messages = await outboxStore.after(after, MESSAGES_AT_ONCE);
    found.push(...messages.filter(({ sealed }) => isToPerson(contentOf(outbox, sealed))).map(({ id }) => id));
    if (messages.length < MESSAGES_AT_ONCE) return found;
    after = messages.at(-1)?.id ?? '';
  }
}

/** Returns nothing for a message whose master key is gone, and which can therefore not be sent either. */
function contentOf(outbox: FastifyInstance['outbox'], sealed: Buffer): unknown {
  try {
    return outbox.open(sealed);
  } catch {
    return undefined;
  }
}
