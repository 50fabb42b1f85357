/** The page with the assistants that can be connected to this server, and a switch of each for staff and for members. */
import type { FastifyInstance } from 'fastify';
import { keysOf } from '../../../schema/data/objects.ts';
import type { Text } from '../../words/index.ts';
import { attemptPages } from '../attempts/page.ts';
import { button, linkButton, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage, type Visit } from '../kit/page.ts';
import {
  at,
  belowSchool,
  type OperatorRequest,
  SCHOOL,
  type SiteAdminPages,
  triesOut,
} from '../site-admin/operator-pages.ts';
import { askForReview, type ReviewRequest, requestPart, withRequestForm } from '../site-admin/reviews/requests.ts';
import { deciders, reviewsLink } from '../site-admin/reviews/reviewed-apps.ts';
import { CLIENTS, CONNECT, type ConnectClient, stepsFor, titleFor } from './clients.ts';
import { ADDRESSES, addressesPage, guidePage } from './guide.ts';
import {
  applicationFor,
  type ConnectAudience,
  type Standing,
  type SwitchState,
  serveMembers,
  standingsAt,
  switchOf,
  WHO,
} from './standing.ts';
import { assistantSwitches, turnOnText } from './switch.ts';

const ATTEMPTS = `${CONNECT}/attempts`;
export const ASK = `${CONNECT}/ask`;
const BADGES = { on: '', reads: ' unknown', off: ' off', blocked: ' off' } as const;

interface Connect extends Awaited<ReturnType<typeof deciders>> {
  standings: readonly Standing[];
  requests: readonly ReviewRequest[];
  /** Why the switch that led here was not turned. */
  undone: keyof Text['connect']['switches']['undone'] | undefined;
}

export function connectPages(app: FastifyInstance, pages: SiteAdminPages): void {
  assistantSwitches(app, pages);
  guidePage(app, pages);
  addressesPage(app, pages);
  const place = belowSchool(pages.managers, CONNECT);
  askForReview(app, place, `${SCHOOL}${ASK}`, (signedIn) => at(signedIn, CONNECT));
  attemptPages(app, place, {
    at: `${SCHOOL}${ATTEMPTS}`,
    address: (signedIn) => at(signedIn, ATTEMPTS),
    siteOf: ({ membership }) => membership.siteId,
    appPage: (signedIn, client) =>
      triesOut(signedIn.membership, 'mcp_connections')
        ? at(signedIn, `/reviews/app?${new URLSearchParams({ client })}`)
        : undefined,
  });

  definePage<OperatorRequest, Connect>(app, place, {
    at: `${SCHOOL}${CONNECT}`,
    async load({ query, signedIn, text }) {
      const undone = keysOf(text.connect.switches.undone).find((key) => key === query.get('undone'));
      const standings = await standingsAt(app, signedIn.membership.siteId);
      const requests = await app.oauth.metadataClients.requests.ofSite(signedIn.membership.siteId);
      return { ...(await deciders(app, signedIn)), standings, requests, undone };
    },
    title: (_all, { text }) => text.connect.title,
    lead: (_all, { text }) => html`<p>${text.connect.lead}</p>`,
    isWrong: ({ undone }) => undone !== undefined,
    body(all, visit) {
      const { signedIn, text } = visit;
      const { columns, switches, clientsTitle } = text.connect;
      const done = doneText(all, visit);
      const hasFeature = triesOut(signedIn.membership, 'mcp_connections');
      const table = html`<table class="cards guides"><thead><tr>${[columns.assistant, switches.staff, switches.members].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${CLIENTS.map((known) => clientRows(known, all, visit))}</tbody></table>`;
      return html`${!hasFeature && offerForm(visit)}
${all.undone !== undefined && notice('problem', html`<p>${switches.undone[all.undone]}</p>`)}
${done !== undefined && notice('success', html`<p role="status">${done}</p>`)}
<section class="stack"><h2>${clientsTitle}</h2><p>${switches.lead}</p><p><a href="/account/assistants/${signedIn.membership.slug}">${switches.preview}</a> · <a href="${at(signedIn, ATTEMPTS)}">${text.attempts.title}</a></p>
${withRequestForm(table, at(signedIn, ASK), visit.csrf)}
${!all.isDecided && html`<p class="detail">${text.reviews.noOneDecides}</p>`}</section>
${hasFeature && developerSection(visit)}`;
    },
  });
}

/** Says which switch, or form of the beta feature, led here, if it still is in that position. */
function doneText(
  { decides, standings }: Connect,
  { query, signedIn, text }: Visit<OperatorRequest>,
): string | undefined {
  const done = query.get('done') ?? '';
  const { offer, request, switches } = text.connect;
  if (done === 'asked' || done === 'too_many') return request[done];
  if (done === 'feature') return triesOut(signedIn.membership, 'mcp_connections') ? offer.done : undefined;
  const [key, name, to] = done.split('.');
  const standing = standings.find(({ known }) => known.key === key);
  const who = WHO.find((one) => one === name);
  if (standing === undefined || who === undefined || (to !== 'on' && to !== 'off')) return undefined;
  const { is } = switchOf(who, standing, decides);
  const isOff = is === 'off' || is === 'blocked';
  return isOff === (to === 'off') ? switches.done[who][to]({ client: displayText(standing.known.name) }) : undefined;
}

