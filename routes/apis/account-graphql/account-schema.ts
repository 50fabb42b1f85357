/** Assembles the schema of the Account API, in which members read and change their own data at one school. */
import type { FastifyInstance } from 'fastify';
import { pageInfoType } from './connections.ts';
import { courseResolvers, courseTypes } from './courses.ts';
import { orderLoaders, orderResolvers, orderTypes } from './orders.ts';
import { registrationResolvers, registrationTypes } from './registrations.ts';
import { scalars, scalarTypes } from './scalars.ts';
import { viewerResolvers, viewerTypes } from './viewer.ts';

export const typeDefinitions = [
  scalarTypes,
  viewerTypes,
  courseTypes,
  pageInfoType,
  orderTypes,
  registrationTypes,
].join('');

/** Collects the resolvers of all fields. The data of a request always belongs to one member at one school. */
export function resolversOf(app: FastifyInstance) {
  const viewer = viewerResolvers(app);
  const courses = courseResolvers(app);
  const orders = orderResolvers(app);
  const registrations = registrationResolvers(app);
  return {
    ...scalars,
    Query: viewer.Query,
    Mutation: { ...viewer.Mutation, ...courses.Mutation, ...registrations.Mutation },
    Viewer: { ...courses.Viewer, ...orders.Viewer, ...registrations.Viewer },
    Site: viewer.Site,
  };
}

export const loadersOf = orderLoaders;
