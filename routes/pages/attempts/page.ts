/**
 * The page of attempts to connect, with an explanation of each and who can change something. A script keeps it up to date;
 * without it, the link shows new ones.
 */
import type { FastifyInstance } from 'fastify';
import { type Finding, type FindingKey, takeFinding, timeOf } from '../../../schema/attempts/attempt-finding.ts';
import {
  type AttemptFacts,
  type ConnectionAttempt,
  KEPT_ATTEMPTS,
  ruleKey,
  whoChanges,
} from '../../../schema/attempts/connection-attempt.ts';
import { isUrlClientId } from '../../../schema/oauth/metadata-url.ts';
import type { Who } from '../../../schema/refusals/row.ts';
import { fill, type Text } from '../../words/index.ts';
import { ago, type Chip, chips, emptyList, fact, momentText, timeOf as timeWithWords } from '../kit/components.ts';
import { displayText, initialOf } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { icon } from '../kit/icons.ts';
import { definePage, type Place, type Visit } from '../kit/page.ts';
import { paginationLinks } from '../kit/pagination.ts';
import { attemptsScript } from '../kit/scripts.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { attemptsStylesheet } from '../kit/styles.ts';
import { type AttemptGroup, type AttemptGroups, GROUP_STATES, type GroupState, groupsOf, isFine } from './groups.ts';

/** All that a school has. */
const KEPT = 2 * KEPT_ATTEMPTS.perSchool;
const MINUTE = 60_000;
/** Beside the names of parameters and headers. */
const ALSO = 'also';

interface Attempts<V> {
  /** The path of the route. */
  at: string;
  /** The path of the page. */
  address(signedIn: V): string;
  /** Nothing for attempts that name no school. */
  siteOf?(signedIn: V): string;
  /** The page of an app that names itself by a URL, on which the platform can be asked to approve it. */
  appPage?(signedIn: V, clientId: string): string | undefined;
}

export function attemptPages<V extends SignedInRequest>(
  app: FastifyInstance,
  place: Place<V>,
  { at, address, siteOf, appPage }: Attempts<V>,
): void {
  const siteId = (signedIn: V): string => siteOf?.(signedIn) ?? '';

  const linkOf = ({ clientId, rule }: ConnectionAttempt, { signedIn }: Visit<V>): string | undefined =>
    rule !== null && isUrlClientId(clientId ?? '') && whoChanges(ruleKey(rule)).includes('platform')
      ? appPage?.(signedIn, clientId ?? '')
      : undefined;

  definePage(app, place, {
    at,
    async load({ signedIn, query, now }) {
      const { attempts } = await app.connectionAttempts.page(siteId(signedIn), { first: KEPT }, now);
      return groupsOf(attempts, query);
    },
    title: (_page, { text }) => text.attempts.title,
    lead: (_page, { text: { attempts } }) => html`<p>${siteOf ? attempts.lead : attempts.leadPlatform}</p>`,
    body(page, visit) {
      const { attempts: text } = visit.text;
      const here = address(visit.signedIn);
      const { before, groups, next, state } = page;
      const query = (more: Record<string, string>) =>
        new URLSearchParams({ ...(state && { state }), ...more }).toString();
      return html`<p class="inline"><a class="secondary" href="${here}">${text.reload}</a>
<span class="detail" role="status" data-live hidden>${text.live}</span></p>
${page.counts.all > 0 && stateChips(page, here, visit.text)}
<div id="attempts"${before === undefined && html` data-events="${here}/events"`}>${
        groups.length === 0
          ? emptyList(text.none, text.noneText)
          : html`<ul class="attempts">${groups.map((one) => groupItem(one, visit, siteOf !== undefined, (step) => linkOf(step, visit)))}</ul>`
      }</div>
${paginationLinks({ previous: before === undefined ? undefined : query({}), next: next === undefined ? undefined : query({ before: String(next) }) }, here, visit.text)}
${siteOf && html`<p class="detail">${text.elsewhere}</p>`}`;
    },
    scripts: () => html`<link rel="stylesheet" href="${attemptsStylesheet.path}">${attemptsScript}`,
  });

  place.pages.get(`${at}/events`, (signedIn, reply) =>
    app.attemptEvents.stream(signedIn.request, reply, {
      personId: signedIn.session.person.id,
      siteId: siteId(signedIn),
      page: address(signedIn),
    }),
  );
}

const cameOf = (facts: AttemptFacts, { attempts: text }: Text): Html =>
  html`${facts.map(
    ([name, value], at) =>
      html`${at > 0 && html`<br>`}${name === ALSO ? text.alsoSent : name}: <code>${displayText(value)}</code>`,
  )}`;

