/** The list of attempts to connect, which a script keeps up to date. Without it, the link shows new ones. */
import type { AttemptFacts, ConnectionAttempt } from '../../../schema/connection-attempt.ts';
import { emptyList, moment } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { pager } from '../kit/pager.ts';
import { attemptsScript } from '../kit/scripts.ts';
import { type Text, textFor } from '../kit/text/index.ts';
import { ruleKey, whoChanges } from './explained.ts';

export type AttemptsView = {
  attempts: readonly ConnectionAttempt[];
  /** The path of the page. */
  action: string;
  /** The page of the platform, about attempts that name no school. */
  isPlatform: boolean;
  timeZone: string;
  /** Whether older attempts are shown, so that new ones do not appear. */
  isOlder: boolean;
  nextHref: string | undefined;
};

const fact = (term: string, description: Html | string): Html =>
  html`<div><dt>${term}</dt><dd>${description}</dd></div>`;

const cameOf = (facts: AttemptFacts): Html =>
  html`${facts.map(([name, value], at) => html`${at > 0 && html`<br>`}${name}: <code>${displayText(value)}</code>`)}`;

const explanation = (one: ConnectionAttempt, { attempts: text }: Text): Html | undefined => {
  if (one.rule === null) return undefined;
  const key = ruleKey(one.rule);
  const [refused, change] = text.rules[key];
  return html`<p>${refused}</p>
<p><b>${text.change}:</b> ${change} <span class="detail">${whoChanges(key)
    .map((who) => text.who[who])
    .join(' · ')}</span></p>`;
};

/** Anyone can name any app in a request. */
const isClaimed = ({ standing, clientId, clientName }: ConnectionAttempt): boolean =>
  standing === 'claimed' && (clientId ?? clientName) !== null;

const stateOf = ({ rule }: ConnectionAttempt, { attempts: text }: Text): Html => {
  if (rule === null) return html`<span class="badge">${text.wentWell}</span>`;
  return html`<span class="badge off">${text.refused}</span> <code>${rule}</code>`;
};

const item = (one: ConnectionAttempt, { timeZone }: AttemptsView, { language }: PageFrame): Html => {
  const all = textFor(language);
  const { attempts: text } = all;
  const name = one.clientName ?? one.clientId ?? text.unnamed;
  return html`<li><div><h2>${text.steps[one.step]}: ${displayText(name)}</h2>
<p class="detail">${moment(one.at, language, timeZone)}${isClaimed(one) && html` · ${text.notProven}`}</p><p class="state">${stateOf(one, all)}</p>
${explanation(one, all)}
<details data-id="${String(one.id)}"><summary>${text.came}</summary><dl class="facts">
${one.clientId !== null && fact('client_id', html`<code>${displayText(one.clientId)}</code>`)}
${one.description !== null && fact(text.told, displayText(one.description))}
${fact(text.came, cameOf(one.facts))}
${fact(text.request, html`<code>${displayText(one.requestId)}</code>`)}</dl></details></div></li>`;
};

export const attemptsPage = (frame: PageFrame, view: AttemptsView): string => {
  const { attempts, action, isOlder, isPlatform, nextHref } = view;
  const all = textFor(frame.language);
  const { attempts: text } = all;
  const body = html`<div class="intro"><h1>${text.title}</h1><p>${isPlatform ? text.leadPlatform : text.lead}</p></div>
<p class="inline"><a class="secondary" href="${action}">${text.reload}</a>
<span class="detail" role="status" data-live hidden>${text.live}</span></p>
<div id="attempts"${!isOlder && html` data-events="${action}/events"`}>${
    attempts.length === 0
      ? emptyList(text.none, text.noneText)
      : html`<ul class="rows">${attempts.map((one) => item(one, view, frame))}</ul>`
  }</div>
${pager({ previousHref: isOlder ? action : undefined, nextHref }, all)}
${!isPlatform && html`<p class="detail">${text.elsewhere}</p>`}`;
  return page(frame, { title: text.title, body, headExtra: attemptsScript });
};
