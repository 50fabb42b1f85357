/** What became of the e-mails of invitations, as far as the outbox and the links tell it. */
import fp from 'fastify-plugin';
import { hashCredential } from '../../schema/credential.ts';
import type { OutgoingState } from '../../schema/outgoing.ts';
import type { InvitationDelivery, InvitationState } from '../../schema/people/invitation.ts';
import { channelOf, type MailOrder } from '../../schema/people/mail-order.ts';
import { mailTroubleOf } from '../../schema/people/mail-trouble.ts';
import { offer } from '../offer.ts';

export interface InvitationMail {
  /** What became of the newest e-mail of an open invitation. */
  of(siteId: string, personId: string): Promise<InvitationDelivery>;
  /** The messages of an invitation that are in the outbox, and whether one of them could not be sent. */
  inOutbox(siteId: string, personId: string): Promise<{ ids: readonly string[]; hasFailed: boolean }>;
  /** The people whose newest invitation was not sent, because that failed and is tried again, or was given up. */
  troubled(siteId: string, open: readonly InvitationState[]): Promise<ReadonlyMap<string, 'delayed' | 'failed'>>;
}

declare module './stores.ts' {
  interface People {
    readonly invitationMail: InvitationMail;
  }
}

/** Messages beyond are not looked at: their invitations have no known state. */
const MOST = 500;

type Message = Pick<OutgoingState, 'id' | 'createdAt' | 'dueAt' | 'failedAt' | 'failure'> & {
  /** What the person of a message that is no letter yet, or the link of one, is known by. */
  key: string | undefined;
};

const personKey = (siteId: string, personId: string): string => `${siteId} ${personId}`;

/** What the messages of an invitation are known by: the order by its person, and the letter by its newest link. */
const keysOf = (siteId: string, { personId, linkHash }: InvitationState): ReadonlySet<string | undefined> =>
  new Set([personKey(siteId, personId), ...(linkHash === null ? [] : [linkHash.toString('hex')])]);

export default fp(
  async (app) => {
    const { clock, outbox, outboxStore } = app;
    const { invitations } = app.people;

    function keyIn(sealed: Buffer): string | undefined {
      // Only the mailer writes messages of this kind.
      const order = outbox.open(sealed) as MailOrder;
      if (order.order === 'invitation') return personKey(order.siteId, order.personId);
      const token = order.order === 'letter' ? URL.parse(order.message.link)?.searchParams.get('token') : undefined;
      return token ? hashCredential(token).toString('hex') : undefined;
    }

    /** The newest first. @param isFailed only those that could not be sent, or were given up */
    async function messages(isFailed: boolean): Promise<{ all: Message[]; isAll: boolean }> {
      const channel = channelOf({ order: 'invitation', siteId: '', personId: '' });
      const waiting = await outboxStore.due(channel, Number.MAX_SAFE_INTEGER, MOST);
      const failed = await outboxStore.failed(MOST);
      const all = [...waiting, ...failed]
        .filter(({ kind, failure }) => kind === 'invitation' && !(isFailed && failure === null))
        .map(({ sealed, ...one }) => ({ failedAt: null, ...one, key: keyIn(sealed) }))
        .sort((a, b) => b.createdAt - a.createdAt);
      return { all, isAll: waiting.length < MOST && failed.length < MOST };
    }

    offer(app.people, 'invitationMail', {
      async of(siteId, personId) {
        const { all, isAll } = await messages(false);
        // The link is read last: if an order becomes a letter meanwhile, the state is unknown rather than wrong.
        const open = await invitations.stateOf(siteId, personId);
        if (open === undefined) return { state: 'unknown' };
        const keys = keysOf(siteId, open);
        const newest = all.find(({ key }) => keys.has(key));
        return newest === undefined ? linkState(open, isAll, clock()) : messageState(newest);
      },

      async inOutbox(siteId, personId) {
        const { all } = await messages(false);
        const open = await invitations.stateOf(siteId, personId);
        const keys = open && keysOf(siteId, open);
        const own = all.filter(({ key }) => keys?.has(key));
        return { ids: own.map(({ id }) => id), hasFailed: own.some(({ failure }) => failure !== null) };
      },

      async troubled(siteId, open) {
        const { all } = await messages(true);
        const newest = new Map(all.toReversed().map((message) => [message.key, message]));
        const stateOf = (one: InvitationState) => {
          const [found] = [...keysOf(siteId, one)].flatMap((key) => newest.get(key) ?? []);
          return found && (found.failedAt === null ? 'delayed' : 'failed');
        };
        return new Map(
          open.flatMap((one) => {
            const state = stateOf(one);
            return state === undefined ? [] : [[one.personId, state] as const];
          }),
        );
      },
    } satisfies InvitationMail);
  },
  { name: 'invitation-mail', dependencies: ['stores', 'outbox'] },
);

function messageState({ dueAt, failedAt, failure }: Message): InvitationDelivery {
  if (failedAt !== null) return { state: 'failed', why: mailTroubleOf(failure), at: failedAt };
  return failure === null
    ? { state: 'waiting' }
    : { state: 'delayed', why: mailTroubleOf(failure), nextAt: dueAt ?? 0 };
}

/** A letter that has left the outbox was taken by the mail server. A link that nobody was sent was shown. */
function linkState({ link }: InvitationState, isAll: boolean, now: number): InvitationDelivery {
  if (link === null) return { state: 'unknown' };
  if (link.expiresAt <= now) return { state: 'lapsed', ...link };
  if (link.isShown) return { state: 'shown', ...link };
  return isAll ? { state: 'sent', ...link } : { state: 'unknown' };
}
