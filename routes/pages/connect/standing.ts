/**
 * Which assistants staff and members of a school can connect, and why. Everything is read from what decides it: the
 * reviews, the apps that the school offers to members, and its applications.
 */
import type { FastifyInstance } from 'fastify';
import { hasBundledDocument } from '../../../schema/clients/vendor-documents.ts';
import { isApproved, type Review } from '../../../schema/oauth/client.ts';
import type { MetadataUrl } from '../../../schema/oauth/metadata-url.ts';
import type { StoredApplication } from '../../../schema/oauth/site-application.ts';
import { type Admission, acceptedDocument, admissionOf, CLIENTS, type ConnectClient } from './clients.ts';

export interface Standing {
  known: ConnectClient;
  /** `undefined` if the client needs no admission, because it does not sign in. */
  admission: Admission | undefined;
  /** The address by which the client identifies itself, if this server accepts it. */
  document: MetadataUrl | undefined;
  review: Review;
  /** True if the school offers the client to its members by that address. */
  isOffered: boolean;
  /** True if the school offers it, but it is blocked for all schools. */
  isOfferBlocked: boolean;
  /** The active applications of the school with which members can connect the client, the newest first. */
  serving: readonly StoredApplication[];
  /** Those of them, and the disabled ones, that only this client can use. */
  dedicated: readonly StoredApplication[];
}

/** Returns whether members' agents can use the application: it has no secret, and may read the member's own data. */
const servesMembers = ({ active, authMethod, scopes }: StoredApplication): boolean =>
  active && authMethod === 'none' && scopes.includes('account:read');

const ASSISTANTS = new Set(CLIENTS.flatMap(({ redirectUris = [] }) => redirectUris));

/** Returns whether an application was made for known assistants. Others are not offered as one. */
const isForAssistants = (application: StoredApplication): boolean =>
  application.redirectUris.every((uri) => ASSISTANTS.has(uri));

/** Returns whether nothing but this client can receive the codes of the application. */
const isDedicated = ({ redirectUris = [] }: ConnectClient, application: StoredApplication): boolean =>
  application.redirectUris.every((uri) => redirectUris.includes(uri));

function applicationsFor(
  known: ConnectClient,
  all: readonly StoredApplication[],
): Pick<Standing, 'serving' | 'dedicated'> {
  const [needed] = known.redirectUris ?? [];
  if (needed === undefined) return { serving: [], dedicated: [] };
  // Disabled ones count as if they were enabled, so that they can be found again. The URI is compared with its port,
  // because without it, the application of one client on this computer would suit the others.
  const usable = all.filter(
    (one) => servesMembers({ ...one, active: true }) && isForAssistants(one) && one.redirectUris.includes(needed),
  );
  return {
    serving: usable.filter(({ active }) => active),
    dedicated: usable.filter((one) => isDedicated(known, one)),
  };
}

export async function standingOf(
  { config, oauth: { metadataClients } }: FastifyInstance,
  siteId: string,
  known: ConnectClient,
  applications: readonly StoredApplication[],
): Promise<Standing> {
  const document = acceptedDocument(known, config);
  const client = document && (await metadataClients.find(document));
  const isByDefault = config.cimd.reviewsBundled && hasBundledDocument(document);
  const review = client?.review ?? (isByDefault ? 'by_default' : 'unreviewed');
  const adopts = client?.adoptedBy.includes(siteId) === true;
  return {
    known,
    admission: admissionOf(known, config),
    document,
    review,
    isOffered: adopts && review !== 'blocked',
    isOfferBlocked: adopts && review === 'blocked',
    ...applicationsFor(known, applications),
  };
}

/** Returns the standing of every client that can sign in. */
export async function standingsAt(app: FastifyInstance, siteId: string): Promise<readonly Standing[]> {
  const applications = await app.oauth.siteApplications.ofSite(siteId);
  const standings = await Promise.all(CLIENTS.map((known) => standingOf(app, siteId, known, applications)));
  return standings.filter(({ admission }) => admission !== undefined);
}

export const serveMembers = ({ isOffered, serving }: Pick<Standing, 'isOffered' | 'serving'>): boolean =>
  isOffered || serving.length > 0;

/** The application whose `client_id` members enter; `undefined` if the client identifies itself by its own address. */
export const applicationFor = ({ isOffered, serving }: Standing): StoredApplication | undefined =>
  isOffered ? undefined : serving[0];

export const WHO = ['staff', 'members'] as const;
export type ConnectAudience = (typeof WHO)[number];

/** Why a switch cannot be used here, by this person. */
type Obstacle = 'ready' | 'platform' | 'blocked' | 'host' | 'registration' | 'application';

export interface SwitchState {
  is: 'on' | 'reads' | 'off' | 'blocked';
  /** The state after the switch; `undefined` if it can do nothing. */
  turns: 'on' | 'off' | undefined;
  obstacle: Obstacle | undefined;
}

/** @param decides whether the person reviews apps for the platform */
export const switchOf = (who: ConnectAudience, standing: Standing, decides: boolean): SwitchState =>
  who === 'staff' ? staffSwitch(standing, decides) : membersSwitch(standing, decides);

/** The switch that lets staff connect a client. */
function staffSwitch({ admission, review }: Standing, decides: boolean): SwitchState {
  if (admission === 'only_as_application') return { is: 'off', turns: undefined, obstacle: 'registration' };
  if (admission !== 'by_address') return { is: 'on', turns: undefined, obstacle: 'ready' };
  const is = ({ approved: 'on', by_default: 'on', unreviewed: 'reads', blocked: 'blocked' } as const)[review];
  if (!decides) return { is, turns: undefined, obstacle: is === 'on' ? 'ready' : 'platform' };
  return { is, turns: isApproved(review) ? 'off' : 'on', obstacle: undefined };
}

/** The switch that lets members connect a client to their own data. */
function membersSwitch(standing: Standing, decides: boolean): SwitchState {
  if (serveMembers(standing)) return servingSwitch(standing);
  const { document, review, known } = standing;
  if (document === undefined && known.redirectUris === undefined) {
    return { is: 'off', turns: undefined, obstacle: 'host' };
  }
  if (document === undefined || review !== 'blocked') return { is: 'off', turns: 'on', obstacle: undefined };
  return decides
    ? { is: 'blocked', turns: 'on', obstacle: undefined }
    : { is: 'blocked', turns: undefined, obstacle: 'blocked' };
}

/** An application that other clients use, too, is not disabled because of this one. */
function servingSwitch({ review, serving, dedicated, isOffered }: Standing): SwitchState {
  const isShared = serving.some((one) => !dedicated.includes(one));
  const canEnd = isOffered || serving.some((one) => dedicated.includes(one));
  return {
    is: isOffered && review === 'unreviewed' ? 'reads' : 'on',
    turns: canEnd ? 'off' : undefined,
    obstacle: isShared ? 'application' : undefined,
  };
}
