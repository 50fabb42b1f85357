/**
 * The page of attempts to connect, with an explanation of each and who can change something. A script keeps it up to date;
 * without it, the link shows new ones.
 */
import type { FastifyInstance } from 'fastify';
import { type Finding, type FindingKey, takeFinding, timeOf } from '../../../schema/attempts/attempt-finding.ts';
import {
  type AttemptFacts,
  type AttemptRule,
  type ConnectionAttempt,
  ruleKey,
  whoChanges,
} from '../../../schema/attempts/connection-attempt.ts';
import { isUrlClientId } from '../../../schema/oauth/metadata-url.ts';
import type { Who } from '../../../schema/refusals/rows.ts';
import { fill, type Text } from '../../words/index.ts';
import { emptyList, fact, moment, momentText } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage, type Place, type Visit } from '../kit/page.ts';
import { paginationLinks } from '../kit/pagination.ts';
import { attemptsScript } from '../kit/scripts.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';

const PER_PAGE = 10;
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
      const asked = query.get('before') ?? '';
      const before = /^\d{1,15}$/.test(asked) ? Number(asked) : undefined;
      const page = await app.connectionAttempts.page(siteId(signedIn), { first: PER_PAGE, before }, now);
      return { ...page, isOlder: before !== undefined };
    },
    title: (_page, { text }) => text.attempts.title,
    lead: (_page, { text: { attempts } }) => html`<p>${siteOf ? attempts.lead : attempts.leadPlatform}</p>`,
    body({ attempts, hasMore, isOlder }, visit) {
      const { attempts: text } = visit.text;
      const here = address(visit.signedIn);
      const next = hasMore ? `before=${attempts.at(-1)?.id}` : undefined;
      return html`<p class="inline"><a class="secondary" href="${here}">${text.reload}</a>
<span class="detail" role="status" data-live hidden>${text.live}</span></p>
<div id="attempts"${!isOlder && html` data-events="${here}/events"`}>${
        attempts.length === 0
          ? emptyList(text.none, text.noneText)
          : html`<ul class="rows">${attempts.map((one) => item(one, visit, linkOf(one, visit)))}</ul>`
      }</div>
${paginationLinks({ previous: isOlder ? '' : undefined, next }, here, visit.text)}
${siteOf && html`<p class="detail">${text.elsewhere}</p>`}`;
    },
    scripts: () => attemptsScript,
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

type Showing = Pick<Visit, 'language' | 'text' | 'timeZone'>;

function explanation({ rule }: ConnectionAttempt, finding: Finding | undefined, visit: Showing): Html | false {
  if (rule === null && finding === undefined) return false;
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
  return html`<p>${say(cause)}</p>${steps}`;
}

type Sentence = Parameters<typeof fill>[0];

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

/** @param href of the page on which the platform can be asked */
function item(one: ConnectionAttempt, visit: Showing, href: string | undefined): Html {
  const { language, text: all, timeZone } = visit;
  const { attempts: text } = all;
  const { finding, came } = takeFinding(one.facts);
  return html`<li><div><h2>${text.steps[one.step]}: ${nameOf(one, all)}</h2>
<p class="detail">${moment(one.at, language, timeZone)}${isClaimed(one) && html` · ${text.notProven}`}</p><p class="state">${stateOf(one, finding, all)}</p>
${explanation(one, finding, visit)}${
  href !== undefined &&
  html`
<p><a href="${href}">${all.connect.request.ask}</a></p>`
}
<details data-id="${String(one.id)}"><summary>${text.details}</summary><dl class="facts">
${one.clientId !== null && fact('client_id', html`<code>${displayText(one.clientId)}</code>`)}
${one.description !== null && fact(text.told, displayText(one.description))}
${fact(text.came, cameOf(came, all))}
${fact(text.request, html`<code>${displayText(one.requestId)}</code>`)}</dl></details></div></li>`;
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

/** The first request without a token is how a client learns where to sign in; a second factor follows a right password. */
const isExpected = (rule: AttemptRule | null, finding: Finding | undefined): boolean =>
  rule === 'token_missing' || (rule === null && finding !== undefined);
