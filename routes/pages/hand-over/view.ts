/** The page that a hand-over link opens, and the one that stands for a link that is gone. */

import type { LiveHandoverLink } from '../../../schema/clients/handover-link.ts';
import type { CredentialHash } from '../../../schema/credential.ts';
import type { StoredApplication } from '../../../schema/oauth/site-application.ts';
import { type Text, textFor } from '../../words/index.ts';
import { button, field, moment, notice, postForm } from '../kit/components.ts';
import { copyBlock, copyField } from '../kit/copyable.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { copyScript } from '../kit/scripts.ts';
import { developerFacts, settingsLines } from '../site-admin/applications/developer.ts';
import type { Finding } from './checks.ts';
import type { Sample } from './samples.ts';

export const PATH = '/hand-over';
export const REVEAL = '/hand-over/secret';
export const TEST = '/hand-over/test';
/** The length of an address that can be examined. */
export const MAX_ADDRESS = 4000;

/** A link that can be used, with its application. */
export interface OpenedHandOver {
  hash: CredentialHash;
  token: string;
  link: LiveHandoverLink;
  application: StoredApplication;
}

export interface HandOver {
  opened: OpenedHandOver;
  csrf: string;
  baseUrl: string;
  docsUrl: string;
  /** True if people of the school can use the explorer of the Account API. */
  hasExplorer: boolean;
  samples: readonly Sample[];
  /** A request to the authorization endpoint that a browser can send. */
  signInQuery: URLSearchParams;
  /** The new secret. It is shown this once. */
  newSecret?: string;
  /** The address pasted into the form of the test, and the findings. */
  address: string;
  findings: readonly Finding[];
}

/** The page that a link opens for whoever builds an application. */
export const handOverPage = (frame: PageFrame, handedOver: HandOver): string => {
  const text = textFor(frame.language);
  const { handOver } = text;
  const { opened, samples } = handedOver;
  const { application, link } = opened;
  const school = displayText(link.siteName);
  const title = handOver.title({ app: displayText(application.name) });
  const body = html`<div class="intro"><h1>${title}</h1><p>${handOver.lead({ school })}</p>
<p>${handOver.until} ${moment(link.expiresAt, frame.language)}</p></div>
${secretSection(handedOver, frame.language, text)}
<section class="stack"><h2>${handOver.settings}</h2>${copyBlock(text.shell, handOver.settingsText, settingsOf(application, handedOver.baseUrl))}</section>
<section class="stack"><h2>${handOver.code.title}</h2><p>${handOver.code.account({ school })}</p><p>${handOver.code.text}</p>
<div>${samples.map((program) => sample(program, text))}</div>
<ul class="links"><li><a href="/auth.md">${text.applications.developer.walkthrough}</a></li>
${handedOver.hasExplorer && application.scopes.includes('account:read') && html`<li><a href="/account/explorer">${text.explorer.title}</a></li>`}</ul></section>
${testSection(handedOver, text)}`;
  return page(frame, { title, body, headExtra: copyScript });
};

function secretSection({ csrf, newSecret, opened }: HandOver, language: string, text: Text): Html {
  const { application, link, token } = opened;
  const { secret } = text.handOver;
  const of = (content: Html): Html => html`<section class="stack"><h2>${secret.title}</h2>${content}</section>`;
  if (newSecret !== undefined) {
    return of(html`${notice('warning', html`<p role="status">${secret.shown}</p>`)}
${copyField(text.shell, 'client_secret', 'client_secret', newSecret)}`);
  }
  if (application.secretHash === undefined) return of(html`<p>${secret.none}</p>`);
  if (link.revealedAt !== null) {
    return of(html`<p>${secret.used} ${moment(link.revealedAt, language)}</p><p>${secret.usedText}</p>`);
  }
  const body = html`<div class="inline">${button(secret.reveal)}</div>`;
  return of(html`<p>${secret.text}</p>
${postForm({ action: REVEAL, csrf, hidden: { token }, body })}`);
}

const settingsOf = (application: StoredApplication, baseUrl: string): string =>
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
  return html`<li><div><h3>${displayText(title)}</h3><p>${displayText(sentence)}</p>
${error !== undefined && html`<p class="detail"><a href="${docsUrl}/errors#${errorAnchor(error.code)}"><code>${displayText(error.code)}</code></a> ${displayText(error.description)}</p>`}</div>
<span class="${BADGES[outcome]}">${test.outcome[outcome]}</span></li>`;
};

/** An answer can name any error, and the manual has a section for each of ours. */
const errorAnchor = (code: string): string => (/^[a-z_]+$/.test(code) ? code : '');

/** The form that runs the checks, and what they found. */
const testSection = ({ opened, csrf, address, findings, docsUrl, signInQuery }: HandOver, text: Text): Html => {
  const { test } = text.handOver;
  const about = { name: 'address', label: test.address, hint: test.addressHint, value: address } as const;
  const input = field({ ...about, type: 'text', autocomplete: 'off', optional: true, maxLength: MAX_ADDRESS });
  const body = html`${input}<div class="inline">${button(findings.length > 0 ? test.again : test.run)}
<a class="secondary" href="/oauth/authorize?${signInQuery.toString()}" target="_blank" rel="noreferrer">${test.tryIt}</a></div>`;
  return html`<section class="stack" id="test"><h2>${test.title}</h2><p>${test.text}</p>
${postForm({ action: `${TEST}#test`, csrf, hidden: { token: opened.token }, body })}
<p class="detail">${test.tryText}</p>
${findings.length > 0 && html`<ul class="rows" aria-label="${test.results}">${findings.map((finding) => findingItem(finding, docsUrl, text))}</ul>`}</section>`;
};

/** The page for a link that is unknown, expired or revoked, or whose application is gone. */
export const handOverGonePage = (frame: PageFrame): string => {
  const { gone } = textFor(frame.language).handOver;
  return page(frame, {
    title: gone.title,
    body: html`<div class="intro"><h1>${gone.title}</h1><p>${gone.text}</p></div>`,
  });
};
