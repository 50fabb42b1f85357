/** The page with what is typed or pasted into one client. */
import type { FastifyInstance } from 'fastify';
import { isChangingScope, OPERATOR_SCOPES, SCOPE_SUBJECTS, subjectOf } from '../../../../schema/oauth/scope.ts';
import { toolUrl } from '../../../../schema/tool-url.ts';
import { fill, type Text } from '../../../words/index.ts';
import { button, linkButton, notice } from '../../kit/components.ts';
import { copyBlock } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage } from '../../kit/page.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { copyScript } from '../../kit/scripts.ts';
import { at, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { belowSchool } from '../placed-pages.ts';
import { admissionOf, CLIENTS, type Known, slugInAddresses } from './clients.ts';
import { commandsFor } from './commands.ts';
import { type Admission, notReachableText, stepsFor, titleFor } from './guides.ts';
import { type Standing, standingsAt } from './standing.ts';
import { CONNECT, reviewsLink } from './switch-rows.ts';

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
      return { known, chosen, standing, ...commandsFor(known.key, { url, slug }) };
    },
    title: ({ known }, { text }) => titleFor(known, text),
    top: ({ known }, { signedIn, text }, title) =>
      html`<div class="intro"><p><a href="${at(signedIn, CONNECT)}">${text.connect.title}</a></p><h1>${title}</h1>${stepsFor(known.key, text)}</div>`,
    scripts: () => copyScript,
    body({ known, chosen, standing, installHref, snippets }, { signedIn, text }) {
      const { connect, shell } = text;
      const admission = admissionOf(known, config);
      // The server is reachable from this computer only.
      const isCutOff = known.isHosted && config.isLoopback;
      const isReady = admission === 'by_address' && standing?.review === 'by_default';
      const instead = CLIENTS.find(({ key }) => key === 'mcp_remote')?.name;
      return html`<section class="stack">${admission !== undefined && !isReady && !(isCutOff && admission === 'by_name') && html`<p class="detail">${admissionText(admission, known, standing, text)}${admission === 'by_address' && reviewsLink(signedIn, text)}</p>`}
${isCutOff && notice('warning', html`<p>${notReachableText(known.key, instead, text)}</p>`)}
${installHref !== undefined && html`<p>${linkButton(installHref, connect.install({ client: known.name }), 'secondary')}</p>`}
${snippets.map(({ kind, content }) => copyBlock(shell, connect.snippets[kind], content))}
${admission !== undefined && changesForm(known, chosen, text)}</section>`;
    },
  });
}

/** How the client becomes known to this server, and what was decided about the address by which it identifies itself. */
function admissionText(
  admission: Admission,
  { document }: Known,
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
function changesForm({ asksForAll, name }: Known, chosen: readonly string[], text: Text): Html {
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
