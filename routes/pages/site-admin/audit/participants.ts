/** Whom and what an entry of the audit log is about, and the pages about them that exist and that its reader may open. */
import type { FastifyInstance } from 'fastify';
import { type AuditEntry, connectionIn } from '../../../../schema/audit/audit-event.ts';
import { isByOperator, memberTarget, type NamedThing, namedThing } from '../../../../schema/audit/audit-target.ts';
import type { EndedPeople } from '../../../../schema/audit/ended-connections.ts';
import { rowOfEvent } from '../../../../schema/audit/events.ts';
import type { PlacedConnection } from '../../../../schema/oauth/connection.ts';
import { isUrlClientId } from '../../../../schema/oauth/metadata-url.ts';
import type { Text } from '../../../words/index.ts';
import { nameOfClient } from '../../kit/client.ts';
import { sinceText } from '../../kit/connection-place.ts';
import { displayText } from '../../kit/display-text.ts';
import { at, type OperatorRequest, STAFF_RIGHTS, triesOut } from '../operator-pages.ts';
import { type Reader, shownTarget, whoOf } from './sentences.ts';

export interface EntryPages {
  /** The path of the school's pages. */
  school: string;
  /** The members in the entry, by id. People who were removed are none. */
  members: ReadonlyMap<string, { name: string | null; email: string }>;
  /** The member to whom the target belongs, such as an enrollment. */
  ownerOfTarget: string | undefined;
  app: string | undefined;
  /** The connection, while it lasts. */
  connection: { href: string; since: number } | undefined;
  webhook: string | undefined;
  /** Whose connections ended, if the entry may have ended those of several people. */
  ended: EndedPeople | undefined;
}

/** Something that an entry names, its page, and all entries about it. */
export interface Participant {
  name: string;
  href?: string | undefined;
  trail?: { href: string; label: string };
}

/** The target of an event about one connection by a request of the app. */
const GRANT = /^\d{1,15}$/;
/** As `webhookTarget` writes it. */
const WEBHOOK = /^\S+ (\S+)$/;

const OF_MEMBERS = {
  enrollment: 'enrollments',
  subscription: 'subscriptions',
  event_registration: 'eventRegistrations',
} as const satisfies Partial<Record<NamedThing, string>>;
const isOfMember = (thing: NamedThing): thing is keyof typeof OF_MEMBERS => Object.hasOwn(OF_MEMBERS, thing);

/** The id of the member that a target is. */
export function memberIn(target: string): string | undefined {
  const named = namedThing(target);
  return named?.thing === 'member' ? named.id : undefined;
}

const isOfWebhook = ({ event }: AuditEntry): boolean => rowOfEvent(event).group === 'webhooks';

const grantIn = (entry: AuditEntry): number | undefined =>
  connectionIn(entry) ?? (entry.clientId !== null && GRANT.test(entry.target ?? '') ? Number(entry.target) : undefined);

/** Reads which of the pages exist. */
export async function pagesOf(app: FastifyInstance, signedIn: OperatorRequest, entry: AuditEntry): Promise<EntryPages> {
  const { clock, oauth, school } = app;
  const { siteId } = signedIn.membership;
  const { clientId, personId } = entry;
  const target = entry.target ?? '';

  async function appPage(): Promise<string | undefined> {
    if (clientId === null || !triesOut(signedIn.membership, 'mcp_connections')) return undefined;
    if ((await oauth.siteApplications.find(siteId, clientId)) !== undefined)
      return at(signedIn, `/applications/${clientId}`);
    const isKnown = isUrlClientId(clientId) && (await oauth.metadataClients.find(clientId)) !== undefined;
    return isKnown ? at(signedIn, `/reviews/app?${new URLSearchParams({ client: clientId })}`) : undefined;
  }

  async function ownerOfTarget(): Promise<string | undefined> {
    const named = namedThing(target);
    if (named === undefined || !isOfMember(named.thing)) return undefined;
    return (await school.records(OF_MEMBERS[named.thing]).find(siteId, named.id))?.personId;
  }

  async function connectionPage(): Promise<EntryPages['connection']> {
    const grantId = grantIn(entry);
    const found = grantId === undefined ? undefined : await oauth.connections.findAtSite(siteId, grantId, clock());
    const isSame = found?.client.id === clientId && found?.person.id === personId;
    return found && isSame ? { href: at(signedIn, `/connections/${found.grantId}`), since: found.since } : undefined;
  }

  async function webhookPage(): Promise<string | undefined> {
    const id = isOfWebhook(entry) ? WEBHOOK.exec(target)?.[1] : undefined;
    if (id === undefined || (await school.webhookEndpoints.find(siteId, id)) === undefined) return undefined;
    return at(signedIn, `/webhooks/${id}`);
  }

  const owner = await ownerOfTarget();
  const ended = (await app.audit.log.endedPeople(siteId, [entry])).get(entry.id);
  const people = [personId ?? undefined, memberIn(target), owner, ...(ended?.people ?? []).map(({ id }) => id)].filter(
    (id) => id !== undefined,
  );
  return {
    school: at(signedIn),
    members: await school.members.labels(siteId, people),
    ownerOfTarget: owner,
    app: await appPage(),
    connection: await connectionPage(),
    webhook: await webhookPage(),
    ended,
  };
}

