/** Makes the one-time links of e-mails, and limits the invitations of schools. */
import fp from 'fastify-plugin';
import { hashCredential, makeMailLinkToken } from '../../schema/credential.ts';
import type { LinkOrder } from '../../schema/emails/mail-order.ts';
import type { Invitation } from '../../schema/people/invitation.ts';
import { MAIL_LINK_PATH } from '../../schema/people/mail-link.ts';
import { emailKey } from '../../schema/text/email.ts';
import {
  ALL_INVITATIONS_PER_ADDRESS,
  IMPORTED_INVITATIONS,
  INVITATIONS_BEYOND,
  INVITATIONS_PER_ADDRESS,
  INVITATIONS_PER_SITE,
} from '../../schema/throttle.ts';
import { provide } from '../provide.ts';
import type { Fulfilment } from './mailer.ts';

declare module './stores.ts' {
  interface People {
    /** Fulfils an order for a link, which replaces earlier ones for the same purpose. */
    readonly withMailLink: (
      order: Omit<LinkOrder, 'order'> & { siteId?: string },
    ) => Required<Pick<Fulfilment, 'orders' | 'further'>>;
    /**
     * Sends an invitation to a school again, for which that member answers from then on. Does nothing if the person has
     * none, or mail is turned off.
     * @returns the milliseconds until the next one, if the limit of the school, or of the school to this address, is
     * reached; otherwise 0
     */
    readonly sendInvitation: (siteId: string, personId: string, by: string) => Promise<number>;
  }
}

export default fp(
  async (app) => {
    const { clock, config, throttle } = app;
    const { invitations, mailLinks, mailer } = app.people;

    provide(app.people, 'withMailLink', ({ from, cameFrom, locale, message, ...order }) => {
      const token = makeMailLinkToken();
      const { email: to, purpose } = order;
      const schoolParameter = cameFrom === undefined ? '' : `&school=${cameFrom}`;
      const link = `${config.baseUrl}${MAIL_LINK_PATH[purpose]}?token=${token}${schoolParameter}`;
      return {
        orders: [{ order: 'letter', to, locale, message: { ...message, link }, purpose, from: from ?? order.siteId }],
        further: mailLinks.opening({ ...order, hash: hashCredential(token) }, clock()),
      };
    });

    mailer.fulfil('link', async ({ order: _, ...order }) => {
      const from = order.from ?? (await app.people.memberships.schoolOf(order.personId));
      return app.people.withMailLink({ ...order, from });
    });

    /** Counted separately from the e-mails that people request themselves, so that no school can use up their limit. */
    async function takeInvitation({ siteId, email }: Invitation, isImported = false): Promise<number> {
      const ofSite = { kind: 'invitations_of', subject: siteId, rule: INVITATIONS_PER_SITE };
      const subject = `${siteId} ${emailKey(email)}`;
      const imported = { kind: 'imported_invitations_of', subject: siteId, rule: IMPORTED_INVITATIONS };
      return throttle.take(...(isImported ? [imported] : []), ofSite, {
        kind: 'invitations_to',
        subject,
        rule: INVITATIONS_PER_ADDRESS,
      });
    }

    /** Counts an invitation together with those of other schools. @returns whether it may be sent */
    async function takeAmongAll({ siteId, email }: Invitation): Promise<boolean> {
      const subject = emailKey(email);
      const ofAll = { kind: 'all_invitations_to', subject, rule: ALL_INVITATIONS_PER_ADDRESS };
      if ((await throttle.take(ofAll)) === 0) return true;
      const beyond = { kind: 'invitations_beyond', subject: `${siteId} ${subject}`, rule: INVITATIONS_BEYOND };
      return (await throttle.take(beyond)) === 0;
    }

    mailer.fulfil('invitation', async (order) => {
      const { personId, siteId, isCounted, isImported } = order;
      const invitation = await invitations.find(personId, siteId);
      if (invitation === undefined) return { orders: [] };
      const wait = isCounted === true ? 0 : await takeInvitation(invitation, isImported);
      if (wait > 0) return isImported === true ? { orders: [order], delayMs: wait } : { orders: [] };
      if (!(await takeAmongAll(invitation))) return { orders: [] };
      const { by, course, email, knownName, locale, role, siteName: school } = invitation;
      const more = { ...(by && { by }), ...(course && { course }), ...(knownName && { name: knownName }) };
      const message = { kind: 'invitation', school, role, ...more } as const;
      return app.people.withMailLink({ purpose: 'invitation', personId, siteId, email, locale, message });
    });

    provide(app.people, 'sendInvitation', async (siteId: string, personId: string, by: string): Promise<number> => {
      if (!mailer.isOn) return 0;
      await invitations.takeOverNow(siteId, personId, by);
      const invitation = await invitations.find(personId, siteId);
      if (invitation === undefined) return 0;
      const wait = await takeInvitation(invitation);
      if (wait === 0) await mailer.post({ order: 'invitation', siteId, personId, isCounted: true });
      return wait;
    });
  },
  { name: 'mail-links', dependencies: ['stores', 'mailer', 'sign-in'] },
);
