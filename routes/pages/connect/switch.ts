/** The pages on which a school turns an assistant on and off, for staff and for members. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { randomSecret } from '../../../schema/credential.ts';
import { isApproved } from '../../../schema/oauth/client.ts';
import { metadataHost } from '../../../schema/oauth/metadata-url.ts';
import type { Parameters } from '../../../schema/parameters.ts';
import type { Text } from '../../words/index.ts';
import { button, linkButton, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { pageSender, type Visit } from '../kit/page.ts';
import { requireReauthentication } from '../kit/reauthentication.ts';
import { goTo } from '../kit/sending.ts';
import { isOneTimeId, newApplicationId } from '../site-admin/applications/application.ts';
import { at, missing, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../site-admin/operator-pages.ts';
import { belowSchool } from '../site-admin/placed-pages.ts';
import { adoptText, describedApp, releaseText } from '../site-admin/reviews/app-parts.ts';
import { type LookupProblem, reviewsLink } from '../site-admin/reviews/reviewed-apps.ts';
import { CLIENTS, CONNECT } from './clients.ts';
import type { Standing } from './standing.ts';
import { carryOut, needsProof, type Plan, planOf } from './switching.ts';

const SWITCH = `${CONNECT}/:client/:who/:to`;

const requestedPath = ({ request }: OperatorRequest): string => {
  const { client, who, to } = request.params as Record<'client' | 'who' | 'to', string>;
  return [CONNECT, ...[client, who, to].map((part) => encodeURIComponent(part))].join('/');
};

const pathOf = ({ standing, who, turns }: Plan): string => `${CONNECT}/${standing.known.key}/${who}/${turns}`;

export function assistantSwitches(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const place = belowSchool(managers, CONNECT);
  const show = pageSender<OperatorRequest, Plan>(app, place, {
    title: (plan, { text }) => titleOf(plan, text),
    isWrong: ({ problem }) => problem !== undefined,
    body: (plan, visit) => (plan.problem === undefined ? question(plan, visit) : obstacle(plan, plan.problem, visit)),
  });

  managers.get(`${SCHOOL}${SWITCH}`, async (signedIn, reply) => {
    const plan = await planOf(app, signedIn);
    if (plan === undefined) return nothingToDo(signedIn, reply);
    return needsProof(plan) ? goTo(reply, at(signedIn, `${pathOf(plan)}/confirm`)) : show(signedIn, reply, plan);
  });

  managers.post(`${SCHOOL}${SWITCH}`, async (signedIn, form, reply) => {
    const plan = await planOf(app, signedIn);
    if (plan === undefined) return nothingToDo(signedIn, reply);
    if (needsProof(plan)) return goTo(reply, at(signedIn, `${pathOf(plan)}/confirm`));
    return goTo(reply, await doIt(app, signedIn, plan, form));
  });

  requireReauthentication<OperatorRequest, Plan>(app, managers, {
    ...place,
    path: `${SCHOOL}${SWITCH}/confirm`,
    find: async (signedIn) => {
      const plan = await planOf(app, signedIn);
      return plan !== undefined && needsProof(plan) ? plan : undefined;
    },
    describe: (signedIn, plan) => {
      const { text } = signedIn;
      const { blockAll, does, turnOff } = text.connect.switches;
      const off = plan.blocks ? blockAll : turnOff;
      const link = plan.blocks && reviewsLink(signedIn, text);
      return {
        title: titleOf(plan, text),
        consequences: html`${consequencesOf(plan, text)}${link && html`<p>${does.allowAgain}${link}</p>`}`,
        hidden: { changedAt: String(plan.client?.changedAt), once: randomSecret() },
        submit: plan.turns === 'on' ? turnOnText(plan.standing, text) : off,
        tone: plan.turns === 'on' ? 'primary' : 'danger',
        cancelHref: at(signedIn, CONNECT),
      };
    },
    act: (signedIn, plan, form) => doIt(app, signedIn, plan, form),
    // What has changed meanwhile is said on the page before.
    missing: (signedIn, reply) => goTo(reply, at(signedIn, requestedPath(signedIn))),
  });
}

function titleOf({ standing, who, turns }: Plan, { connect }: Text): string {
  const { staff, members } = connect.switches.ask;
  return (who === 'staff' ? staff : members)[turns]({ client: standing.known.name });
}

/** Says in one sentence for each step what the switch does. */
const consequencesOf = (plan: Plan, text: Text): Html => {
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

/** What is asked before a switch is turned that needs no reauthentication. */
function question(plan: Plan, { csrf, signedIn, text }: Visit<OperatorRequest>): Html {
  const cancel = linkButton(at(signedIn, CONNECT), text.shell.cancel, 'secondary');
  return html`<div class="stack">${consequencesOf(plan, text)}</div>
${postForm({
  action: at(signedIn, pathOf(plan)),
  csrf,
  hidden: { once: randomSecret() },
  body: html`<div class="inline">${button(turnOnText(plan.standing, text))}${cancel}</div>`,
})}`;
}

/** Says why a client cannot be turned on, if its metadata cannot be read. */
function obstacle({ standing }: Plan, problem: LookupProblem, { signedIn, text }: Visit<OperatorRequest>): Html {
  const { programs, switches } = text.connect;
  const { document, known } = standing;
  // The person has typed no address that could be checked.
  const reason =
    problem === 'unreachable' && document !== undefined
      ? switches.unreachable({ host: metadataHost(document).host })
      : text.reviews.look.problems[problem];
  const instead = known.key === 'claude' ? CLIENTS.find(({ key }) => key === 'mcp_remote') : undefined;
  const meanwhile = instead && html`<p>${switches.meanwhile({ client: programs({ client: instead.name }) })}</p>`;
  return html`${notice('problem', html`<p>${switches.unreadable} ${reason}</p>${meanwhile}<p><code>${document}</code></p>`)}
<div class="inline">${linkButton(at(signedIn, CONNECT), text.shell.back, 'secondary')}</div>`;
}

/** Does what the plan says, and returns the path of the page that tells how it ended. */
async function doIt(app: FastifyInstance, signedIn: OperatorRequest, plan: Plan, form: Parameters): Promise<string> {
  const { standing, who, turns, problem } = plan;
  if (problem !== undefined) return at(signedIn, pathOf(plan));
  const once = form.get('once') ?? '';
  const result = await carryOut(app, signedIn, plan, {
    seenChangedAt: form.get('changedAt'),
    newId: newApplicationId(app, signedIn, isOneTimeId(once) ? once : randomSecret()),
  });
  const query = result === 'done' ? { done: `${standing.known.key}.${who}.${turns}` } : { undone: result };
  return at(signedIn, `${CONNECT}?${new URLSearchParams(query)}`);
}

/** A switch that is in this position already, or that this person cannot use, is explained on the page with all of them. */
const nothingToDo = (signedIn: OperatorRequest, reply: FastifyReply): FastifyReply => {
  const { client, who, to } = signedIn.request.params as { client: string; who: string; to: string };
  const isThere =
    CLIENTS.some(({ key }) => key === client) && ['staff', 'members'].includes(who) && ['on', 'off'].includes(to);
  return isThere ? goTo(reply, at(signedIn, CONNECT)) : missing(signedIn, reply);
};

/** Where an app is blocked, turning it on unblocks it as well. */
export const turnOnText = ({ review }: Standing, { connect: { switches } }: Text): string =>
  review === 'blocked' ? switches.unblock : switches.turnOn;
