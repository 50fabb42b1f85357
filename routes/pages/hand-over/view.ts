import type { StoredApplication } from '../../../schema/oauth/site-application.ts';
import { type Text, textFor } from '../../words/index.ts';
import { button, field, moment, notice, postForm } from '../kit/components.ts';
import { copyBlock, copyField } from '../kit/copyable.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { copyScript } from '../kit/scripts.ts';
import { developerFacts, settingsLines } from '../site-admin/applications/developer.ts';
import type { Finding } from './finding.ts';
import type { Sample } from './samples.ts';

/** The length of an address that can be examined. */
export const MAX_ADDRESS = 4000;

/** What the page says of the secret. */
export type SecretState =
  | { is: 'none' }
  | { is: 'waiting'; action: string; csrf: string; hidden: Readonly<Record<string, string>> }
  | { is: 'shown'; secret: string }
  | { is: 'used'; at: number };

/** The form that runs the checks, and what they found. */
export type HandOverTest = {
  action: string;
  csrf: string;
  hidden: Readonly<Record<string, string>>;
  /** What was pasted into it. */
  address: string;
  findings: readonly Finding[];
  /** The authorization endpoint with a request that a browser can send. */
  signInHref: string;
  docsUrl: string;
};

export type HandOver = {
  school: string;
  application: StoredApplication;
  baseUrl: string;
  /** Whether people of the school can use the explorer of the Account API. */
  hasExplorer: boolean;
  samples: readonly Sample[];
  expiresAt: number;
  secret: SecretState;
  test: HandOverTest;
};

const secretSection = (secret: SecretState, frame: PageFrame, text: Text): Html => {
  const { secret: say } = text.handOver;
  const of = (content: Html): Html => html`<section class="stack"><h2>${say.title}</h2>${content}</section>`;
  switch (secret.is) {
    case 'none':
      return of(html`<p>${say.none}</p>`);
    case 'waiting': {
      const { action, csrf, hidden } = secret;
      return of(html`<p>${say.text}</p>
${postForm({ action, csrf, hidden, body: html`<div class="inline">${button(say.reveal)}</div>` })}`);
    }
    case 'shown':
      return of(html`${notice('warning', html`<p role="status">${say.shown}</p>`)}
${copyField(text.shell, 'client_secret', 'client_secret', secret.secret)}`);
    case 'used':
      return of(html`<p>${say.used} ${moment(secret.at, frame.language)}</p><p>${say.usedText}</p>`);
  }
};

const settingsOf = ({ application, baseUrl }: HandOver): string =>
  [
    ...settingsLines(developerFacts(baseUrl, application)),
    `authorization_endpoint=${baseUrl}/oauth/authorize`,
    `token_endpoint=${baseUrl}/api/oauth/token`,
    `revocation_endpoint=${baseUrl}/api/oauth/revoke`,
  ].join('\n');

const sample = ({ language, file, run, content }: Sample, text: Text): Html =>
  html`<details class="snippets"><summary>${language}</summary>
<div class="stack">${copyBlock(text.shell, text.handOver.code.save({ file }), content)}
${copyBlock(text.shell, text.handOver.code.run, run)}</div></details>`;

const BADGES = { held: 'badge', failed: 'badge unknown', noted: 'badge off' } as const;

const findingItem = ({ outcome, title, sentence, error }: Finding, docsUrl: string, { handOver }: Text): Html => {
  const { test } = handOver;
  return html`<li><div><h3>${displayText(title(test))}</h3><p>${displayText(sentence(test))}</p>
${error !== undefined && html`<p class="detail"><a href="${docsUrl}/errors#${errorAnchor(error.code)}"><code>${displayText(error.code)}</code></a> ${displayText(error.description)}</p>`}</div>
<span class="${BADGES[outcome]}">${test.outcome[outcome]}</span></li>`;
};

/** An answer can name any error, and the manual has a section for each of ours. */
const errorAnchor = (code: string): string => (/^[a-z_]+$/.test(code) ? code : '');

const testSection = ({ test }: HandOver, text: Text): Html => {
  const { test: say } = text.handOver;
  const { action, csrf, hidden, address, findings, signInHref, docsUrl } = test;
  const input = field({
    name: 'address',
    label: say.address,
    type: 'text',
    autocomplete: 'off',
    optional: true,
    value: address,
    hint: say.addressHint,
    maxLength: MAX_ADDRESS,
  });
  return html`<section class="stack" id="test"><h2>${say.title}</h2><p>${say.text}</p>
${postForm({
  action: `${action}#test`,
  csrf,
  hidden,
  body: html`${input}<div class="inline">${button(findings.length > 0 ? say.again : say.run)}
<a class="secondary" href="${signInHref}" target="_blank" rel="noreferrer">${say.tryIt}</a></div>`,
})}
<p class="detail">${say.tryText}</p>
${findings.length > 0 && html`<ul class="rows" aria-label="${say.results}">${findings.map((one) => findingItem(one, docsUrl, text))}</ul>`}</section>`;
};

/** The page that a link opens for whoever builds an application. */
export const handOverPage = (frame: PageFrame, view: HandOver): string => {
  const text = textFor(frame.language);
  const { handOver } = text;
  const { application, school, samples, expiresAt, secret } = view;
  const title = handOver.title({ app: displayText(application.name) });
  const body = html`<div class="intro"><h1>${title}</h1><p>${handOver.lead({ school: displayText(school) })}</p>
<p>${handOver.until} ${moment(expiresAt, frame.language)}</p></div>
${secretSection(secret, frame, text)}
<section class="stack"><h2>${handOver.settings}</h2>${copyBlock(text.shell, handOver.settingsText, settingsOf(view))}</section>
<section class="stack"><h2>${handOver.code.title}</h2><p>${handOver.code.account({ school: displayText(school) })}</p><p>${handOver.code.text}</p>
<div>${samples.map((one) => sample(one, text))}</div>
<ul class="links"><li><a href="/auth.md">${text.applications.developer.walkthrough}</a></li>
${view.hasExplorer && application.scopes.includes('account:read') && html`<li><a href="/account/explorer">${text.explorer.title}</a></li>`}</ul></section>
${testSection(view, text)}`;
  return page(frame, { title, body, headExtra: copyScript, wide: true });
};

/** The page for a link that is unknown, expired or revoked, or whose application is gone. */
export const handOverGonePage = (frame: PageFrame): string => {
  const { gone } = textFor(frame.language).handOver;
  return page(frame, {
    title: gone.title,
    body: html`<div class="intro"><h1>${gone.title}</h1><p>${gone.text}</p></div>`,
  });
};
