/** The page with the addresses that the school's own applications need, and a command that tries one out. */
import type { FastifyInstance } from 'fastify';
import { kindOf } from '../../../../schema/oauth/site-application.ts';
import { toolUrl } from '../../../../schema/tool-url.ts';
import { copyBlock, copyField } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { definePage } from '../../kit/page.ts';
import { copyScript } from '../../kit/scripts.ts';
import { developerFacts } from '../developer-facts.ts';
import { at, SCHOOL, type SiteAdminPages, triesOut } from '../operator-pages.ts';
import { belowSchool } from '../placed-pages.ts';
import { slugInAddresses } from './clients.ts';
import { CONNECT } from './switch-rows.ts';

export const ADDRESSES = `${CONNECT}/addresses`;

export function addressesPage(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { baseUrl } = app.config;
  const place = belowSchool(managers, CONNECT);
  definePage(
    app,
    { ...place, missing: (signedIn, reply) => reply.redirect(at(signedIn, CONNECT), 303) },
    {
      at: `${SCHOOL}${ADDRESSES}`,
      async load({ signedIn }) {
        const { membership } = signedIn;
        if (!triesOut(membership, 'mcp_connections')) return undefined;
        const school = await slugInAddresses(app, membership.slug);
        return { school, application: await ownApplication(app, membership.siteId) };
      },
      title: (_addresses, { text }) => text.connect.addressesTitle,
      lead: (_addresses, { text }) => html`<p>${text.connect.own.text}</p>`,
      scripts: () => copyScript,
      body({ school, application }, { text: { connect, shell } }) {
        const addresses = [
          ['issuer', baseUrl],
          ['mcp', toolUrl(baseUrl, { school })],
          ['mcp_operators', toolUrl(baseUrl, { auth: 'required', school })],
          ['mcp_members', toolUrl(baseUrl, { auth: 'member', school })],
          ['graphql', `${baseUrl}/account/graphql`],
          ['openapi', `${baseUrl}/openapi.json`],
          ['resource', `${baseUrl}/.well-known/oauth-protected-resource`],
        ] as const;
        return html`<section class="stack">${application !== undefined && copyBlock(shell, connect.commandFor({ application: displayText(application.name) }), application.command)}
${addresses.map(([name, url]) => copyField(shell, `address-${name}`, connect.addresses[name], url))}
<p class="detail">${connect.tools}</p></section>`;
      },
    },
  );
}

/** Returns the newest public application that the command line client can use. */
async function ownApplication({ config, oauth: { siteApplications } }: FastifyInstance, siteId: string) {
  for (const one of await siteApplications.ofSite(siteId)) {
    if (!one.active || kindOf(one) !== 'public') continue;
    const { command } = developerFacts(config.baseUrl, one);
    if (command !== undefined) return { name: one.name, command };
  }
  return undefined;
}
