/** Commands and settings for one client, and the addresses that the school's own applications need. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { toolUrl } from '../../../schema/clients/tool-url.ts';
import { isChangingScope, OPERATOR_SCOPES, SCOPE_SUBJECTS, subjectOf } from '../../../schema/oauth/scope.ts';
import { kindOf } from '../../../schema/oauth/site-application.ts';
import { fill, type Text } from '../../words/index.ts';
import { button, notice } from '../kit/components.ts';
import { copyBlock, copyField } from '../kit/copyable.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { copyScript } from '../kit/scripts.ts';
import { developerFacts } from '../site-admin/applications/developer.ts';
import {
  at,
  belowSchool,
  type OperatorRequest,
  SCHOOL,
  type SiteAdminPages,
  triesOut,
} from '../site-admin/operator-pages.ts';
import { reviewsLink } from '../site-admin/reviews/reviewed-apps.ts';
import {
  type Admission,
  admissionOf,
  CLIENTS,
  CONNECT,
  type ConnectClient,
  notReachableText,
  slugInAddresses,
  stepsFor,
  titleFor,
} from './clients.ts';
import { commandBlocks, commandsFor } from './commands.ts';
import { type Standing, standingsAt } from './standing.ts';

export const ADDRESSES = `${CONNECT}/addresses`;
const CHANGING = OPERATOR_SCOPES.filter(isChangingScope);

export function guidePage(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { config } = app;
  definePage(app, belowSchool(managers, CONNECT), {
    at: `${SCHOOL}${CONNECT}/:client`,
    async load({ query, signedIn: { membership, request } }) {
      const key = pathParameter(request, 'client');
      const known = CLIENTS.find((one) => one.key === key);
      if (known === undefined) return undefined;
      const { slug, siteId } = membership;
      const named = query.all('tools');
      // What the address lets the client change from the first consent on, if it signs in.
      const chosen = SCOPE_SUBJECTS.filter((subject) => named.includes(subject));
      const tools = chosen.length > 0 ? chosen.join(',') : undefined;
      const url = toolUrl(config.baseUrl, { auth: 'required', school: await slugInAddresses(app, slug), tools });
      const standing = (await standingsAt(app, siteId)).find((one) => one.known.key === key);
      return { known, chosen, standing, commands: commandsFor(known.key, { url, slug }) };
    },
    title: ({ known }, { text }) => titleFor(known, text),
    top: ({ known }, { signedIn, text }, title) =>
      html`<div class="intro"><p><a href="${at(signedIn, CONNECT)}">${text.connect.title}</a></p><h1>${title}</h1>${stepsFor(known.key, text)}</div>`,
    scripts: () => copyScript,
    body({ known, chosen, standing, commands }, { signedIn, text }) {
      const admission = admissionOf(known, config);
      // The server is reachable from this computer only.
      const isCutOff = known.isHosted && config.isLoopback;
      const isReady = admission === 'by_address' && standing?.review === 'by_default';
      const instead = CLIENTS.find(({ key }) => key === 'mcp_remote')?.name;
      return html`<section class="stack">${admission !== undefined && !isReady && !(isCutOff && admission === 'by_name') && html`<p class="detail">${admissionText(admission, known, standing, text)}${admission === 'by_address' && reviewsLink(signedIn, text)}</p>`}
${isCutOff && notice('warning', html`<p>${notReachableText(known.key, instead, text)}</p>`)}
${commandBlocks(known, commands, text)}
${admission !== undefined && changesForm(known, chosen, text)}</section>`;
    },
  });
}

/** How the client becomes known to this server, and what was decided about the address by which it identifies itself. */
function admissionText(
  admission: Admission,
  { document }: ConnectClient,
  standing: Standing | undefined,
  { connect }: Text,
): string {
  const host = displayText(document?.split('/', 1)[0] ?? '');
  const review = admission === 'by_address' ? standing?.review : undefined;
  if (review === 'blocked') return connect.addressBlocked({ host });
  if (review === 'approved') return connect.addressApproved({ host });
  return fill(connect.admission[admission], { host });
}

/** Makes the address with which a client asks for changes at once: few ask for more later. */
function changesForm({ asksForAll, name }: ConnectClient, chosen: readonly string[], text: Text): Html {
  const { changes } = text.connect;
  const choices = CHANGING.map((scope) => {
    const subject = subjectOf(scope);
    return html`<label class="choice"><input type="checkbox" name="tools" value="${subject}"${chosen.includes(subject) && html` checked`}><span>${text.scopes[scope]}</span></label>`;
  });
  return html`<details${chosen.length > 0 && html` open`}><summary>${changes.title}</summary>
<form method="get" class="stack"><fieldset class="choices"><legend>${asksForAll === true ? changes.all({ app: name }) : changes.text}</legend>
${choices}</fieldset>
<div class="inline">${button(changes.submit, 'secondary')}</div></form></details>`;
}

export function addressesPage(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { baseUrl } = app.config;
  const place = {
    ...belowSchool(managers, CONNECT),
    missing: (signedIn: OperatorRequest, reply: FastifyReply) => reply.redirect(at(signedIn, CONNECT), 303),
  };
  definePage(app, place, {
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
  });
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
