/** What a switch of an assistant does, and the steps in which it is done. */
import type { FastifyInstance } from 'fastify';
import type { AuditEvent, AuditEventName } from '../../../schema/audit/audit-event.ts';
import { SWITCHED } from '../../../schema/audit/audit-target.ts';
import { isApproved, type MetadataDocumentClient } from '../../../schema/oauth/client.ts';
import type { ApplicationSettings, StoredApplication } from '../../../schema/oauth/site-application.ts';
import { createApplication } from '../site-admin/applications/application.ts';
import { type OperatorRequest, triesOut } from '../site-admin/operator-pages.ts';
import { decidesForPlatform, type LookupProblem, readApp } from '../site-admin/reviews/reviewed-apps.ts';
import { CLIENTS } from './clients.ts';
import { type Standing, standingOf, switchOf, WHO, type Who } from './standing.ts';

export interface Plan {
  standing: Standing;
  who: Who;
  turns: 'on' | 'off';
  /** Whether the client runs on other people's servers, which cannot reach this computer. */
  isCutOff: boolean;
  /** Whether the beta feature is turned on, too. */
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

/** Whether one of the steps asks for the password or a passkey where it is done alone. */
export const needsProof = ({ problem, approves, blocks, releases, disables }: Plan): boolean =>
  problem === undefined && (disables.length > 0 || [approves, blocks, releases].includes(true));

/** Returns what the switch would do now; `undefined` if there is no such switch, or this person cannot use it. */
export async function planOf(app: FastifyInstance, signedIn: OperatorRequest): Promise<Plan | undefined> {
  const { client: key, who: name, to } = signedIn.request.params as { client: string; who: string; to: string };
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
  const looked = await readApp(app, document);
  return {
    ...plan,
    feature,
    client: looked.client,
    problem: looked.problem,
    approves: decides && !isApproved(looked.client?.review ?? review),
    adopts: plan.who === 'members',
  };
}

/**
 * Does what the plan, which has no problem, says. The decision about the client comes first, because it is the only step that can fail; each
 * further step does nothing if it was done before, so the switch can be used again if the server stops in between.
 * @param seenChangedAt the version of the metadata document that the person saw
 * @param newId the id of an application that is created
 */
export async function carryOut(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  plan: Plan,
  { seenChangedAt, newId }: { seenChangedAt: string | undefined; newId: string },
): Promise<'done' | 'changed'> {
  if (plan.client !== undefined && !(await decide(app, signedIn, plan, plan.client, seenChangedAt))) return 'changed';
  await changeApplications(app, signedIn, plan, newId);
  if (plan.feature) {
    const { siteId } = signedIn.membership;
    await app.school.betaFeatures.switch(siteId, 'mcp_connections', true, signedIn.event('beta_feature_on'));
  }
  return 'done';
}

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
    const approved = event('client_approved');
    return adopts
      ? metadataClients.approveAndAdopt(client, siteId, approved)
      : metadataClients.approve(client, approved);
  }
  if (adopts) await metadataClients.adopt(client, siteId, event('client_adopted'));
  if (blocks) await metadataClients.block(client, event('client_blocked'));
  if (releases) await metadataClients.release(client, siteId, event('client_released'));
  return true;
}

async function changeApplications(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  { creates, enables, disables, standing }: Plan,
  newId: string,
): Promise<void> {
  const { siteApplications } = app.oauth;
  const eventOf = (name: AuditEventName, clientId: string): AuditEvent =>
    signedIn.event(name, { clientId, target: SWITCHED });
  for (const one of disables) await siteApplications.disable(one, eventOf('client_disabled', one.id));
  if (enables !== undefined) await siteApplications.enable(enables, eventOf('client_enabled', enables.id));
  if (creates) await createApplication(app, signedIn, { id: newId, settings: settingsFor(standing), target: SWITCHED });
}

const settingsFor = ({ known: { name, redirectUris = [] } }: Standing): ApplicationSettings => ({
  name,
  description: undefined,
  redirectUris,
  postLogoutRedirectUris: [],
  scopes: ['openid', 'profile', 'email', 'account:read'],
  defaultScope: undefined,
  mayIntrospect: false,
});
