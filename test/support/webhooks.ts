/** Receivers of webhooks, and the independent verification of what they get. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { makeIdentifier } from '../../schema/credential.ts';
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../schema/school/webhook.ts';
import type { DocumentHost } from './document-host.ts';
import { HttpBrowser } from './http-browser.ts';
import { PASSWORD } from './settings.ts';

export interface Received {
  id: string;
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Receives at an https URL, and answers with the status that is set at that moment. */
export function receiver(host: DocumentHost, url: string, status = 204) {
  const received: Received[] = [];
  const state = { status, answer: '' };
  host.answer(url, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers } = request;
      received.push({ id: String(headers['webhook-id']), body: Buffer.concat(chunks).toString('utf8'), headers });
      response.writeHead(state.status, { location: 'https://elsewhere.example/' }).end(state.answer);
    });
  });
  return { url, received, state, types: () => received.map(({ body }) => String(JSON.parse(body).type)) };
}

/** Verifies a message as the specification of Standard Webhooks describes it. */
export function isVerified({ body, headers }: Received, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', key).update(signed).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

/** Stores an endpoint. @returns its id and its secret */
export async function addEndpoint(
  app: FastifyInstance,
  siteId: string,
  url: string,
  events: readonly WebhookEventName[] = WEBHOOK_EVENT_NAMES,
): Promise<{ id: string; secret: string }> {
  const { secret, sealedSecrets } = app.school.webhooks.makeSecret();
  const id = makeIdentifier('whe');
  const event = { event: 'webhook_created', at: app.clock(), siteId, target: id } as const;
  const isCreated = await app.school.webhookEndpoints.create({ id, siteId, url, events, sealedSecrets }, event);
  if (!isCreated) throw new Error(`no endpoint for ${url}`);
  return { id, secret };
}

/** Adds an endpoint to the first school of the demo on its page, as its owner does. */
export async function addEndpointByPage(
  origin: string,
  base: string,
  url: string,
  events: WebhookEventName[],
): Promise<void> {
  const browser = new HttpBrowser(origin, base);
  const signIn = await browser.get('/sign-in');
  await browser.submit(signIn, '/sign-in', { email: 'ruth@riverside.example', password: PASSWORD });
  const path = '/admin/riverside/webhooks/new';
  const asked = await browser.submit(await browser.get(path), path, { url, event: events });
  const page = await browser.submit(asked, path, { password: PASSWORD });
  if (!page.body.includes('whsec_')) throw new Error(`the webhook was not added: ${page.status}`);
}
