/** Where members can ask their school, as far as the school says. */
import type { FastifyInstance } from 'fastify';
import { tenantLink } from '../../../schema/text/tenant-link.ts';
import type { Text } from '../../words/index.ts';
import { displayText } from './display-text.ts';
import { type Html, html } from './html.ts';
import { tenantAnchor } from './tenant-anchor.ts';

/** The address of e-mails to the school, and its page for questions, in a line, and as a button. */
export interface SchoolContact {
  line: Html;
  button: Html;
}

/** @param subject of an e-mail, safe to display */
export async function contactOf(
  { config, school }: FastifyInstance,
  siteId: string,
  { assistants, publicPages }: Text,
  subject?: string,
): Promise<SchoolContact | undefined> {
  const { email = null, supportUrl = null } = (await school.platform.contactOf(siteId)) ?? {};
  const support = tenantLink(supportUrl, config.baseUrl);
  const mailto = email === null ? undefined : `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
  if (mailto === undefined && support === undefined) return undefined;
  const about = mailto !== undefined && subject !== undefined ? `?subject=${encodeURIComponent(subject)}` : '';
  return {
    line: html`<p class="detail">${assistants.contact}${mailto !== undefined && html` <a href="${mailto}${about}">${displayText(email ?? '')}</a>`}${support !== undefined && html` ${tenantAnchor(support)}`}</p>`,
    button:
      support === undefined
        ? html`<a class="primary" href="${mailto}${about}">${publicPages.ask}</a>`
        : tenantAnchor(support, publicPages.ask, 'primary'),
  };
}
