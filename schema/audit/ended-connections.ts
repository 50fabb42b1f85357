/** What the audit log keeps about connections that ended together: how many, and of how many people or with which apps. */
import { type AuditEntry, fieldValues, readFieldValues } from './audit-event.ts';
import { rowOfEvent } from './events.ts';

export interface EndedSize {
  connections: number;
  people: number;
}

/** Whether an event can end connections of several people. */
export const endsOfSeveral = ({ event, target, clientId }: AuditEntry): boolean =>
  rowOfEvent(event).ends === 'of_several' ||
  (event === 'grant_revoked' && (target === 'everyone' || (target === 'all' && clientId === null)));

/** People whose connections ended together. */
export interface EndedPeople {
  /** The apps are listed where the entry is about all. An app that was deleted since may have no name. */
  people: readonly { id: string; apps: readonly { clientId: string; clientName: string | null }[] }[];
  /** How many more there are. */
  more: number;
  /** Of how many others nothing is kept, such as after the deletion of their accounts. */
  deleted: number;
}

/** An entry has the names of no more apps. */
const MOST_APPS = 20;

export const sizeValues = ({ connections, people }: EndedSize): Readonly<Record<string, string>> => ({
  connections: String(connections),
  people: String(people),
});

/** The names of these values. */
export const SIZE_VALUES = ['connections', 'people'] as const;

/** The value that has the ids of the apps. */
export const CLIENT_IDS = 'clientIds';

/** The app of a connection that ends. Every `Connection` has it. */
interface Ended {
  readonly client: { readonly id: string; readonly name: string; readonly host?: string };
}

/** @param ended the connections of one person that end */
export const endedOfPerson = (ended: readonly Ended[]): string => fieldValues(endedValues(ended));

/** @param ended the connections of one person that end */
export function endedValues(ended: readonly Ended[]): Readonly<Record<string, unknown>> {
  const names = new Map(
    ended.map(({ client }) => [client.id, client.host === undefined ? client.name : `${client.name} (${client.host})`]),
  );
  const apps = [...names.values()];
  return {
    connections: String(ended.length),
    apps: apps.slice(0, MOST_APPS),
    [CLIENT_IDS]: [...names.keys()].slice(0, MOST_APPS),
    ...(apps.length > MOST_APPS ? { moreApps: String(apps.length - MOST_APPS) } : {}),
  };
}

/** The names of the values about apps. */
export const APP_VALUES = ['apps', 'moreApps'] as const;

type States = Pick<AuditEntry, 'before' | 'after'>;

const valuesIn = ({ before, after }: States) => ({ ...readFieldValues(before), ...readFieldValues(after) });

/** @returns how many connections of how many people ended; `undefined` where the entry does not say it */
export function sizeIn(states: States): EndedSize | undefined {
  const { connections, people } = valuesIn(states);
  const size = { connections: Number(connections), people: Number(people) };
  return Number.isInteger(size.connections) && Number.isInteger(size.people) ? size : undefined;
}

/** @returns the names of the apps whose connections with one person ended, and how many more there were */
export function appsIn(states: States): { names: readonly string[]; more: number } | undefined {
  const { apps, moreApps = 0 } = valuesIn(states);
  const isList = Array.isArray(apps) && apps.every((one) => typeof one === 'string');
  return isList && apps.length > 0 ? { names: apps, more: Number(moreApps) } : undefined;
}

/** The values of `before` that say which of several connections ended. */
export const placeValues = (
  place: { readonly number: number; readonly sinces: readonly number[] } | undefined,
  since: number,
): Readonly<Record<string, unknown>> =>
  place === undefined
    ? {}
    : {
        connectionCount: place.sinces.length,
        connectionNumber: place.number,
        connectedAt: new Date(since).toISOString(),
      };

/** The names of these values. */
export const PLACE_VALUES = ['connectionCount', 'connectionNumber', 'connectedAt'] as const;

/** @returns which of how many connections an entry is about, and when it was connected; nothing if it was the only one */
export function connectionPlaceIn(
  values: Readonly<Record<string, unknown>> | undefined,
): { count: number; since: number } | undefined {
  const [count, since] = [Number(values?.connectionCount), Date.parse(String(values?.connectedAt))];
  return count > 1 && !Number.isNaN(since) ? { count, since } : undefined;
}
