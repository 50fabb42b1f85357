/** Erases accounts, at the wish of their person or by those who run the platform. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import { emailKey } from '../../schema/people/email.ts';
import type { Person } from '../../schema/people/person.ts';
import { offer } from '../offer.ts';

export interface AccountErasure {
  /** Lists the schools that have no other owner. As long as there is one, the account cannot be erased. */
  onlyOwnerOf(personId: string): Promise<{ slug: string; name: string }[]>;
  /**
   * Erases an account with all that opens it, and the e-mails to it that were not sent yet.
   * @param verified as read when the password or passkey was verified, if the person has asked for it
   * @returns false if nothing was changed: see `onlyOwnerOf`, or the account has changed
   */
  erase(person: Person, event: Omit<AuditEvent, 'event' | 'personId'>, verified?: Person): Promise<boolean>;
}

declare module './stores.ts' {
  interface People {
    readonly accountErasure: AccountErasure;
  }
}

const MESSAGES_AT_ONCE = 500;

export default fp(
  async (app) => {
    const { erasures } = app.people;

    offer(app.people, 'accountErasure', {
      onlyOwnerOf: erasures.onlyOwnerOf,

      async erase(person, event, verified) {
        const isToPerson = await recipientOf(app, person);
        const isErased = await erasures.erase(
          {
            personId: person.id,
            messages: await messagesTo(app, isToPerson),
            ...(verified === undefined ? {} : { verified: verified.credentialsVersion }),
          },
          { ...event, event: 'account_erased', personId: person.id },
        );
        if (isErased) await erasures.forgetMessages(await messagesTo(app, isToPerson));
        return isErased;
      },
    } satisfies AccountErasure);
  },
  { name: 'account-erasure', dependencies: ['outbox', 'stores'] },
);

/** Returns whether a message of the outbox is to a person, at the present address or one that the person had lately. */
async function recipientOf({ clock, people }: FastifyInstance, { id, email }: Person) {
  const former = await people.emailAddresses.former(id, clock());
  const addresses = new Set([email, ...former.map((one) => one.email)].map(emailKey));
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
