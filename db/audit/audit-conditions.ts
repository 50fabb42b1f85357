/** The conditions of a school's audit log, and along which of their indexes a filter is read. */
import { and, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { ACCESS_TOKEN_ONLY, type AuditEventName, type AuditFilter } from '../../schema/audit/audit-event.ts';
import { CLIENT_IDS } from '../../schema/audit/ended-connections.ts';
import { eventsWith } from '../../schema/audit/events.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';
import { endsOfSeveral, isOfEveryone } from '../tables/audit-index-conditions.ts';
import { wasEnded } from './ended-people.ts';
import { personConditions } from './person-conditions.ts';

const FILTER_NAMES = [
  'event',
  'ofSchool',
  'ofMember',
  'ofItem',
  'ofInvited',
  'ofJoined',
  'ofSignIn',
  'ofTools',
  'ofEnds',
  'personId',
  'clientId',
  'from',
  'to',
] as const satisfies readonly (keyof AuditFilter)[];
type OtherName = (typeof FILTER_NAMES)[number] | 'namesClient';
const SHORT = ['about', 'held', 'ended', 'everyone'] as const;
type AlongName = 'site' | 'event' | 'by' | 'client' | (typeof SHORT)[number];

/** The condition whose index a statement reads along. The others apply to what it finds. */
export interface PageShape {
  along: AlongName;
  others: readonly OtherName[];
}

/** A part of what a filter selects. */
export interface Lead extends PageShape {
  /** The event along whose index it is read. */
  event?: AuditEventName;
}

/** The parameters of every statement. A statement without one of the filters ignores its parameter. */
export type PageValues = Record<
  'alongEvent' | 'event' | 'personId' | 'clientId' | 'quotedClient' | 'about' | 'settings' | 'appearance' | 'siteId',
  string
> &
  Record<'from' | 'to' | 'before' | 'floor' | 'first', number>;

/** An app gets a code each time that a person signs in with it. */
const SIGN_INS = eventsWith('signsIn', true);
/** They end connections by themselves. */
const ENDS = eventsWith('ends', 'connections', 'of_several');
/** They name the apps of one person with which connections ended. */
const ENDED_WITH = eventsWith('namesApps', true);
const TOOL_CALLS: AuditEventName[] = ['tool_called', 'tool_failed'];

/** Returns the events that a filter selects, and the condition by which it does. */
function eventsOf({ event, ofSignIn, ofTools, ofEnds }: AuditFilter): [OtherName?, AuditEventName[]?] {
  if (event !== undefined) return ['event', [event]];
  if (ofSignIn) return ['ofSignIn', SIGN_INS];
  if (ofTools) return ['ofTools', TOOL_CALLS];
  return ofEnds ? ['ofEnds', [...new Set([...ENDS, ...ENDED_WITH])]] : [];
}

/** Returns the ways to read what a filter selects. The parts of each are what it selects, some of it twice. */
export function waysOf(filter: AuditFilter): readonly (readonly Lead[])[] {
  const names = FILTER_NAMES.filter((name) => filter[name] !== undefined);
  const but = (left?: OtherName) => names.filter((name) => name !== left);
  const { personId, clientId } = filter;
  const [chosenBy, events] = eventsOf(filter);
  const ways: Lead[][] = [];
  if (personId !== undefined) {
    const along = ['by', 'about', 'held', 'ended'] as const;
    ways.push(along.map((one) => ({ along: one, others: but('personId') })));
  } else if (clientId !== undefined) {
    const others = but('clientId');
    const naming = ENDED_WITH.filter((event) => events?.includes(event) ?? true);
    ways.push([
      { along: 'client', others },
      ...naming.map((event): Lead => ({ along: 'event', event, others: [...others, 'namesClient'] })),
      { along: 'everyone', others },
    ]);
  }
  // The ends of connections are some of those events.
  const others = chosenBy === 'ofEnds' ? names : but(chosenBy);
  if (events !== undefined) ways.push(events.map((event) => ({ along: 'event', event, others })));
  return ways.length === 0 ? [[{ along: 'site', others: names }]] : ways;
}

/** What happened to one person, or to everyone, is little. */
export const isShort = (along: AlongName): boolean => SHORT.some((name) => name === along);

/** The conditions that have an index, in the order of ids unless they select few events. */
export function alongConditions(db: Database): Readonly<Record<AlongName, (p: Params<PageValues>) => SQL | undefined>> {
  const { auditEvents: t, grants: g } = db.tables;
  const ofPerson = personConditions(db);
  const atSite = (p: Params<PageValues>) => eq(t.siteId, text(p.siteId));

  return {
    site: atSite,
    event: (p) => and(atSite(p), eq(t.event, text(p.alongEvent))),
    by: ofPerson.by,
    client: (p) => and(atSite(p), eq(t.clientId, text(p.clientId))),
    about: (p) => and(atSite(p), ofPerson.about(p)),
    held: (p) => and(atSite(p), ofPerson.held(p)),
    ended: (p) => and(atSite(p), ofPerson.ended(p)),
    // All connections of the school, some of them with the app.
    everyone: (p) =>
      and(
        atSite(p),
        endsOfSeveral(t),
        isOfEveryone(t),
        isNull(t.clientId),
        sql`exists (select 1 from ${g} where ${wasEnded(db.tables)} and ${g.siteId} = ${text(p.siteId)}
          and ${g.revokedAt} = ${t.at} and ${g.clientId} = ${text(p.clientId)})`,
      ),
  };
}

/** The conditions in a form that no index has: the index along which a statement reads is chosen before. */
export function otherConditions(db: Database): Readonly<Record<OtherName, (p: Params<PageValues>) => SQL | undefined>> {
  const { auditEvents: t, grants: g } = db.tables;
  const [event, client] = [sql`${t.event} || ''`, sql`${t.clientId} || ''`];
  // An app that revokes an access token only stays connected.
  const endsConnection = sql`coalesce(${t.after}, '') not like ${`%"${ACCESS_TOKEN_ONLY}"%`}`;
  const wasInvited = sql`coalesce(${t.before}, '') like '%"status":"invited"%'`;
  const endsSomething = sql`${t.before} like ${`%"${CLIENT_IDS}"%`}`;
  const namesClient = (p: Params<PageValues>): SQL =>
    sql`replace(${t.before}, ${text(p.quotedClient)}, '') <> ${t.before}`;

  return {
    event: (p) => eq(event, text(p.event)),
    ofSchool: (p) => or(eq(t.target, text(p.settings)), eq(t.target, text(p.appearance))),
    ofMember: () => sql`${t.target} like 'member/%'`,
    ofItem: () => sql`coalesce(${t.target}, '') not like 'member/%'`,
    ofInvited: () => wasInvited,
    ofJoined: () => sql`not ${wasInvited}`,
    ofSignIn: () => inArray(event, SIGN_INS),
    ofTools: () => inArray(event, TOOL_CALLS),
    personId: personConditions(db).any,
    ofEnds: () => or(and(inArray(event, ENDS), endsConnection), and(inArray(event, ENDED_WITH), endsSomething)),
    namesClient,
    clientId: (p) =>
      or(
        eq(client, text(p.clientId)),
        and(inArray(event, ENDED_WITH), namesClient(p)),
        // All connections of the school. With a person, those of the person count, or that the person ended them.
        sql`(${isOfEveryone(t)} and ${t.clientId} is null and exists (select 1 from ${g} where ${wasEnded(db.tables)}
          and ${g.siteId} = ${text(p.siteId)} and ${g.revokedAt} = ${t.at} and ${g.clientId} = ${text(p.clientId)}
          and ${text(p.personId)} in ('', ${t.personId}, ${g.personId})))`,
      ),
    from: (p) => gte(t.at, integer(p.from)),
    to: (p) => lt(t.at, integer(p.to)),
  };
}
