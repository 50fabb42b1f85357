import { isApproved } from '../../../../schema/oauth/client.ts';
import { metadataHost } from '../../../../schema/oauth/metadata-url.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { button, linkButton, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { adoptText, describedApp, releaseText } from '../reviews/app-parts.ts';
import type { LookupProblem } from '../reviews/reviewed-apps.ts';
import { CLIENTS } from './clients.ts';
import type { Standing, SwitchState, Who } from './standing.ts';
import type { Plan } from './switching.ts';

export type SwitchView = {
  who: Who;
  state: SwitchState;
  /** The page that turns it. */
  href: string;
  /** The page of the application that members use and other clients, too. */
  application: { name: string; href: string } | undefined;
  /** The application whose `client_id` members are given, and how many there are that fit; none if it is disabled. */
  used: { name: string; href: string | undefined; count: number } | undefined;
};

/** Who approves and blocks apps for the platform: on which page, if the person can open one, and whether anyone does. */
export type PlatformReview = { reviewsHref: string | undefined; isDecided: boolean };

export const reviewsLink = ({ reviewsHref }: Pick<PlatformReview, 'reviewsHref'>, { admin }: Text): Html | false =>
  reviewsHref !== undefined && html` <a href="${reviewsHref}">${admin.area.pages.reviews}</a>`;

const BADGES = { on: '', reads: ' unknown', off: ' off', blocked: ' off' } as const;

const obstacleText = (
  { state: { obstacle, is }, application }: SwitchView,
  { known }: Standing,
  platform: PlatformReview,
  text: Text,
): Html | undefined => {
  const { connect } = text;
  const { why } = connect.switches;
  if (obstacle === undefined) return undefined;
  if (obstacle === 'application') {
    const { name = '', href = '' } = application ?? {};
    return html`<span>${why.application({ name: displayText(name) })} <a href="${href}">${connect.switches.toApplication}</a></span>`;
  }
  if (obstacle === 'host')
    return html`<span>${why.host({ host: known.document?.split('/', 1)[0] ?? known.name })}</span>`;
  if (obstacle === 'platform') {
    if (is === 'on') return undefined;
    return html`<span>${why.platform}${reviewsLink(platform, text)}</span>`;
  }
  return html`<span>${why[obstacle]}</span>`;
};

const usedText = (
  { used, application, state: { obstacle } }: SwitchView,
  { connect: { switches } }: Text,
): Html | undefined => {
  if (used === undefined) return undefined;
  const link = used.href !== undefined && html`<a href="${used.href}">${switches.toApplication}</a>`;
  if (used.count === 0) return html`<span>${switches.isDisabled({ name: displayText(used.name) })} ${link}</span>`;
  const isNamed = obstacle === 'application' && application?.href === used.href;
  if (isNamed && used.count === 1) return undefined;
  return html`<span>${!isNamed && html`${switches.uses({ name: displayText(used.name) })} `}${used.count > 1 && html`${switches.newestOf({ count: used.count })} `}${!isNamed && link}</span>`;
};

/** Where an app is blocked, turning it on unblocks it as well. */
export const turnOnText = ({ review }: Standing, { connect: { switches } }: Text): string =>
  review === 'blocked' ? switches.unblock : switches.turnOn;

const switchRow = (one: SwitchView, standing: Standing, platform: PlatformReview, text: Text): Html => {
  const { switches } = text.connect;
  const { who, state, href } = one;
  // Nothing keeps only the staff of one school from an app: it is blocked everywhere.
  const turnOff = who === 'staff' ? text.reviews.block.button : switches.turnOff;
  const label = state.turns === 'off' ? turnOff : turnOnText(standing, text);
  const of = `${standing.known.name}, ${switches[who]}`;
  return html`<div><dt>${switches[who]}</dt><dd class="made"><span class="badge${BADGES[state.is]}">${switches.states[state.is]}</span>
${obstacleText(one, standing, platform, text)}
${usedText(one, text)}
${state.turns !== undefined && html`<a class="secondary" href="${href}" aria-label="${label}: ${of}">${label}</a>`}</dd></div>`;
};

