import type { Role } from '../../../../schema/oauth/scope.ts';
import { clientLabel, clientOrigin, clientTile } from '../../../pages/kit/client.ts';
import { accountCard, button, notice, postForm } from '../../../pages/kit/components.ts';
import { consentScopes } from '../../../pages/kit/consent-scopes.ts';
import { displayText, linkTarget } from '../../../pages/kit/display-text.ts';
import { type Html, html, type Renderable } from '../../../pages/kit/html.ts';
import { type PageFrame, page } from '../../../pages/kit/layout.ts';
import { type Text, textFor } from '../../../pages/kit/text/index.ts';
import type { AccountView, ClientView, RedirectView, ScopeView } from '../../../pages/kit/views.ts';

export type Consent = {
  action: string;
  csrf: string;
  client: ClientView;
  site: { name: string };
  account: AccountView & { role: Role };
  scopes: readonly ScopeView[];
  redirect: RedirectView;
  switchAction: string;
  /** The resource that the access is for: the address of the APIs. */
  resourceLabel: string;
  lifetimeDays: number;
  /** Path of the page of connected apps. */
  manageUrl: string;
};

// CIMD §8.5: the host is proven and the name is only claimed, so the host comes first and is the largest.
const asker = (client: ClientView, site: string, text: Text): Html => html`<div class="asker">${clientTile(client)}<div>
<h1><span class="who">${clientLabel(client)}</span> <span class="asks">${text.consent.asks(site)}</span></h1>
${client.host !== undefined && html`<p class="detail">${text.client.callsItself(displayText(client.name))}</p>`}
${clientOrigin(client, text)}
</div></div>`;

const fact = (term: string, description: Renderable): Html => html`<div><dt>${term}</dt><dd>${description}</dd></div>`;

const destination = ({ host, kind }: RedirectView, text: Text): string => {
  if (kind === 'loopback') return text.consent.goesToLoopback(displayText(host));
  return kind === 'app' ? text.consent.goesToApp(displayText(host)) : text.consent.goesToWeb(displayText(host));
};

const undo = ({ manageUrl }: Consent, text: Text): Html =>
  html`${text.consent.undoHere} <a href="${linkTarget(manageUrl)}">${text.consent.undoLink}</a>`;

const facts = (consent: Consent, text: Text): Html => html`<dl class="facts">
${fact(text.consent.goesTo, destination(consent.redirect, text))}
${fact(text.consent.reaches, displayText(consent.resourceLabel))}
${fact(text.consent.lasts, text.consent.lastsDays(consent.lifetimeDays))}
${fact(text.consent.undo, undo(consent, text))}
</dl>`;

// The button to refuse comes first, so that pressing Enter out of habit grants nothing.
const decision = (text: Text): Html => html`<div class="actions pair">
<button type="submit" name="decision" value="deny" class="secondary">${text.consent.deny}</button>
<button type="submit" name="decision" value="allow" class="primary">${text.consent.allow}</button>
</div>`;

export const consentPage = (frame: PageFrame, consent: Consent): string => {
  const { action, csrf, client, account, scopes, redirect, switchAction } = consent;
  const text = textFor(frame.language);
  const site = displayText(consent.site.name);
  const body = html`${asker(client, site, text)}
${client.assurance === 'none' && notice('warning', html`<p>${text.consent.warning(clientLabel(client))}</p>`)}
<section class="panel"><h2>${text.consent.signedInAs}</h2>
${accountCard(account, text.consent.atSchool(text.roles[account.role], site))}
${postForm({ action: switchAction, csrf, body: button(text.labels.switch, 'plain') })}
</section>
${postForm({
  action,
  csrf,
  body: [
    consentScopes(scopes, text),
    facts(consent, text),
    redirect.kind === 'loopback' && notice('warning', html`<p>${text.consent.loopbackWarning}</p>`),
    decision(text),
  ],
})}`;
  return page(frame, { title: text.consent.title(clientLabel(client)), body, wide: true });
};
