/** Sends e-mails with a one-time link. */
import fp from 'fastify-plugin';
import { hashCredential, makeMailLinkToken } from '../../schema/credential.ts';
import { emailKey } from '../../schema/people/email.ts';
import type { EmailMessage } from '../../schema/people/email-message.ts';
import { MAIL_LINK_PATH, type MailLinkPurpose } from '../../schema/people/mail-link.ts';
import { INVITATIONS_PER_ADDRESS, INVITATIONS_PER_SITE } from '../../schema/throttle.ts';
import { offer } from '../offer.ts';

export interface MailLinkOrder {
  purpose: MailLinkPurpose;
  personId: string;
  /** The site of an invitation. */
  siteId?: string;
  email: string;
  /** The person's, at the time of the request. If the credentials have changed since, nothing is sent. */
  credentialsVersion?: number;
  /** The language of the e-mail (BCP 47), if it is known. */
  locale: string | undefined;
}

declare module './stores.ts' {
  interface People {
    /** Creates a link, which replaces earlier ones, and sends it in the background. */
    readonly sendMailLink: (order: MailLinkOrder, messageOf: (link: string) => EmailMessage) => Promise<void>;
    /**
     * Sends an invitation to a school. Does nothing if the person has none, or mail is turned off.
     * @returns false if the limit of e-mails of the school, or of all schools to this address, is reached
     */
    readonly sendInvitation: (siteId: string, personId: string) => Promise<boolean>;
  }
}

export default fp(
  async (app) => {
    const { clock, config, throttle } = app;
    const { invitations, mailLinks, mailer } = app.people;

    async function sendMailLink(
      { locale, ...order }: MailLinkOrder,
      messageOf: (link: string) => EmailMessage,
    ): Promise<void> {
      if (!mailer.isOn) return;
      const token = makeMailLinkToken();
      if (!(await mailLinks.open({ ...order, hash: hashCredential(token) }, clock()))) return;
      mailer.send(order.email, locale, messageOf(`${config.baseUrl}${MAIL_LINK_PATH[order.purpose]}?token=${token}`));
    }
    offer(app.people, 'sendMailLink', sendMailLink);

    /** Counted separately from the e-mails that people request themselves, so that no school can use up their limit. */
    async function mayInvite(siteId: string, email: string): Promise<boolean> {
      const ofSite = { kind: 'invitations_of', subject: siteId, rule: INVITATIONS_PER_SITE };
      const toAddress = { kind: 'invitations_to', subject: emailKey(email), rule: INVITATIONS_PER_ADDRESS };
      return (await throttle.take(ofSite, toAddress)) === 0;
    }

    offer(app.people, 'sendInvitation', async (siteId: string, personId: string): Promise<boolean> => {
      const invitation = await invitations.find(personId, siteId);
      if (invitation === undefined || !mailer.isOn) return true;
      const { email, locale, role, siteName } = invitation;
      if (!(await mayInvite(siteId, email))) return false;
      await sendMailLink({ purpose: 'invitation', personId, siteId, email, locale }, (link) => ({
        kind: 'invitation',
        school: siteName,
        role,
        link,
      }));
      return true;
    });
  },
  { name: 'mail-links', dependencies: ['stores', 'mailer', 'sign-in'] },
);