type Showing = Pick<Visit, 'language' | 'now' | 'text' | 'timeZone'>;

/** The cause of what happened, and what each who can change something does about it. */
function explanation({ rule }: ConnectionAttempt, finding: Finding | undefined, visit: Showing) {
  if (rule === null && finding === undefined) return undefined;
  const { language, text, timeZone } = visit;
  const { found, rules, who } = text.attempts;
  const key = ruleKey(rule ?? 'sign_in_failed');
  const [name, ...values] = finding ?? [];
  // What a newer version of the program found out may be unknown to this one.
  const known = name !== undefined && Object.hasOwn(found, name) ? name : undefined;
  const [refused, ...change]: readonly Sentence[] = rules[key];
  const [cause = refused, ...own]: readonly Sentence[] = known === undefined ? [] : found[known];
  const shown = values.map((value) => {
    const at = timeOf(value);
    return at === undefined ? displayText(value) : momentText(at, language, timeZone);
  });
  const say = (sentence: Sentence): string => fill(sentence, Object.fromEntries(shown.entries()));
  const groups = (known && WHO_OF_FINDING[known]) ?? whoChanges(key);
  const steps = (own.length > 0 ? own : change).map(
    (step, at) => html`
<p><b>${who[groups[at] ?? groups[0]]}:</b> ${say(step)}</p>`,
  );
  return { cause: say(cause), steps, who: groups[0] };
}

type Sentence = Parameters<typeof fill>[0];

/** Anyone can name any app in a request. */
const isClaimed = ({ standing, clientId, clientName }: ConnectionAttempt): boolean =>
  standing === 'claimed' && (clientId ?? clientName) !== null;

/** What one knows an app by: its name, its id, or the program that sent the request. */
const nameOf = ({ clientName, clientId, facts }: ConnectionAttempt, { attempts: text }: Text): string => {
  const agent = facts.find(([name]) => name === 'user-agent')?.[1];
  const unnamed = agent === undefined ? text.unnamed : text.unnamedBy({ agent: displayText(agent) });
  return displayText(clientName ?? clientId ?? '') || unnamed;
};

/** The attempts of an app that follow each other, as one. */
function groupItem(
  group: AttemptGroup,
  visit: Showing,
  isAtSchool: boolean,
  linkOf: (one: ConnectionAttempt) => string | undefined,
): Html {
  const { language, now, text: all, timeZone } = visit;
  const { attempts: text } = all;
  const { first, last, state, steps } = group;
  const name = nameOf(steps.find(({ clientName }) => clientName !== null) ?? first, all);
  const said =
    state === 'connected'
      ? html`<span class="detail">${icon('check')}${text.connected({ count: steps.length })}</span>`
      : html`<span class="badge${state === 'refused' ? ' unknown' : ' off'}">${text[state]}</span>`;
  const head = html`<span class="tile" aria-hidden="true">${initialOf(name)}</span><h2>${name}${steps.every(isClaimed) && html` <span class="detail">${text.notProven}</span>`}</h2>
<span class="outcome">${said} ${ago(last.at, now, language, { unit: 'minute', timeZone })}</span>`;
  const line = html`<ol class="steps-taken">${steps.map((one, at) =>
    stepItem(
      one,
      {
        earlier: steps[at - 1],
        isAwaited: state === 'waiting' && at === steps.length - 1,
        isMarked: isClaimed(one) && !steps.every(isClaimed),
        isAtSchool,
        askAt: linkOf(one),
      },
      visit,
    ),
  )}</ol>`;
  return state === 'connected' || state === 'wentWell'
    ? html`<li><details data-id="g${String(first.id)}"><summary class="attempt">${head}</summary>${line}</details></li>`
    : html`<li><div class="attempt">${head}</div>${line}</li>`;
}

/** Only what has changed since the step before. */
function clock(
  { at }: ConnectionAttempt,
  earlier: ConnectionAttempt | undefined,
  { language, timeZone }: Showing,
): Html {
  const format = new Intl.DateTimeFormat(language, { timeStyle: 'medium', timeZone });
  const isSame = earlier !== undefined && Math.floor(earlier.at / MINUTE) === Math.floor(at / MINUTE);
  const second = format.formatToParts(at).find(({ type }) => type === 'second')?.value;
  return timeWithWords(at, isSame ? `:${second}` : format.format(at));
}

