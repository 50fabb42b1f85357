/** Finds the school that a page is about, and the actions that are possible. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Site } from '../../../plugins/school/stores.ts';
import { isSlug } from '../../../schema/slug.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { sendPage } from '../kit/sending.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { platformFrame } from './operator.ts';
import { type SchoolActionName, type SchoolResult, schoolPage, schoolPath } from './school-view.ts';

/** The path of each action below that of its school. */
export const ACTION_PATHS: Readonly<Record<SchoolActionName, string>> = {
  close: 'close',
  reopen: 'reopen',
  handOver: 'hand-over',
  export: 'export',
  delete: 'delete',
  cancelDeletion: 'cancel-deletion',
};
const ACTIONS = Object.keys(ACTION_PATHS) as readonly SchoolActionName[];

export async function findSchool(app: FastifyInstance, { request }: SignedInRequest): Promise<Site | undefined> {
  const slug = pathParameter(request, 'school');
  return isSlug(slug) ? app.school.sites.bySlug(slug) : undefined;
}

export function isPossible({ clock }: FastifyInstance, { active, deleteAt }: Site, name: SchoolActionName): boolean {
  switch (name) {
    case 'close':
      return active;
    case 'reopen':
      return !active && deleteAt === null;
    case 'delete':
      return deleteAt === null;
    // Once it is due, a part of the school may be gone.
    case 'cancelDeletion':
      return deleteAt !== null && deleteAt > clock();
    case 'handOver':
      return deleteAt === null;
    case 'export':
      return true;
  }
}

/** @param result what happened to the school, or what the address of the page says of it */
export async function showSchool(
  app: FastifyInstance,
  signedIn: SignedInRequest,
  reply: FastifyReply,
  school: Site,
  result: SchoolResult | string | undefined,
): Promise<FastifyReply> {
  const done = typeof result === 'string' ? ACTIONS.find((name) => name === result) : undefined;
  const owners = await app.school.sites.owners(school.id);
  const page = schoolPage(platformFrame(signedIn), {
    school,
    owners: owners.flatMap(({ name, email, status }) => (status === 'removed' ? [] : [{ name, email, status }])),
    actions: ACTIONS.filter((name) => isPossible(app, school, name)).map((name) => ({
      name,
      href: schoolPath(school, `/${ACTION_PATHS[name]}`),
    })),
    result: typeof result === 'string' ? done && { done } : result,
  });
  return sendPage(reply, page, 'own');
}
