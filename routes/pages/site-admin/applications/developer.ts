/** The data for the developer of an application: its settings, its secret once, and a command that tries it out. */
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../../../../schema/oauth/redirect-uri.ts';
import { joinScopes } from '../../../../schema/oauth/scope.ts';
import type { StoredApplication } from '../../../../schema/oauth/site-application.ts';
import type { Text } from '../../../words/index.ts';
import { linkButton, notice } from '../../kit/components.ts';
import { copyBlock, copyField } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { pageSender } from '../../kit/page.ts';
import { copyScript } from '../../kit/scripts.ts';
import type { OperatorRequest, Place } from '../operator-pages.ts';
import { applicationPath } from './application.ts';

type Settings = Pick<StoredApplication, 'id' | 'authMethod' | 'redirectUris' | 'scopes'>;

/**
 * Returns the options with which `schoolgate connect` can receive the callback of the application; `undefined` if it
 * cannot.
 */
function callbackOptions(redirectUris: readonly string[]): string | undefined {
  for (const uri of redirectUris) {
    const url = isLoopback(uri) ? URL.parse(uri) : null;
    // The command listens on these two hosts, and on paths without a query.
    if (url === null || !['127.0.0.1', 'localhost'].includes(url.hostname) || url.search !== '') continue;
    if (!/^[A-Za-z0-9/._~-]+$/.test(url.pathname)) continue;
    const host = url.hostname === '127.0.0.1' ? '' : ` --host ${url.hostname}`;
    return url.pathname === '/callback' ? host : `${host} --path ${url.pathname}`;
  }
  return undefined;
}

type DeveloperFacts = ReturnType<typeof developerFacts>;

export function developerFacts(baseUrl: string, { id, authMethod, redirectUris, scopes }: Settings) {
  const scope = joinScopes(scopes);
  const options = callbackOptions(redirectUris);
  const secret = authMethod === 'none' ? '' : ' --client-secret "$CLIENT_SECRET"';
  const command = `schoolgate connect --server ${baseUrl} --client-id ${id}${secret}${options} --scope "${scope}"`;
  return {
    issuer: baseUrl,
    clientId: id,
    authMethod,
    redirectUris,
    scope,
    /** Runs the whole flow, if one of the redirect URIs allows it. */
    command: options === undefined ? undefined : command,
  };
}

/** The settings of the app, one a line. */
export const settingsLines = (facts: DeveloperFacts): readonly string[] => [
  `issuer=${facts.issuer}`,
  `client_id=${facts.clientId}`,
  `token_endpoint_auth_method=${facts.authMethod}`,
  ...facts.redirectUris.map((uri) => `redirect_uri=${uri}`),
  `scope=${facts.scope}`,
  `resource=${facts.issuer}`,
];

export const forTheDeveloper = (facts: DeveloperFacts, { applications: { developer }, shell }: Text): Html =>
  html`<section class="stack"><h2>${developer.title}</h2><p>${developer.lead} ${facts.authMethod === 'none' ? developer.noSecret : developer.sendSecret}</p>
${copyBlock(shell, developer.settings, settingsLines(facts).join('\n'))}
${facts.command !== undefined && copyBlock(shell, developer.command, facts.command)}
<ul class="links"><li><a href="/auth.md">${developer.walkthrough}</a></li></ul></section>`;

/** An application that was created, or received a new secret, which is shown on this page only and never again. */
interface IssuedLink {
  occasion: 'created' | 'rotated';
  application: Settings & Pick<StoredApplication, 'name'>;
  secret: string | undefined;
}

/** The page after a form that makes secrets, and the one after a form that was sent twice: the second had no effect. */
export const issuedPages = (app: FastifyInstance, place: Place<OperatorRequest>) => ({
  issued: pageSender<OperatorRequest, IssuedLink>(app, place, {
    title: ({ occasion }, { text }) => text.applications.issued.title[occasion],
    lead: ({ application }) => html`<p>${displayText(application.name)}</p>`,
    scripts: () => copyScript,
    body({ occasion, application, secret }, { signedIn, text }) {
      const { issued } = text.applications;
      const href = applicationPath(signedIn, application);
      return html`${secret !== undefined && notice('warning', html`<p>${issued.once}</p>`)}
${copyField(text.shell, 'client_id', 'client_id', application.id)}
${secret !== undefined && copyField(text.shell, 'client_secret', 'client_secret', secret)}
${occasion === 'rotated' && html`<p>${issued.overlap}</p>`}
${secret === undefined && html`<p>${issued.noSecret}</p>`}
<div class="inline">${linkButton(href, issued.on, secret === undefined ? 'primary' : 'secondary')}${linkButton(`${href}/hand-over`, text.handOver.admin.create, 'secondary')}</div>
${forTheDeveloper(developerFacts(app.config.baseUrl, application), text)}`;
    },
  }),
  alreadyIssued: pageSender<OperatorRequest, Pick<IssuedLink, 'occasion'> & { id: string }>(app, place, {
    title: ({ occasion }, { text }) => text.applications.issued.again[occasion].title,
    lead: ({ occasion }, { text }) => html`<p>${text.applications.issued.again[occasion].text}</p>`,
    body: (application, { signedIn, text }) =>
      html`<p>${linkButton(applicationPath(signedIn, application), text.applications.issued.on)}</p>`,
  }),
});
