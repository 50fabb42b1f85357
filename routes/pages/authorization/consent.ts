import type { Role } from '../../../schema/oauth/scope.ts';
import { clientLabel, clientOrigin, clientTile } from '../kit/client.ts';
import { accountCard, button, notice, postForm } from '../kit/components.ts';
import { displayText, linkTarget } from '../kit/display-text.ts';
import { type Html, html, type Renderable } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { consentStylesheet } from '../kit/styles.ts';
import { type Text, textFor } from '../kit/text/index.ts';
import type { AccountView, ClientView, RedirectView, ScopeView } from '../kit/views.ts';
import { askedAgain, canReadOnly, consentScopes } from './consent-scopes.ts';

export type Consent = {
  action: string;
  csrf: string;
  client: ClientView;
  site: { name: string };
  /** Whether the school offers the app to its members. */
  isOffered: boolean;
  account: AccountView & { role: Role };
  scopes: readonly ScopeView[];
  redirect: RedirectView;
  /** Whether its answer may be copied, if it goes to this computer. */
  copiesAddress: boolean;
  switchAction: string;
  /** The host of the APIs, for which the access is: this server. */
  apiHost: string;
  lifetimeDays: number;
  /** Path of the page of connected apps. */
  manageUrl: string;
};

// CIMD §8.5: the host is proven and the name is only claimed, so the host comes first and is the largest.
const asker = (
  { client, isOffered }: Consent,
  site: string,
  text: Text,
): Html => html`<div class="asker">${clientTile(client)}<div>
<h1><span class="who">${clientLabel(client)}</span> <span class="asks">${text.consent.asks(site)}</span></h1>
${client.host !== undefined && html`<p class="detail">${text.client.callsItself(displayText(client.name))}</p>`}
${clientOrigin(client, text)}
${isOffered && html`<p class="detail">${text.consent.offered(site)}</p>`}
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
${fact(text.consent.reaches, text.consent.reachesApis(displayText(consent.apiHost)))}
${fact(text.consent.lasts, html`${text.consent.lastsDays(consent.lifetimeDays)}<br>${undo(consent, text)}`)}
</dl>`;

// The button to refuse comes first, so that pressing Enter out of habit grants nothing.
const decision = (scopes: readonly ScopeView[], text: Text): Html => html`<div class="actions pair decision">
<button type="submit" name="decision" value="deny" class="secondary">${text.consent.deny}</button>
${canReadOnly(scopes) && html`<button type="submit" name="decision" value="allow_read" class="secondary read">${text.consent.allowRead}</button>`}
<button type="submit" name="decision" value="allow" class="primary">${text.consent.allow}</button>
</div>`;

const FORM = 'decision';

export const consentPage = (frame: PageFrame, consent: Consent): string => {
  const { action, csrf, client, account, scopes, redirect, copiesAddress, switchAction } = consent;
  const text = textFor(frame.language);
  const site = displayText(consent.site.name);
  const body = html`${asker(consent, site, text)}
${client.assurance === 'none' && notice('warning', html`<p>${text.consent.warning(clientLabel(client))}</p>`)}
<section class="panel account"><h2>${text.consent.signedInAs}</h2>
${accountCard(account, text.consent.atSchool(text.roles[account.role], site))}
${postForm({ action: switchAction, csrf, body: button(text.labels.switch, 'plain') })}
</section>
${postForm({
  id: FORM,
  action,
  csrf,
  body: [
    askedAgain(scopes, clientLabel(client), text),
    consentScopes(scopes, text),
    facts(consent, text),
    redirect.kind === 'loopback' &&
      notice(
        'warning',
        html`<p>${text.consent.loopbackWarning}${copiesAddress && html` ${text.otherComputer.back}`}</p>`,
      ),
    decision(scopes, text),
  ],
})}`;
  const headExtra = html`<link rel="stylesheet" href="${consentStylesheet.path}">`;
  return page(frame, {
    title: text.consent.title(clientLabel(client)),
    body,
    headExtra,
    wide: true,
    languageForm: FORM,
  });
};
