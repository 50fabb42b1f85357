/** Writes e-mails of schools to several people at once. */
import type { FastifyInstance } from 'fastify';
import type { EmailMessage } from '../../schema/emails/email-message.ts';
import type { Email } from '../../schema/emails/mail-order.ts';
import { NOTICES_OF_RIGHTS, NOTICES_PER_PERSON, type ThrottleRule } from '../../schema/throttle.ts';
import type { School } from './stores.ts';

export type Recipient = Awaited<ReturnType<School['recipients']['members']>>[number];
type Site = NonNullable<Awaited<ReturnType<School['platform']['siteById']>>>;
/** Writes an e-mail of a school. */
export type Write = (site: Site, to: Recipient) => EmailMessage;

interface Counted {
  readonly kind: string;
  readonly rule: ThrottleRule;
}
const NOTICES: Counted = { kind: 'notices_to', rule: NOTICES_PER_PERSON };
/** What says who has which rights is not kept back because of what came about courses. */
export const RIGHTS: Counted = { kind: 'rights_notices_to', rule: NOTICES_OF_RIGHTS };

/** Returns a function that makes an e-mail for each recipient, except those whom the school has written to very often. */
export const addressing =
  (
    { people, school: { platform }, throttle }: FastifyInstance,
    { counted = NOTICES }: { counted?: Counted | 'elsewhere' } = {},
  ) =>
  async (siteId: string, to: readonly Recipient[], write: Write, isOptional = false): Promise<Email[]> => {
    const site = await platform.siteById(siteId);
    if (site === undefined) return [];
    const emails: Email[] = [];
    for (const one of to) {
      const { personId, email, locale } = one;
      const counter = counted !== 'elsewhere' && { ...counted, subject: `${siteId} ${personId}` };
      if (counter && (await throttle.take(counter)) > 0) continue;
      const unsubscribe = isOptional ? { unsubscribe: people.courseEmailLinks.make(personId) } : {};
      emails.push({ order: 'letter', to: email, locale, message: write(site, one), from: siteId, ...unsubscribe });
    }
    return emails;
  };
