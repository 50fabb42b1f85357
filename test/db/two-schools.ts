/** One person at two schools, and another one at one of them: whose data is whose. */
import type { Test } from 'tap';
import type { PageRequest } from '../../schema/data/list-page.ts';
import type { Member } from '../../schema/school/account.ts';
import { NOW, person, SITE } from './fixtures.ts';
import type { NewNode, Stores } from './stores.ts';

export const ME: Member = { siteId: SITE.id, personId: 'usr_1' };
export const NEIGHBOUR: Member = { siteId: SITE.id, personId: 'usr_2' };
export const ELSEWHERE: Member = { siteId: 'site_2', personId: 'usr_1' };
export const NOBODY: Member = { siteId: 'site_2', personId: 'usr_2' };

/** A second person, and a second school where only the first one is a member. */
export async function addOthers({ platform }: Stores): Promise<void> {
  await platform.add({
    createdAt: NOW,
    sites: [
      {
        id: 'site_2',
        slug: 'abbey',
        name: 'Abbey „ü“',
        primaryDomain: 'abbey.example',
        locale: 'pt-BR',
        timezone: 'Europe/Lisbon',
      },
    ],
    people: [person('usr_2', { name: 'Neighbour' })],
    memberships: [
      { personId: 'usr_2', siteId: SITE.id, role: 'owner' },
      { personId: 'usr_1', siteId: 'site_2', role: 'member' },
    ],
  });
}

/** A store with both schools. */
export async function withOthers(t: Test, node: NewNode): Promise<Stores> {
  const stores = await node(t);
  await addOthers(stores);
  return stores;
}

export const first = (count: number): PageRequest => ({ first: count, after: undefined });
