/** The start page, for people with an account, for chance visitors, and for developers. */
import type { FastifyInstance } from 'fastify';
import type { AnySession } from '../../schema/people/person.ts';
import { PROGRAM } from '../../schema/program/program-name.ts';
import { type Text, textFor } from '../words/index.ts';
import { learningPath } from './account/account-pages.ts';
import { accountCard, button, linkButton, postForm } from './kit/components.ts';
import { displayText, linkTarget } from './kit/display-text.ts';
import { type Html, html } from './kit/html.ts';
import { page } from './kit/layout.ts';
import { frameFor, sendPage, showFailures } from './kit/sending.ts';
import { membershipsIn, runsSchool, SCHOOL_ACCOUNT, throughSchool } from './kit/signed-in.ts';
import { waitsForSetup } from './setup/routes.ts';

/** For machines. */
const DOCUMENTS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-protected-resource',
  '/.well-known/jwks.json',
  '/openapi.json',
] as const;

export default async function homeSurface(app: FastifyInstance): Promise<void> {
  const { baseUrl, docsUrl, isLoopback } = app.config;
  const isWaiting = waitsForSetup(app);
  showFailures(app);

  app.get('/', async (request, reply) => {
    const frame = frameFor(request);
    const text = textFor(frame.language);
    const { home } = text;
    const session = await app.people.loginSession.findAny(request);
    const visitor = session === undefined ? stranger(text, await isWaiting()) : await signedIn(app, session, text);
    const link = (href: string, label: string): Html => html`<li><a href="${linkTarget(href)}">${label}</a></li>`;
    const command = `${PROGRAM} connect --server ${baseUrl}`;
    const body = html`<div class="intro"><h1>${home.title}</h1><p>${home.lead}</p></div>
${visitor}
<section class="stack"><div class="intro"><h2>${home.developer}</h2><p>${home.developerText}</p></div>
<div><h3>${home.issuer}</h3><code class="address">${displayText(baseUrl)}</code></div>
${isLoopback && html`<div><h3>${home.tryIt}</h3><pre><code>${command}</code></pre></div>`}
<div><h3>${home.documents}</h3><ul class="links">${link(docsUrl, home.docs)}${link('/auth.md', home.walkthrough)}${DOCUMENTS.map((path) => link(path, path))}</ul></div>
</section>`;
    return sendPage(reply, page(frame, { title: home.title, body }), 'form');
  });
}

/** @param isWaiting whether there is no school yet */
const stranger = ({ home, setup }: Text, isWaiting: boolean): Html =>
  isWaiting
    ? html`<section class="panel"><h2>${setup.waiting.title}</h2><p>${setup.waiting.text}</p></section>`
    : html`<section class="stack"><div class="intro"><h2>${home.visitor}</h2>
<p>${home.visitorText}</p></div><p>${linkButton('/sign-in', home.signIn)}</p></section>`;

async function signedIn(app: FastifyInstance, session: AnySession, text: Text): Promise<Html> {
  const { home, shell } = text;
  const memberships = await membershipsIn(app, session);
  const isOfAccount = session.schoolId === undefined;
  const open = isOfAccount ? memberships.filter(({ isClosed }) => !isClosed) : [];
  const csrf = app.people.loginSession.formToken('sign out', session.id);
  return html`<section class="panel">
<h2>${home.signedIn}</h2>
${accountCard(session.person, throughSchool(session, text))}
<h3>${home.goOn}</h3>
<ul class="links">${open.map((one) => html`<li><a href="${learningPath(one)}">${home.learning({ school: displayText(one.siteName) })}</a></li>`)}
<li><a href="${isOfAccount ? '/account' : SCHOOL_ACCOUNT}">${shell.areas.account}</a></li>
${memberships.filter(runsSchool).map(({ slug, siteName }) => html`<li><a href="${linkTarget(`/admin/${slug}`)}">${home.admin({ school: displayText(siteName) })}</a></li>`)}</ul>
${postForm({ action: '/oauth/logout/confirm', csrf, body: button(home.signOut, 'plain') })}
</section>`;
}