export const switchRows = (
  standing: Standing,
  switches: readonly SwitchView[],
  platform: PlatformReview,
  text: Text,
): Html =>
  html`<dl class="facts plain-facts switches">${switches.map((one) => switchRow(one, standing, platform, text))}</dl>`;

export function titleOf({ standing, who, turns }: Plan, { connect }: Text): string {
  const { staff, members } = connect.switches.ask;
  return (who === 'staff' ? staff : members)[turns]({ client: standing.known.name });
}

/** Says in one sentence for each step what the switch does. */
export const consequencesOf = (plan: Plan, text: Text): Html => {
  const { does } = text.connect.switches;
  const { client, creates, enables, disables, turns, who } = plan;
  const unblocks = plan.approves && plan.standing.review === 'blocked';
  return html`${unblocks && html`<p>${does.unblock}</p>`}${plan.adopts && html`<p>${adoptText(plan.approves || isApproved(plan.standing.review), text)}</p>`}
${creates && html`<p>${does.create({ client: plan.standing.known.name })}</p>`}
${enables !== undefined && html`<p>${does.enable({ name: displayText(enables.name) })}</p>`}
${disables.map(({ name }) => html`<p>${does.disable({ name: displayText(name) })}</p>`)}
${plan.releases && html`<p>${releaseText(plan.standing.review ?? 'unreviewed', text)}</p>`}
${plan.blocks && html`<p>${text.reviews.block.text}</p>`}
${plan.feature && html`<p>${does.feature}</p>`}
${plan.isCutOff && html`<p>${text.connect.notReachable}</p>`}
${plan.approves && who === 'members' && html`<p>${does.alsoStaff}</p>`}
${turns === 'on' && who === 'members' && html`<p>${does.still}</p>`}
${plan.approves && client !== undefined && html`<p>${does.approve} ${text.reviews.approve.limits}</p><p>${text.reviews.approve.seen}</p>${describedApp(client, text)}`}`;
};

export type SwitchPage = { plan: Plan; action: string; csrf: string; once: string; cancelHref: string };

/** The page that says why a client cannot be turned on, if its metadata cannot be read. */
const obstaclePage = (frame: PageFrame, problem: LookupProblem, { plan, cancelHref }: SwitchPage): string => {
  const text = textFor(frame.language);
  const title = titleOf(plan, text);
  const { programs, switches } = text.connect;
  const { document, known } = plan.standing;
  // The person has typed no address that could be checked.
  const reason =
    problem === 'unreachable' && document !== undefined
      ? switches.unreachable({ host: metadataHost(document).host })
      : text.reviews.look.problems[problem];
  const instead = CLIENTS.find(({ key }) => key === 'mcp_remote');
  const meanwhile =
    known.key === 'claude' &&
    instead !== undefined &&
    switches.meanwhile({ client: programs({ client: instead.name }) });
  const body = html`<div class="intro"><h1>${title}</h1></div>
${notice('problem', html`<p>${switches.unreadable} ${reason}</p>${meanwhile !== false && html`<p>${meanwhile}</p>`}<p><code>${document}</code></p>`)}
<div class="inline">${linkButton(cancelHref, text.shell.back, 'secondary')}</div>`;
  return page(frame, { title, body, isWrong: true });
};

/** The page before a switch is turned that needs no reauthentication. */
export const switchPage = (frame: PageFrame, view: SwitchPage): string => {
  const { plan, action, csrf, once, cancelHref } = view;
  if (plan.problem !== undefined) return obstaclePage(frame, plan.problem, view);
  const text = textFor(frame.language);
  const title = titleOf(plan, text);
  const body = html`<div class="intro"><h1>${title}</h1></div>
<div class="stack">${consequencesOf(plan, text)}</div>
${postForm({
  action,
  csrf,
  hidden: { once },
  body: html`<div class="inline">${button(turnOnText(plan.standing, text))}${linkButton(cancelHref, text.shell.cancel, 'secondary')}</div>`,
})}`;
  return page(frame, { title, body });
};
