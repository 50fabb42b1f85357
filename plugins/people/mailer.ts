/**
 * Writes e-mails to the outbox, and sends them from there. What is to be said is stored with the change that causes it;
 * who exactly is told, and with which link, is found out afterwards, so that no response reveals it.
 */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { hashCredential } from '../../schema/credential.ts';
import { type OutgoingMessage, postponed } from '../../schema/data/outgoing-message.ts';
import type { EmailMessage, EmailSender, SecurityNotice } from '../../schema/emails/email-message.ts';
import { channelOf, type Email, kindOf, type MailOrder } from '../../schema/emails/mail-order.ts';
import { MAIL_LINK_LIFETIME } from '../../schema/people/mail-link.ts';
import { schoolLogoPath } from '../../schema/school/addresses.ts';
import { legalDocuments } from '../../schema/school/legal-links.ts';
import { LOGO_CONTENT_TYPES } from '../../schema/school/logo-image.ts';
import { provide } from '../provide.ts';
import type { Carrier, Delivery, DeliveryOutcome } from '../running/outbox.ts';
import { tidyMailFolder } from './mail-folder.ts';
import { mailFailure, mailTransport, type RenderedEmail, type Transport } from './mail-transport.ts';

/** Renders an e-mail in a supported language. The locale is the preferred one (BCP 47). */
export type RenderEmail = (
  message: EmailMessage,
  locale: string | undefined,
  school?: EmailSender,
  unsubscribe?: string,
) => RenderedEmail;

type Order<Name extends MailOrder['order']> = Extract<MailOrder, { order: Name }>;

/** The messages that take the place of an order. */
export interface Fulfilment {
  orders: readonly MailOrder[];
  /** When they are tried, in milliseconds from now. */
  delayMs?: number;
  /** Steps of the same unit of work. If a required one affects no row, nothing is sent. */
  further?: NonNullable<(DeliveryOutcome & { outcome: 'replaced' })['further']>;
}

type Fulfil<Name extends MailOrder['order']> = (order: Order<Name>) => Promise<Fulfilment>;

export interface Mailer {
  /** `false` if the server sends no mail at all. No files are written then, either. */
  readonly isOn: boolean;
  /** Returns what the unit of work of the change has to store, usually with its audit event. */
  outgoing(...orders: readonly MailOrder[]): OutgoingMessage[];
  /** The same for an e-mail by which a person is told what was done to the account. */
  notice(
    account: { id: string; email: string },
    locale: string | undefined,
    notice: SecurityNotice,
  ): { outgoing: OutgoingMessage[] };
  /** Stores orders that no change causes. Whether anybody is sent anything does not affect the caller's response. */
  post(...orders: readonly MailOrder[]): Promise<void>;
  /** Says how orders of a kind are fulfilled. */
  fulfil<Name extends MailOrder['order']>(name: Name, how: Fulfil<Name>): void;
}

declare module './stores.ts' {
  interface People {
    readonly mailer: Mailer;
  }
}

export default fp(
  async (app, { write }: { write: RenderEmail }) => {
    const { outbox } = app;
    const fulfilling = new Map<string, (order: MailOrder) => Promise<Fulfilment>>();
    // Each channel has its own connections, so that a password reset does not wait for thousands of invitations.
    const transports = { security: mailTransport(app), bulk: mailTransport(app) };
    const isOn = transports.security !== undefined;
    const outgoing = (...orders: readonly MailOrder[]): OutgoingMessage[] =>
      isOn ? orders.map((order) => outbox.message(channelOf(order), kindOf(order), order)) : [];

    for (const [channel, transport] of Object.entries(transports)) {
      if (transport === undefined) continue;
      const send = async ({ id, signal }: Delivery, { to, locale, message, from, unsubscribe }: Email) => {
        const sender = await senderOf(app, from);
        const written = write(message, locale, sender, unsubscribe);
        await transport.send({ id, to, ...written, unsubscribe }, { signal });
      };
      const deliver = sending(app, transport, send);
      outbox.carry(channel as keyof typeof transports, async (delivery) => {
        // Only this plugin writes to these channels.
        const order = delivery.content as MailOrder;
        if (order.order === 'letter') return deliver(delivery, order);
        const fulfil = fulfilling.get(order.order);
        // A newer version may have stored it, and can send it.
        if (fulfil === undefined) throw new Error(`no e-mail is made of an order ${order.order}`);
        const { delayMs = 0, orders, further } = await fulfil(order);
        const by = outgoing(...orders).map((message) => postponed(message, delayMs));
        return { outcome: 'replaced', by, ...(further === undefined ? {} : { further }) };
      });
    }

    provide(app.people, 'mailer', {
      isOn,
      outgoing,
      notice: ({ id: personId, email }, locale, notice) => ({
        outgoing: outgoing({ order: 'notice', personId, email, locale, notice }),
      }),
      post: (...orders) => outbox.post(...outgoing(...orders)),
      fulfil: (name, how) => void fulfilling.set(name, (order) => how(order as Order<typeof name>)),
    } satisfies Mailer);

    tidyMailFolder(app);
  },
  { name: 'mailer', dependencies: ['config', 'outbox', 'stores'] },
);

/** Returns the look of the school that an e-mail comes from. Nobody's mail program can load a picture from a private server. */
async function senderOf(
  { config, school: { brands, storage } }: FastifyInstance,
  siteId: string | undefined,
): Promise<EmailSender | undefined> {
  const brand = siteId === undefined ? undefined : await brands.find(siteId);
  if (siteId === undefined || brand === undefined) return undefined;
  const { name, colors, logo, contactEmail, timezone } = brand;
  const legal = legalDocuments(brand.legal, config.baseUrl);
  // Few mail programs display drawings in SVG.
  const isShown = config.isSecure && logo !== undefined && LOGO_CONTENT_TYPES.includes(logo.contentType);
  const hasLogo = isShown && (await storage.isThere({ siteId, assetId: logo.assetId }));
  return {
    name,
    colors,
    legal,
    contactEmail,
    timezone,
    ...(hasLogo ? { logoUrl: `${config.baseUrl}${schoolLogoPath(siteId)}` } : {}),
  };
}

/** Returns a function that sends an e-mail, unless the link in it has ended. */
function sending(
  { clock, people }: FastifyInstance,
  { reach }: Transport,
  send: (delivery: Delivery, email: Email) => Promise<void>,
): (delivery: Delivery, email: Email) => ReturnType<Carrier> {
  async function attempt(delivery: Delivery, email: Email): ReturnType<Carrier> {
    const { message, purpose } = email;
    if (purpose === undefined) {
      await send(delivery, email);
      return { outcome: 'sent' };
    }
    const token = URL.parse(message.link)?.searchParams.get('token') ?? '';
    const live = await people.mailLinks.find(hashCredential(token), purpose, clock());
    if (live !== undefined) {
      await send(delivery, { ...email, message: { ...message, until: live.expiresAt } });
      return { outcome: 'sent' };
    }
    if (clock() < delivery.createdAt + MAIL_LINK_LIFETIME[purpose]) return { outcome: 'superseded' };
    // Until the mail server answers, it is as late as the others, which people and alerts are told.
    await reach();
    return { outcome: 'expired' };
  }
  return async (delivery, email) => {
    try {
      return await attempt(delivery, email);
    } catch (error) {
      const { failure, isForEver, isDown } = mailFailure(error);
      return isForEver ? { outcome: 'refused', failure } : { outcome: 'failed', failure, isDown };
    }
  };
}
