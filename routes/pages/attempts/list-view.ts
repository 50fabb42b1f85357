/** The list of attempts to connect, which a script keeps up to date. Without it, the link shows new ones. */
import { type Finding, takeFinding, timeOf } from '../../../schema/attempt-finding.ts';
import type { AttemptFacts, ConnectionAttempt } from '../../../schema/connection-attempt.ts';
import { type Text, textFor } from '../../words/index.ts';
import { emptyList, fact, moment, momentText } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { pager } from '../kit/pager.ts';
import { attemptsScript } from '../kit/scripts.ts';
import { explain, isExpected } from './explained.ts';

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

/** Beside the names of parameters and headers. */
const ALSO = 'also';

const cameOf = (facts: AttemptFacts, { attempts: text }: Text): Html =>
  html`${facts.map(
    ([name, value], at) =>
      html`${at > 0 && html`<br>`}${name === ALSO ? text.alsoSent : name}: <code>${displayText(value)}</code>`,
  )}`;

const explanation = (
  one: ConnectionAttempt,
  finding: Finding | undefined,
  { timeZone }: AttemptsView,
  language: PageFrame['language'],
): Html | undefined => {
  const shown = (value: string): string => {
    const at = timeOf(value);
    return at === undefined ? displayText(value) : momentText(at, language, timeZone);
  };
  const explained = explain(one.rule, finding, textFor(language).attempts, shown);
  return (
    explained &&
    html`<p>${explained.cause}</p>${explained.steps.map(
      ({ who, step }) => html`
<p><b>${who}:</b> ${step}</p>`,
    )}`
  );
};

/** Anyone can name any app in a request. */
const isClaimed = ({ standing, clientId, clientName }: ConnectionAttempt): boolean =>
  standing === 'claimed' && (clientId ?? clientName) !== null;

const stateOf = ({ rule }: ConnectionAttempt, finding: Finding | undefined, { attempts: text }: Text): Html => {
  const code = rule !== null && html` <code>${rule}</code>`;
  if (isExpected(rule, finding)) return html`<span class="badge">${text.expected}</span>${code}`;
  if (rule === null) return html`<span class="badge">${text.wentWell}</span>`;
  return html`<span class="badge off">${text.refused}</span>${code}`;
};

/** What one knows an app by: its name, its id, or the program that sent the request. */
const nameOf = ({ clientName, clientId, facts }: ConnectionAttempt, { attempts: text }: Text): string => {
  const agent = facts.find(([name]) => name === 'user-agent')?.[1];
  const unnamed = agent === undefined ? text.unnamed : text.unnamedBy({ agent: displayText(agent) });
  return displayText(clientName ?? clientId ?? '') || unnamed;
};

const item = (one: ConnectionAttempt, view: AttemptsView, { language }: PageFrame): Html => {
  const all = textFor(language);
  const { attempts: text } = all;
  const { finding, came } = takeFinding(one.facts);
  return html`<li><div><h2>${text.steps[one.step]}: ${nameOf(one, all)}</h2>
<p class="detail">${moment(one.at, language, view.timeZone)}${isClaimed(one) && html` · ${text.notProven}`}</p><p class="state">${stateOf(one, finding, all)}</p>
${explanation(one, finding, view, language)}
<details data-id="${String(one.id)}"><summary>${text.details}</summary><dl class="facts">
${one.clientId !== null && fact('client_id', html`<code>${displayText(one.clientId)}</code>`)}
${one.description !== null && fact(text.told, displayText(one.description))}
${fact(text.came, cameOf(came, all))}
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
