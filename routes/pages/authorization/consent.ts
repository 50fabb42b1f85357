import type { Role } from '../../../schema/oauth/scope.ts';
import { type Text, textFor } from '../../words/index.ts';
import { clientLabel, clientOrigin, clientTile } from '../kit/client.ts';
import { accountCard, button, fact, notice, postForm } from '../kit/components.ts';
import { displayText, linkTarget } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { pencilIcon, warningIcon } from '../kit/icons.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { consentStylesheet } from '../kit/styles.ts';
import type { AccountView, ClientView, RedirectView, ScopeView } from '../kit/views.ts';
import { consentScopes, type OfferedScopes, offeredScopes } from './consent-scopes.ts';

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
<h1>${clientLabel(client)} ${text.consent.asks({ school: site })}</h1>
${client.host !== undefined && html`<p class="detail">${text.client.callsItself({ name: displayText(client.name) })}</p>`}
${clientOrigin(client, text)}
${isOffered && html`<p class="detail">${text.consent.offered({ school: site })}</p>`}
</div></div>`;

/** Where the answer goes, and what can go wrong there. */
const target = ({ redirect: { host, kind }, copiesAddress }: Consent, text: Text): Html => {
  const isLoopback = kind === 'loopback';
  return html`<div class="target${isLoopback && ' warned'}">${isLoopback && warningIcon}<div>
<p class="name">${text.consent.goesTo[kind]}</p>
<p><code>${displayText(host)}</code></p>
${isLoopback && html`<p>${text.consent.loopbackWarning}${copiesAddress && html` ${text.otherComputer.back}`}</p>`}
</div></div>`;
};

const facts = ({ apiHost, lifetimeDays, manageUrl }: Consent, { consent }: Text): Html => html`<dl class="facts">
${fact(consent.lasts, html`${consent.lastsDays({ days: lifetimeDays })} <a href="${linkTarget(manageUrl)}">${consent.undoLink}</a>`)}
${fact(consent.reaches, consent.reachesApis({ host: displayText(apiHost) }))}
</dl>`;

/** How much is going to be allowed, at the buttons. */
const extent = ({ changing, viewing, identity }: OfferedScopes, days: number, { consent }: Text): Html => {
  const count = changing.length + viewing.length + identity.length;
  const changes = html`<strong class="changing">${pencilIcon} ${consent.changing({ number: changing.length })}</strong>`;
  return html`<p class="extent"><strong>${consent.permissions({ number: count })}</strong> ${changing.length > 0 && changes} <span>${consent.days({ days })}</span></p>`;
};

// The button to refuse comes first, so that pressing Enter out of habit grants nothing.
const buttons = ({ changing, viewing }: OfferedScopes, text: Text): Html => html`<div class="actions">
<button type="submit" name="decision" value="deny" class="secondary">${text.consent.deny}</button>
${changing.length > 0 && viewing.length > 0 && html`<button type="submit" name="decision" value="allow_read" class="secondary read">${text.consent.allowRead}</button>`}
<button type="submit" name="decision" value="allow" class="primary">${text.consent.allow}</button>
</div>`;

const FORM = 'decision';

/** All that the decision is about comes before its buttons, and no part of the page lies over another. */
export const consentPage = (frame: PageFrame, consent: Consent): string => {
  const { action, csrf, client, account, scopes, switchAction } = consent;
  const text = textFor(frame.language);
  const site = displayText(consent.site.name);
  const app = clientLabel(client);
  const offered = offeredScopes(scopes);
  const body = html`<div class="consent"><div class="asking">
${asker(consent, site, text)}
${client.assurance === 'none' && notice('warning', html`<p>${text.consent.warning({ app })}</p>`)}
<div class="account">
${accountCard(account, text.consent.atSchool({ role: text.roles[account.role], school: site }))}
${postForm({ action: switchAction, csrf, body: button(text.labels.switch, 'plain') })}
</div>
${target(consent, text)}
${facts(consent, text)}
</div>
${postForm({
  id: FORM,
  action,
  csrf,
  body: [
    consentScopes(scopes, app, text),
    html`<div class="decision">${extent(offered, consent.lifetimeDays, text)}${buttons(offered, text)}</div>`,
  ],
})}</div>`;
  const headExtra = html`<link rel="stylesheet" href="${consentStylesheet.path}">`;
  return page(frame, { title: text.consent.title({ app }), body, headExtra, wide: true, languageForm: FORM });
};
