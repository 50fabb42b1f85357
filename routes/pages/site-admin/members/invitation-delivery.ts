/** What became of the e-mail of an invitation, as far as the outbox tells it. */
import type { FastifyInstance } from 'fastify';
import { hashCredential } from '../../../../schema/credential.ts';
import { channelOf, type MailOrder } from '../../../../schema/people/mail-order.ts';

/** `delayed`: an attempt failed, and others follow. */
export type InvitationDelivery = 'waiting' | 'delayed' | 'failed' | 'sent';

/** Messages beyond are not looked at: their invitations have no known state. */
const MOST_WAITING = 200;
const MOST_FAILED = 500;

/** The channel of all e-mails of invitations. */
const channelFor = (siteId: string, personId: string) => channelOf({ order: 'invitation', siteId, personId });

/**
 * The order of an invitation becomes a letter with its link once it is fulfilled, so a letter belongs to the invitation whose newest
 * link it has. A letter that has left the outbox was taken by the mail server.
 * @returns nothing if it is not known, or the link has ended
 */
export async function invitationDelivery(
  { clock, outbox, outboxStore, people: { invitations } }: FastifyInstance,
  siteId: string,
  personId: string,
): Promise<InvitationDelivery | undefined> {
  const waiting = await outboxStore.due(channelFor(siteId, personId), Number.MAX_SAFE_INTEGER, MOST_WAITING);
  const failed = await outboxStore.failed(MOST_FAILED);
  // The link is read last: if an order becomes a letter meanwhile, the state is unknown rather than wrong.
  const open = (await invitations.ofSite(siteId)).find((one) => one.personId === personId);
  const link = open?.linkHash?.toString('hex');
  const isOfInvitation = ({ kind, sealed }: { kind: string; sealed: Buffer }): boolean => {
    if (kind !== 'invitation') return false;
    // Only the mailer writes messages of this kind.
    const order = outbox.open(sealed) as MailOrder;
    if (order.order === 'invitation') return order.siteId === siteId && order.personId === personId;
    return order.order === 'letter' && link !== undefined && linkIn(order.message.link) === link;
  };
  const next = waiting.find(isOfInvitation);
  if (next !== undefined) return next.failure === null ? 'waiting' : 'delayed';
  if (failed.some(isOfInvitation)) return 'failed';
  const isLive = link !== undefined && (open?.expiresAt ?? 0) > clock();
  return isLive && waiting.length < MOST_WAITING && failed.length < MOST_FAILED ? 'sent' : undefined;
}

const linkIn = (url: string): string | undefined => {
  const token = URL.parse(url)?.searchParams.get('token');
  return token ? hashCredential(token).toString('hex') : undefined;
};
