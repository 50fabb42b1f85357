/** Assembles the schema of the Account API, in which members read and change their own data at one school. */
import type { FastifyInstance } from 'fastify';
import { pageInfoType } from './connections.ts';
import { courseResolvers, courseTypes } from './courses.ts';
import { orderLoaders, orderResolvers, orderTypes } from './orders.ts';
import { outlineResolvers, outlineTypes } from './outlines.ts';
import { postResolvers, postTypes } from './posts.ts';
import { productResolvers, productTypes } from './products.ts';
import { registrationResolvers, registrationTypes } from './registrations.ts';
import { scalars, scalarTypes } from './scalars.ts';
import { subscriptionResolvers, subscriptionTypes } from './subscriptions.ts';
import { viewerResolvers, viewerTypes } from './viewer.ts';

export const typeDefinitions = [
  scalarTypes,
  viewerTypes,
  courseTypes,
  outlineTypes,
  pageInfoType,
  orderTypes,
  subscriptionTypes,
  productTypes,
  registrationTypes,
  postTypes,
].join('');

/** Collects the resolvers of all fields. The data of a request always belongs to one member at one school. */
export function resolversOf(app: FastifyInstance) {
  const viewer = viewerResolvers(app);
  const courses = courseResolvers(app);
  const orders = orderResolvers(app);
  const registrations = registrationResolvers(app);
  const outlines = outlineResolvers(app);
  const products = productResolvers(app);
  return {
    ...scalars,
    Query: viewer.Query,
    Mutation: { ...viewer.Mutation, ...courses.Mutation, ...registrations.Mutation, ...products.Mutation },
    Viewer: {
      ...courses.Viewer,
      ...outlines.Viewer,
      ...orders.Viewer,
      ...subscriptionResolvers(app).Viewer,
      ...products.Viewer,
      ...registrations.Viewer,
      ...postResolvers(app).Viewer,
    },
    CourseOutline: outlines.CourseOutline,
    Site: viewer.Site,
  };
}

export const loadersOf = orderLoaders;
