/** Create → read → list → update → delete, the same for whatever has them. */
import { type Answered, type Done, done, gone, holds, made, refused, same } from './answers.ts';

interface Thing {
  id: string;
  updatedAt: string;
}

/** The condition under which it is to be done. */
export type IfMatch = { 'If-Match': string };

type Ask<One> = (id: string) => Promise<Answered<One>>;

export interface RoundTrip<One extends Thing> {
  create(): Promise<Answered<One>>;
  get: Ask<One>;
  /** By way of the list, where there is one. */
  find?(id: string): Promise<One | undefined>;
  update(id: string, ifMatch: IfMatch): Promise<Answered<One>>;
  /** What of it is another after the update. */
  change: Partial<One>;
  /** What can be done with it besides. */
  meanwhile?(one: One): Promise<void>;
  remove?(id: string, ifMatch: IfMatch): Promise<Answered<unknown>>;
}

export const STALE: IfMatch = { 'If-Match': '"2001-01-01T00:00:00.000Z"' };

export const versionOf = ({ updatedAt }: Pick<Thing, 'updatedAt'>): IfMatch => ({ 'If-Match': `"${updatedAt}"` });

export async function roundTrip<One extends Thing>(trip: RoundTrip<One>): Promise<One> {
  const created = await made(trip.create());
  const { id } = created.data;
  holds(created.headers.get('location')?.endsWith(`/${id}`) ?? false, 'created: Location leads to it');
  same((await done(trip.get(id))).data, created.data, 'read: as created');
  if (trip.find !== undefined) same(await trip.find(id), created.data, 'listed: as created');
  const updated = await change(trip, created);
  await trip.meanwhile?.(updated);
  const { remove } = trip;
  if (remove === undefined) return updated;
  await refused(remove(id, STALE), 412);
  await gone(remove(id, versionOf((await done(trip.get(id))).data)));
  await refused(trip.get(id), 404);
  return updated;
}

async function change<One extends Thing>(trip: RoundTrip<One>, created: Done<One>): Promise<One> {
  const { id } = created.data;
  await refused(trip.update(id, STALE), 412);
  same(created.headers.get('etag'), versionOf(created.data)['If-Match'], 'the entity tag is the version');
  const { data, headers } = await done(trip.update(id, versionOf(created.data)));
  const expected: One = { ...created.data, ...trip.change, updatedAt: data.updatedAt };
  same(data, expected, 'updated: what was said, and nothing else');
  holds(headers.get('etag') !== created.headers.get('etag'), 'updated: it is another version');
  same((await done(trip.get(id))).data, data, 'read: as updated');
  return data;
}
