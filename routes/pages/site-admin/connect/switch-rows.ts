/** The switches of an assistant in the list of all: for staff and for members. */
import type { Text } from '../../../words/index.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import type { Visit } from '../../kit/page.ts';
import { at, type OperatorRequest, triesOut } from '../operator-pages.ts';
import { applicationFor, type Standing, type SwitchState, serveMembers, switchOf, WHO, type Who } from './standing.ts';

export const CONNECT = '/connect';

const BADGES = { on: '', reads: ' unknown', off: ' off', blocked: ' off' } as const;

/** The page on which apps are reviewed, if the person can open one. The one of a school belongs to the feature. */
export function reviewsLink(signedIn: OperatorRequest, { admin }: Text): Html | false {
  const atSchool = triesOut(signedIn.membership, 'mcp_connections') && at(signedIn, '/reviews');
  const href = atSchool || (signedIn.runsPlatform && '/platform/reviews');
  return href !== false && html` <a href="${href}">${admin.area.pages.reviews}</a>`;
}

/** Where an app is blocked, turning it on unblocks it as well. */
export const turnOnText = ({ review }: Standing, { connect: { switches } }: Text): string =>
  review === 'blocked' ? switches.unblock : switches.turnOn;

/** @param decides whether the person reviews apps for the platform */
export const switchRows = (standing: Standing, decides: boolean, visit: Visit<OperatorRequest>): Html =>
  html`<dl class="facts plain-facts switches">${WHO.map((who) => row(standing, who, switchOf(who, standing, decides), visit))}</dl>`;

function row(standing: Standing, who: Who, state: SwitchState, visit: Visit<OperatorRequest>): Html {
  const { connect, reviews } = visit.text;
  const { switches } = connect;
  const { key, name } = standing.known;
  // Nothing keeps only the staff of one school from an app: it is blocked everywhere.
  const turnOff = who === 'staff' ? reviews.block.button : switches.turnOff;
  const label = state.turns === 'off' ? turnOff : turnOnText(standing, visit.text);
  const href = at(visit.signedIn, `${CONNECT}/${key}/${who}/${state.turns}`);
  return html`<div><dt>${switches[who]}</dt><dd class="made"><span class="badge${BADGES[state.is]}">${switches.states[state.is]}</span>
${obstacleText(standing, state, visit)}
${who === 'members' && usedText(standing, state, visit)}
${state.turns !== undefined && html`<a class="secondary" href="${href}" aria-label="${label}: ${name}, ${switches[who]}">${label}</a>`}</dd></div>`;
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
