/** Writes e-mails of schools to several people at once. */
import type { FastifyInstance } from 'fastify';
import type { EmailMessage } from '../../schema/emails/email-message.ts';
import type { Email } from '../../schema/emails/mail-order.ts';
import { NOTICES_PER_PERSON } from '../../schema/throttle.ts';
import type { School } from './stores.ts';

export type Recipient = Awaited<ReturnType<School['recipients']['members']>>[number];
type Site = NonNullable<Awaited<ReturnType<School['platform']['siteById']>>>;
/** Writes an e-mail of a school. */
export type Write = (site: Site, to: Recipient) => EmailMessage;

/** Returns a function that makes an e-mail for each recipient, except those whom the school has written to very often. */
export const addressing =
  ({ people, school: { platform }, throttle }: FastifyInstance) =>
  async (siteId: string, to: readonly Recipient[], write: Write, isOptional = false): Promise<Email[]> => {
    const site = await platform.siteById(siteId);
    if (site === undefined) return [];
    const emails: Email[] = [];
    for (const one of to) {
      const { personId, email, locale } = one;
      const counter = { kind: 'notices_to', subject: `${siteId} ${personId}`, rule: NOTICES_PER_PERSON };
      if ((await throttle.take(counter)) > 0) continue;
      const unsubscribe = isOptional ? { unsubscribe: people.courseEmailLinks.make(personId) } : {};
      emails.push({ order: 'letter', to: email, locale, message: write(site, one), from: siteId, ...unsubscribe });
    }
    return emails;
  };