/** A client that does not sign in has no switches. How it is connected is in a row below. */
function clientRows(known: ConnectClient, all: Connect, visit: Visit<OperatorRequest>): Html {
  const { connect } = visit.text;
  const standing = all.standings.find((one) => one.known.key === known.key);
  const title = titleFor(known, visit.text);
  const href = at(visit.signedIn, `${CONNECT}/${known.key}`);
  const cells = WHO.map(
    (who) =>
      html`<td data-label="${connect.switches[who]}">${standing === undefined ? '–' : cell(standing, who, all, visit)}</td>`,
  );
  return html`<tr><th scope="row"><a href="${href}">${title}</a></th>${cells}</tr>
<tr class="below"><td colspan="3"><details><summary>${connect.columns.howTo}</summary>${stepsFor(known.key, visit.text)}</details></td></tr>
`;
}

/** The form that turns on the beta feature, while it is off. */
const offerForm = ({
  csrf,
  signedIn,
  text: { connect },
}: Visit<OperatorRequest>): Html => html`<p>${connect.offer.text}</p>
${postForm({
  action: at(signedIn, '/settings/features'),
  csrf,
  hidden: { feature: 'mcp_connections', on: 'yes', next: 'connect' },
  body: html`<div class="inline">${button(connect.offer.submit)}</div>`,
})}`;

const developerSection = ({ signedIn, text: { admin, connect } }: Visit<OperatorRequest>): Html =>
  html`<section class="stack"><h2>${connect.own.title}</h2><p>${connect.own.text}</p>
<p class="inline">${linkButton(at(signedIn, '/applications'), admin.area.pages.applications, 'secondary')}
${linkButton(at(signedIn, ADDRESSES), connect.addressesTitle, 'secondary')}</p></section>`;

function cell(standing: Standing, who: ConnectAudience, all: Connect, visit: Visit<OperatorRequest>): Html {
  const { connect, reviews } = visit.text;
  const { switches } = connect;
  const { key, name } = standing.known;
  const state = switchOf(who, standing, all.decides);
  // Nothing keeps only the staff of one school from an app: it is blocked everywhere.
  const turnOff = who === 'staff' ? reviews.block.button : switches.turnOff;
  const label = state.turns === 'off' ? turnOff : turnOnText(standing, visit.text);
  const href = at(visit.signedIn, `${CONNECT}/${key}/${who}/${state.turns}`);
  const waits = state.obstacle === 'platform' && state.is === 'reads';
  const request = all.requests.find(({ clientId }) => clientId === standing.document);
  return html`<span class="badge${BADGES[state.is]}">${switches.states[state.is]}</span>
${waits && all.isDecided ? requestPart(request, { clientId: standing.document ?? '', name }, visit) : obstacleText(standing, state, visit)}
${who === 'members' && usedText(standing, state, visit)}
${state.turns !== undefined && html`<a class="secondary" href="${href}" aria-label="${label}: ${name}, ${switches[who]}">${label}</a>`}`;
}

const linkTo = (id: string, { signedIn, text }: Visit<OperatorRequest>): Html =>
  html`<a href="${at(signedIn, `/applications/${encodeURIComponent(id)}`)}">${text.connect.switches.toApplication}</a>`;

/** The application that members use and other clients, too. */
const sharedIn = ({ dedicated, serving }: Standing) => serving.find((one) => !dedicated.includes(one));

function obstacleText(
  standing: Standing,
  { is, obstacle }: SwitchState,
  visit: Visit<OperatorRequest>,
): Html | undefined {
  const { why } = visit.text.connect.switches;
  const { document, name } = standing.known;
  switch (obstacle) {
    case undefined:
    // There is nothing to do.
    case 'ready':
      return undefined;
    case 'application': {
      const shared = sharedIn(standing);
      return (
        shared && html`<span>${why.application({ name: displayText(shared.name) })} ${linkTo(shared.id, visit)}</span>`
      );
    }
    case 'host':
      return html`<span>${why.host({ host: document?.split('/', 1)[0] ?? name })}</span>`;
    case 'platform':
      return is === 'on' ? undefined : html`<span>${why.platform}${reviewsLink(visit.signedIn, visit.text)}</span>`;
    default:
      return html`<span>${why[obstacle]}</span>`;
  }
}

/** The application whose `client_id` members are given, and how many there are that fit; none if it is disabled. */
function usedText(standing: Standing, { obstacle }: SwitchState, visit: Visit<OperatorRequest>): Html | undefined {
  const { switches } = visit.text.connect;
  const used = applicationFor(standing) ?? (serveMembers(standing) ? undefined : standing.dedicated[0]);
  if (used === undefined) return undefined;
  const name = displayText(used.name);
  const count = standing.serving.length;
  // The page of an application belongs to the feature.
  const isThere = triesOut(visit.signedIn.membership, 'mcp_connections');
  const link = isThere && linkTo(used.id, visit);
  if (count === 0) return html`<span>${switches.isDisabled({ name })} ${link}</span>`;
  const isNamed = isThere && obstacle === 'application' && sharedIn(standing)?.id === used.id;
  if (isNamed && count === 1) return undefined;
  return html`<span>${!isNamed && html`${switches.uses({ name })} `}${count > 1 && html`${switches.newestOf({ count })} `}${!isNamed && link}</span>`;
}
