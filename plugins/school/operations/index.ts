/** The operation registry: every operation of the admin API once, for REST, its documentation and the tools. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { z } from 'zod';
import type { Input, Operation, Operator } from '../../../schema/school/operation.ts';
import { type InputFault, invalidInput } from '../../../schema/school/problem.ts';
import { offer } from '../../wing.ts';
import { couponsOperations } from './commerce/coupons.ts';
import { digitalProductsOperations } from './commerce/digital-products.ts';
import { membershipPlansOperations } from './commerce/membership-plans.ts';
import { ordersOperations } from './commerce/orders.ts';
import { subscriptionsOperations } from './commerce/subscriptions.ts';
import { commentsOperations } from './content/comments.ts';
import { formsOperations } from './content/forms.ts';
import { pagesOperations } from './content/pages.ts';
import { postsOperations } from './content/posts.ts';
import { storageOperations } from './content/storage.ts';
import { eventsOperations } from './events/events.ts';
import { courseOperations } from './learning/courses.ts';
import { curriculumOperations } from './learning/curriculum.ts';
import { studentsOperations } from './learning/students.ts';
import { lecturersOperations } from './people/lecturers.ts';
import { membersOperations } from './people/members.ts';
import { analyticsOperations } from './school/analytics.ts';
import { appearanceOperations } from './school/appearance.ts';
import { schoolOperations } from './school/school.ts';

declare module '../stores.ts' {
  interface School {
    /** In the order in which documentation lists them. */
    readonly operations: readonly Operation[];
    /**
     * Runs an operation on what a caller sent.
     * @throws {ProblemError} naming every field that is wrong
     */
    readonly runOperation: (operation: Operation, operator: Operator, given: Input) => Promise<unknown>;
  }
}

/** The catalogue: resources and what can be done with them. */
const CATALOGUE: readonly ((app: FastifyInstance) => readonly Operation[])[] = [
  courseOperations,
  curriculumOperations,
  studentsOperations,
  membersOperations,
  analyticsOperations,
  ordersOperations,
  schoolOperations,
  appearanceOperations,
  eventsOperations,
  membershipPlansOperations,
  couponsOperations,
  postsOperations,
  subscriptionsOperations,
  digitalProductsOperations,
  commentsOperations,
  lecturersOperations,
  storageOperations,
  formsOperations,
  pagesOperations,
];

export default fp(
  async (app) => {
    const operations = CATALOGUE.flatMap((operationsOf) => operationsOf(app));
    const repeated = operations.find(({ name }, index) => operations.findIndex((one) => one.name === name) < index);
    if (repeated !== undefined) throw new Error(`the operation ${repeated.name} is defined twice`);
    offer(app.school, 'operations', operations);

    offer(app.school, 'runOperation', async (operation: Operation, operator: Operator, given: Input) => {
      const parsed = operation.input.safeParse(given);
      if (!parsed.success) throw invalidInput(faultsOf(parsed.error));
      return operation.run(operator, parsed.data);
    });
  },
  { name: 'operations', dependencies: ['stores', 'mail-links', 'cursors', 'signed-urls', 'storage'] },
);

const faultsOf = (error: z.ZodError): InputFault[] =>
  error.issues.flatMap((issue): InputFault[] => {
    const path = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path, code: issue.code, message: issue.message }];
    return issue.keys.map((key) => ({
      path: [...issue.path, key].join('.'),
      code: issue.code,
      message: 'is not a known field',
    }));
  });