/** Whether the person of an entry is the one to whom it happened, and not the one who acted. */
export const isDoneToPerson = ({ event, target }: AuditEntry): boolean =>
  rowOfEvent(event).passive === true || isByOperator(target);

type Names = ReadonlyMap<string, string>;
type Members = EntryPages['members'];

function memberNamed(id: string, otherwise: string, { school, members }: EntryPages, { audit }: Text): Participant {
  return {
    name: memberLabel(id, otherwise, members),
    href: members.has(id) ? `${school}/members/${id}` : undefined,
    trail: { href: `${school}/audit?${new URLSearchParams({ person: id })}`, label: audit.trails.person },
  };
}

function memberLabel(id: string, otherwise: string, members: Members): string {
  const member = members.get(id);
  if (member === undefined) return displayText(otherwise);
  return displayText(member.name ? `${member.name} (${member.email})` : member.email);
}

/** The person of an entry. */
export function personOf(entry: AuditEntry, names: Names, pages: EntryPages, text: Text): Participant | undefined {
  const { personId } = entry;
  return personId === null ? undefined : memberNamed(personId, whoOf(entry, names, text), pages, text);
}

/** The people whose connections ended with an entry, and with which apps, if it is about all. */
export const endedOf = (names: Names, pages: EntryPages, text: Text): { person: Participant; apps: string }[] =>
  (pages.ended?.people ?? []).map(({ id, apps }) => ({
    person: memberNamed(id, nameOfFormer(id, names, text), pages, text),
    apps: appsOf(apps, text),
  }));

/** The same as lines. */
export const endedLines = (
  { people, more, deleted }: EndedPeople,
  names: Names,
  members: Members,
  text: Text,
): string[] => [
  ...people.map(({ id, apps }) => {
    const name = memberLabel(id, nameOfFormer(id, names, text), members);
    return apps.length === 0 ? name : `${name}${text.audit.change.colon}${appsOf(apps, text)}`;
  }),
  ...othersEnded({ more, deleted }, text),
];

/** Those whose connections ended, and who have no names here. */
export const othersEnded = ({ more, deleted }: Pick<EndedPeople, 'more' | 'deleted'>, { audit }: Text): string[] => [
  ...(more > 0 ? [audit.change.more({ number: more })] : []),
  ...(deleted > 0 ? [audit.change.deletedPeople({ count: deleted })] : []),
];

const nameOfFormer = (id: string, names: Names, { audit }: Text): string =>
  names.get(memberTarget(id)) || audit.absent.member;

/** Apps of a person whose connections ended with those of others. */
const appsOf = (apps: EndedPeople['people'][number]['apps'], text: Text): string =>
  apps
    .map(({ clientId, clientName }) => (clientName === null ? text.audit.someApp : nameOfClient(clientId, clientName)))
    .join(text.audit.change.listSeparator);

/** Returns the page of what an entry is about, other than a member. */
function pageOfTarget({ event, target }: AuditEntry, { school, webhook }: EntryPages): string | undefined {
  const { page } = rowOfEvent(event);
  if (page === 'staffRights') return school + STAFF_RIGHTS;
  if (page === 'settings' || target?.startsWith('school/')) return `${school}/settings`;
  return target?.startsWith('appearance/') ? `${school}/look` : webhook;
}

/** What the target of an entry is, if it is something that people know, and the member to whom that belongs. */
export function targetsOf(entry: AuditEntry, names: Names, pages: EntryPages, text: Text): Participant[] {
  const name = shownTarget(entry, names, text);
  if (name === undefined) return [];
  const member = memberIn(entry.target ?? '');
  if (member !== undefined) return [memberNamed(member, name, pages, text)];
  const owner = pages.ownerOfTarget;
  return [
    { name, href: pageOfTarget(entry, pages) },
    ...(owner !== undefined && pages.members.has(owner) ? [memberNamed(owner, '', pages, text)] : []),
  ];
}

/** Whether an entry is about its app, and not only through it. */
export const isAboutApp = ({ event }: AuditEntry): boolean => rowOfEvent(event).group === 'apps';

export type Connections = ReadonlyMap<number, PlacedConnection>;

/** Reads the connections that entries of a school name, in one statement. */
export function connectionsIn(
  { oauth: { connections } }: FastifyInstance,
  siteId: string,
  entries: readonly AuditEntry[],
): Promise<Connections> {
  const pairs = entries.flatMap((entry) => {
    const { personId, clientId } = entry;
    return connectionIn(entry) === undefined || personId === null || clientId === null ? [] : [{ personId, clientId }];
  });
  return connections.ofLog(siteId, pairs);
}

/** @returns when the connection of an entry was made, while the server knows it, and whether the person has others */
export function throughWhich(
  entry: AuditEntry,
  connections: Connections,
  { language, timeZone }: Reader,
): { since: string; isOneOfSeveral: boolean } | undefined {
  const connection = connections.get(connectionIn(entry) ?? 0);
  if (connection === undefined) return undefined;
  return {
    since: sinceText({ ...connection, timeZone }, language),
    isOneOfSeveral: connection.place !== undefined,
  };
}