interface StepPlace {
  earlier: ConnectionAttempt | undefined;
  /** True if a person has to answer it. */
  isAwaited: boolean;
  /** True if others of its group are proven, and it is not. */
  isMarked: boolean;
  isAtSchool: boolean;
  /** The page on which the platform can be asked. */
  askAt: string | undefined;
}

function stepItem(
  one: ConnectionAttempt,
  { earlier, isAwaited, isMarked, isAtSchool, askAt }: StepPlace,
  visit: Showing,
): Html {
  const { text: all } = visit;
  const { attempts: text } = all;
  const { finding } = takeFinding(one.facts);
  const isRefused = !isFine(one);
  const mark = isRefused ? 'x' : isAwaited ? 'clock' : 'check';
  const explained = explanation(one, finding, visit);
  const step = text.steps[one.step];
  const said = explained === undefined ? step : `${step}: ${explained.cause}`;
  const who = isRefused && explained?.who;
  const pill = who && html`<span class="badge off">${who === 'school' && isAtSchool ? text.you : text.who[who]}</span>`;
  return html`<li class="step${isRefused && ' refused'}${isAwaited && ' awaited'}"><span class="mark">${icon(mark)}</span>${clock(one, earlier, visit)}<div>
<p class="said">${isRefused ? html`<strong>${said}</strong>` : said}${pill}</p>${isMarked && html`<p class="detail">${text.notProven}</p>`}${explained?.steps}${askAt !== undefined && html`<p><a href="${askAt}">${all.connect.request.ask}</a></p>`}
${technical(one, visit)}</div></li>`;
}

function technical(one: ConnectionAttempt, { text: all }: Showing): Html {
  const { attempts: text } = all;
  const { finding, came } = takeFinding(one.facts);
  return html`<details data-id="${String(one.id)}"><summary>${text.details}</summary><dl class="facts">
${differenceOf(finding, all)}
${one.rule !== null && fact(text.rule, html`<code>${one.rule}</code>`)}
${one.clientId !== null && fact('client_id', html`<code>${displayText(one.clientId)}</code>`)}
${one.description !== null && fact(text.told, displayText(one.description))}
${fact(text.came, cameOf(came, all))}
${fact(text.request, html`<code>${displayText(one.requestId)}</code>`)}</dl></details>`;
}

/** What was sent, and of what is registered the one that is most like it, with what differs marked. */
function differenceOf(finding: Finding | undefined, { attempts: text }: Text): Html | undefined {
  const [key, sent = '', registered = ''] = finding ?? [];
  if (key !== 'redirect_registered') return undefined;
  const [other = ''] = registered.split(' ').toSorted((a, b) => alike(b, sent) - alike(a, sent));
  const start = alike(sent, other);
  const most = Math.min(sent.length, other.length) - start;
  const end = Math.min(most, alike([...sent].toReversed().join(''), [...other].toReversed().join('')));
  const marked = (value: string): Html => {
    const middle = displayText(value.slice(start, value.length - end));
    return html`<code>${displayText(value.slice(0, start))}${middle !== '' && html`<mark>${middle}</mark>`}${displayText(value.slice(value.length - end))}</code>`;
  };
  return html`${fact(text.sent, marked(sent))}${fact(text.registered, marked(other))}`;
}

/** How many characters two texts begin with that are the same. */
function alike(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function stateChips({ counts, state }: AttemptGroups, here: string, { attempts: text, members }: Text): Html {
  const to = (name: GroupState | undefined, label: string): Chip => ({
    href: name === undefined ? here : `${here}?state=${name}`,
    label,
    count: counts[name ?? 'all'],
    isCurrent: state === name,
  });
  const others = GROUP_STATES.filter((name) => counts[name] > 0 || state === name).map((name) =>
    to(name, name === 'connected' ? text.wentWell : text[name]),
  );
  return chips([[to(undefined, members.filter.any), ...others]]);
}

/** Where a cause is for others than its rule. */
const WHO_OF_FINDING: Readonly<Partial<Record<FindingKey, readonly [Who, ...Who[]]>>> = {
  origin_form: ['person'],
  member_not_there: ['developer', 'person', 'school'],
  member_nowhere: ['person'],
  member_invited: ['person', 'school'],
  member_suspended: ['school'],
  member_removed: ['school'],
  ended_by_app: ['developer'],
  ended_suspended: ['school', 'person'],
  ended_removed: ['school', 'person'],
  ended_application: ['school', 'person'],
  ended_blocked: ['platform', 'person'],
  ended_school: ['platform'],
  ended_replay: ['developer'],
  ended_reuse: ['developer'],
  ended_token: ['developer'],
  second_asked: ['person'],
};
