/** The Account API: what one member may see and change of their own at one school. Names are the specification's. */
import type { FastifyInstance } from 'fastify';
import { pageInfoType } from './connections.ts';
import { courseResolvers, courseTypes } from './courses.ts';
import { orderLoaders, orderResolvers, orderTypes } from './orders.ts';
import { registrationResolvers, registrationTypes } from './registrations.ts';
import { scalars } from './scalars.ts';
import { viewerResolvers, viewerTypes } from './viewer.ts';

export const typeDefinitions = [viewerTypes, courseTypes, pageInfoType, orderTypes, registrationTypes].join('');

/** What each field answers. All of a request's data is one member's, at one school. */
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
