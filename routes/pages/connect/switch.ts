/** The pages on which a school turns an assistant on and off, for staff and for members: what a switch does, and its steps. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AuditEvent, AuditEventName } from '../../../schema/audit/audit-event.ts';
import { SWITCHED } from '../../../schema/audit/audit-target.ts';
import { isSecret, randomSecret } from '../../../schema/credential.ts';
import type { Parameters } from '../../../schema/data/parameters.ts';
import { isApproved, type MetadataDocumentClient } from '../../../schema/oauth/client.ts';
import { metadataHost } from '../../../schema/oauth/metadata-url.ts';
import type { ApplicationSettings, StoredApplication } from '../../../schema/oauth/site-application.ts';
import { goTo } from '../../http.ts';
import type { Text } from '../../words/index.ts';
import { button, linkButton, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { pageSender, type Visit } from '../kit/page.ts';
import { requireReauthentication } from '../kit/reauthentication.ts';
import { createApplication, newApplicationId } from '../site-admin/applications/application.ts';
import {
  at,
  belowSchool,
  missing,
  type OperatorRequest,
  SCHOOL,
  type SiteAdminPages,
  triesOut,
} from '../site-admin/operator-pages.ts';
import {
  adoptText,
  decidesForPlatform,
  describedApp,
  type LookupProblem,
  readApp,
  releaseText,
  reviewsLink,
  withAnswers,
} from '../site-admin/reviews/reviewed-apps.ts';
import { CLIENTS, CONNECT } from './clients.ts';
import { type ConnectAudience, type Standing, standingOf, switchOf, WHO } from './standing.ts';

const SWITCH = `${CONNECT}/:client/:who/:to`;

const requested = ({ request }: OperatorRequest) => request.params as Record<'client' | 'who' | 'to', string>;

const requestedPath = (signedIn: OperatorRequest): string => {
  const { client, who, to } = requested(signedIn);
  return [CONNECT, ...[client, who, to].map(encodeURIComponent)].join('/');
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
    return goTo(reply, await carryOut(app, signedIn, plan, form));
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
        hidden: { changedAt: String(plan.client?.changedAt) },
        submit: plan.turns === 'on' ? turnOnText(plan.standing, text) : off,
        tone: plan.turns === 'on' ? 'primary' : 'danger',
        cancelHref: at(signedIn, CONNECT),
      };
    },
    act: (signedIn, plan, form) => carryOut(app, signedIn, plan, form),
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

/** The question before a switch is turned that needs no reauthentication. */
function question(plan: Plan, { csrf, signedIn, text }: Visit<OperatorRequest>): Html {
  const cancel = linkButton(at(signedIn, CONNECT), text.shell.cancel, 'secondary');
  return html`<div class="stack">${consequencesOf(plan, text)}</div>
${postForm({
  action: at(signedIn, pathOf(plan)),
  csrf,
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

/** A switch that is in this position already, or that this person cannot use, is explained on the page with all of them. */
const nothingToDo = (signedIn: OperatorRequest, reply: FastifyReply): FastifyReply => {
  const { client, who, to } = requested(signedIn);
  const isThere =
    CLIENTS.some(({ key }) => key === client) && ['staff', 'members'].includes(who) && ['on', 'off'].includes(to);
  return isThere ? goTo(reply, at(signedIn, CONNECT)) : missing(signedIn, reply);
};

/** Where an app is blocked, turning it on unblocks it as well. */
export const turnOnText = ({ review }: Standing, { connect: { switches } }: Text): string =>
  review === 'blocked' ? switches.unblock : switches.turnOn;

interface Plan {
  standing: Standing;
  who: ConnectAudience;
  turns: 'on' | 'off';
  /** True if the client runs on other people's servers, which cannot reach this computer. */
  isCutOff: boolean;
  /** True if the beta feature is turned on, too. */
  feature?: boolean;
  /** The client with a metadata document that is decided about; `undefined` for applications. */
  client?: MetadataDocumentClient | undefined;
  /** Why its current document cannot be read. Nothing is turned on without it. */
  problem?: LookupProblem | undefined;
  approves?: boolean;
  adopts?: boolean;
  blocks?: boolean;
  releases?: boolean;
  creates?: boolean;
  enables?: StoredApplication | undefined;
  disables: readonly StoredApplication[];
}

/** Returns whether one of the steps asks for the password or a passkey where it is done alone. */
const needsProof = ({ problem, approves, blocks, releases, disables }: Plan): boolean =>
  problem === undefined && (disables.length > 0 || [approves, blocks, releases].includes(true));

/** Returns what the switch would do now; `undefined` if there is no such switch, or this person cannot use it. */
async function planOf(app: FastifyInstance, signedIn: OperatorRequest): Promise<Plan | undefined> {
  const { client: key, who: name, to } = requested(signedIn);
  const known = CLIENTS.find((one) => one.key === key);
  const who = WHO.find((one) => one === name);
  if (known === undefined || who === undefined) return undefined;
  const { siteId } = signedIn.membership;
  const applications = await app.oauth.siteApplications.ofSite(siteId);
  const standing = await standingOf(app, siteId, known, applications);
  const decides = await decidesForPlatform(app, signedIn);
  const state = switchOf(who, standing, decides);
  if (standing.admission === undefined || state.turns === undefined || state.turns !== to) return undefined;
  const isCutOff = known.isHosted === true && app.config.isLoopback && state.turns === 'on';
  const nothing: Plan = { standing, who, turns: state.turns, isCutOff, disables: [] };
  return state.turns === 'off' ? endOf(app, nothing) : beginningOf(app, signedIn, nothing, decides);
}

async function endOf({ oauth: { metadataClients } }: FastifyInstance, plan: Plan): Promise<Plan> {
  const { document, isOffered, dedicated } = plan.standing;
  const client = document && (await metadataClients.find(document));
  if (plan.who === 'staff') return { ...plan, client, blocks: client !== undefined };
  const disables = dedicated.filter(({ active }) => active);
  return { ...plan, client, releases: isOffered && client !== undefined, disables };
}

async function beginningOf(app: FastifyInstance, signedIn: OperatorRequest, plan: Plan, decides: boolean) {
  const { document, review, dedicated } = plan.standing;
  const feature = !triesOut(signedIn.membership, 'mcp_connections');
  if (document === undefined) {
    const [enables] = dedicated;
    return { ...plan, feature, enables, creates: enables === undefined };
  }
  const lookup = await readApp(app, document);
  return {
    ...plan,
    feature,
    client: lookup.client,
    problem: lookup.problem,
    approves: decides && !isApproved(lookup.client?.review ?? review),
    adopts: plan.who === 'members',
  };
}

/**
 * Does what the plan says. The decision about the client comes first, because it is the only step that can fail; each
 * further step does nothing if it was done before, so the switch can be used again if the server stops in between.
 * @returns the path of the page that tells how it ended
 */
async function carryOut(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  plan: Plan,
  form: Parameters,
): Promise<string> {
  const { client, feature, problem, standing, turns, who } = plan;
  if (problem !== undefined) return at(signedIn, pathOf(plan));
  const isDecided = client === undefined || (await decide(app, signedIn, plan, client, form.get('changedAt')));
  if (!isDecided) return at(signedIn, `${CONNECT}?undone=changed`);
  await changeApplications(app, signedIn, plan, form.get('once') ?? '');
  if (feature) {
    const { siteId } = signedIn.membership;
    await app.school.betaFeatures.switch(siteId, 'mcp_connections', true, signedIn.event('beta_feature_on'));
  }
  return at(signedIn, `${CONNECT}?done=${standing.known.key}.${who}.${turns}`);
}

/** @param seenChangedAt the version of the metadata document that the person saw */
async function decide(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  { approves, adopts, blocks, releases }: Plan,
  client: MetadataDocumentClient,
  seenChangedAt: string | undefined,
): Promise<boolean> {
  const { metadataClients } = app.oauth;
  const { event, membership } = signedIn;
  const { siteId } = membership;
  if (approves) {
    if (seenChangedAt !== String(client.changedAt)) return false;
    const approved = await withAnswers(app, event('client_approved'), client);
    return adopts
      ? metadataClients.approveAndAdopt(client, siteId, approved)
      : metadataClients.approve(client, approved);
  }
  if (adopts) await metadataClients.adopt(client, siteId, event('client_adopted'));
  if (blocks) await metadataClients.block(client, await withAnswers(app, event('client_blocked'), client));
  if (releases) await metadataClients.release(client, siteId, event('client_released'));
  return true;
}

async function changeApplications(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  { creates, enables, disables, standing }: Plan,
  once: string,
): Promise<void> {
  const { siteApplications } = app.oauth;
  const eventOf = (name: AuditEventName, clientId: string): AuditEvent =>
    signedIn.event(name, { clientId, target: SWITCHED });
  for (const one of disables) await siteApplications.disable(one, eventOf('client_disabled', one.id));
  if (enables !== undefined) await siteApplications.enable(enables, eventOf('client_enabled', enables.id));
  if (!creates) return;
  const id = newApplicationId(app, signedIn, isSecret(once) ? once : randomSecret());
  await createApplication(app, signedIn, { id, settings: settingsFor(standing), target: SWITCHED });
}

const settingsFor = ({ known: { name, redirectUris = [] } }: Standing): ApplicationSettings => ({
  name,
  description: undefined,
  redirectUris,
  postLogoutRedirectUris: [],
  scopes: ['openid', 'profile', 'email', 'account:read'],
  defaultScope: undefined,
  mayIntrospect: false,
  demandsProof: false,
});
