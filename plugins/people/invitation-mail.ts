/** Delivery of the e-mails of invitations, as far as the outbox and the links tell it. */
import fp from 'fastify-plugin';
import { hashCredential } from '../../schema/credential.ts';
import type { OutgoingState } from '../../schema/data/outgoing-message.ts';
import { channelOf, type MailOrder } from '../../schema/emails/mail-order.ts';
import type { InvitationDelivery, InvitationLinkState, InvitationState } from '../../schema/people/invitation.ts';
import { MAIL_LINK_LIFETIME } from '../../schema/people/mail-link.ts';
import { mailTroubleOf } from '../../schema/people/mail-trouble.ts';
import { provide } from '../provide.ts';

export interface InvitationMail {
  /** Returns the delivery of the newest e-mail of an open invitation. */
  of(siteId: string, personId: string): Promise<InvitationDelivery>;
  /** The messages of an invitation that are in the outbox, and whether one of them could not be sent. */
  inOutbox(siteId: string, personId: string): Promise<{ ids: readonly string[]; hasFailed: boolean }>;
  /** The people whose newest e-mail is in the outbox, and what became of it, or to whom none was sent. */
  notSent(siteId: string, open: readonly InvitationState[]): Promise<ReadonlyMap<string, NotSent>>;
}

export type NotSent = 'waiting' | 'delayed' | 'failed' | 'unsent';

declare module './stores.ts' {
  interface People {
    readonly invitationMail: InvitationMail;
  }
}

/** Messages beyond are not looked at: their invitations have no known state. */
const MOST = 500;

type Message = Pick<OutgoingState, 'id' | 'createdAt' | 'dueAt' | 'failedAt' | 'failure'> & {
  /** The key of the person, for an order, or of the link, for an e-mail. */
  key: string | undefined;
};

const personKey = (siteId: string, personId: string): string => `${siteId} ${personId}`;

/** Returns the keys of the messages of an invitation: the person for an order, the newest link for an e-mail. */
const keysOf = (siteId: string, { personId, linkHash }: InvitationState): ReadonlySet<string | undefined> =>
  new Set([personKey(siteId, personId), ...(linkHash === null ? [] : [linkHash.toString('hex')])]);

export default fp(
  async (app) => {
    const { clock, outbox, outboxStore } = app;
    const { invitations } = app.people;

    /** A link is deleted when it has expired, so that an older invitation may have had one. */
    const withoutLink = ({ invitedAt }: InvitationState, isAll: boolean): 'unsent' | 'unknown' =>
      isAll && clock() < invitedAt + MAIL_LINK_LIFETIME.invitation ? 'unsent' : 'unknown';

    function keyIn(sealed: Buffer): string | undefined {
      // Only the mailer writes messages of this kind.
      const order = outbox.open(sealed) as MailOrder;
      if (order.order === 'invitation') return personKey(order.siteId, order.personId);
      const token = order.order === 'letter' ? URL.parse(order.message.link)?.searchParams.get('token') : undefined;
      return token ? hashCredential(token).toString('hex') : undefined;
    }

    /** The newest first. */
    async function messages(): Promise<{ all: Message[]; isAll: boolean }> {
      const channel = channelOf({ order: 'invitation', siteId: '', personId: '' });
      const waiting = await outboxStore.due(channel, Number.MAX_SAFE_INTEGER, MOST);
      const failed = await outboxStore.failed(MOST);
      const all = [...waiting, ...failed]
        .filter(({ kind }) => kind === 'invitation')
        .map(({ sealed, ...one }) => ({ failedAt: null, ...one, key: keyIn(sealed) }))
        .sort((a, b) => b.createdAt - a.createdAt);
      return { all, isAll: waiting.length < MOST && failed.length < MOST };
    }

    provide(app.people, 'invitationMail', {
      async of(siteId, personId) {
        const { all, isAll } = await messages();
        // The link is read last: if an order becomes an e-mail meanwhile, the state is unknown rather than wrong.
        const open = await invitations.stateOf(siteId, personId);
        if (open === undefined) return { state: 'unknown' };
        const keys = keysOf(siteId, open);
        const newest = all.find(({ key }) => keys.has(key));
        if (newest !== undefined) return messageState(newest);
        return open.link === null ? { state: withoutLink(open, isAll) } : linkState(open.link, isAll, clock());
      },

      async inOutbox(siteId, personId) {
        const { all } = await messages();
        const open = await invitations.stateOf(siteId, personId);
        const keys = open && keysOf(siteId, open);
        const own = all.filter(({ key }) => keys?.has(key));
        return { ids: own.map(({ id }) => id), hasFailed: own.some(({ failure }) => failure !== null) };
      },

      async notSent(siteId, open) {
        const { all, isAll } = await messages();
        const newest = new Map(all.toReversed().map((message) => [message.key, message]));
        const found = new Map<string, NotSent>();
        for (const one of open) {
          const [first] = [...keysOf(siteId, one)].flatMap((key) => newest.get(key) ?? []);
          if (first !== undefined) found.set(one.personId, messageState(first).state);
        }
        const isUnsent = (one: InvitationState) =>
          one.link === null && !found.has(one.personId) && withoutLink(one, isAll) === 'unsent';
        if (!open.some(isUnsent)) return found;
        // An order may have become an e-mail, whose link was not there yet.
        const unsent = (await invitations.ofSite(siteId)).filter(isUnsent);
        return new Map([...found, ...unsent.map(({ personId }) => [personId, 'unsent'] as const)]);
      },
    } satisfies InvitationMail);
  },
  { name: 'invitation-mail', dependencies: ['stores', 'outbox'] },
);

function messageState({ dueAt, failedAt, failure }: Message) {
  if (failedAt !== null) return { state: 'failed', why: mailTroubleOf(failure), at: failedAt } as const;
  return failure === null
    ? ({ state: 'waiting' } as const)
    : ({ state: 'delayed', why: mailTroubleOf(failure), nextAt: dueAt ?? 0 } as const);
}

/** An e-mail that has left the outbox was taken by the mail server. A link that nobody was sent was shown. */
function linkState(link: InvitationLinkState, isAll: boolean, now: number): InvitationDelivery {
  if (link.expiresAt <= now) return { state: 'lapsed', ...link };
  if (link.isShown) return { state: 'shown', ...link };
  return isAll ? { state: 'sent', ...link } : { state: 'unknown' };
}
