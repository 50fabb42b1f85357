/** The operation registry: every operation of the admin API once, for REST, its documentation and the tools. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { z } from 'zod';
import { isMarkdown } from '../../../schema/school/fields.ts';
import type { Operation, Operator, UnparsedInput } from '../../../schema/school/operation.ts';
import { pageText } from '../../../schema/school/page-text.ts';
import { faultsOf, type InputFault, invalidInput } from '../../../schema/school/problem.ts';
import { leadsToOwnPage } from '../../../schema/text/tenant-link.ts';
import { provide } from '../../provide.ts';
import { personDecides } from '../approvals/index.ts';
import { involvedReader } from '../approvals/involved.ts';
import { couponsOperations } from './commerce/coupons.ts';
import { digitalProductsOperations } from './commerce/digital-products.ts';
import { membershipPlansOperations } from './commerce/membership-plans.ts';
import { ordersOperations } from './commerce/orders.ts';
import { subscriptionsOperations } from './commerce/subscriptions.ts';
import { commentsOperations } from './content/comments.ts';
import { formsOperations } from './content/forms.ts';
import { pagesOperations } from './content/pages.ts';
import { postsOperations } from './content/posts.ts';
import { fileReading, storageOperations } from './content/storage.ts';
import { referenceNames } from './engine/reference-names.ts';
import { eventsOperations } from './events/events.ts';
import { courseOperations } from './learning/courses.ts';
import { curriculumOperations } from './learning/curriculum.ts';
import { studentsOperations } from './learning/students.ts';
import { lecturersOperations } from './people/lecturers.ts';
import { membersOperations } from './people/members.ts';
import { analyticsOperations } from './school/analytics.ts';
import { appearanceOperations } from './school/appearance.ts';
import { schoolOperations } from './school/school.ts';

/** Every operation, in the order in which documentation lists them. */
const catalogueOf = (app: FastifyInstance) => [
  ...courseOperations(app),
  ...curriculumOperations(app),
  ...studentsOperations(app),
  ...membersOperations(app),
  ...analyticsOperations(app),
  ...ordersOperations(app),
  ...schoolOperations(app),
  ...appearanceOperations(app),
  ...eventsOperations(app),
  ...membershipPlansOperations(app),
  ...couponsOperations(app),
  ...postsOperations(app),
  ...subscriptionsOperations(app),
  ...digitalProductsOperations(app),
  ...commentsOperations(app),
  ...lecturersOperations(app),
  ...storageOperations(app),
  ...formsOperations(app),
  ...pagesOperations(app),
];

type AnyOperation = ReturnType<typeof catalogueOf>[number];

/** The operations by their names, each with the types of its input and output. */
export type Operations = { readonly [Name in AnyOperation['name']]: Extract<AnyOperation, { readonly name: Name }> };

declare module '../stores.ts' {
  interface School {
    /** For those who read all operations alike: in the order in which documentation lists them. */
    readonly catalogue: readonly Operation[];
    /** What only pages run. */
    readonly pageOperations: readonly Operation[];
    /** For those who call one: `app.school.operations.change_role`. */
    readonly operations: Operations;
    /**
     * Runs an operation on what a caller sent.
     * @throws {ProblemError} naming every field that is wrong
     */
    readonly runOperation: <In extends z.ZodObject, Out extends z.ZodType>(
      operation: Operation<string, In, Out>,
      operator: Operator,
      rawInput: UnparsedInput<In>,
    ) => Promise<z.output<Out>>;
    /** Returns what an operation returned, with the names beside ids that the caller may see. */
    readonly withNames: ReturnType<typeof referenceNames>['withNames'];
    /** Returns what a call is about, by what the school knows of it. */
    readonly involvedIn: ReturnType<typeof involvedReader>;
  }
}

export interface OperationsOptions {
  /** Returns what keeps Markdown from being shown, in words that follow its name. */
  readonly faultOfText: (text: string) => Promise<string | undefined>;
}

export default fp(
  async (app, { faultOfText }: OperationsOptions) => {
    const catalogue = catalogueOf(app);
    const repeated = catalogue.find(({ name }, index) => catalogue.findIndex((one) => one.name === name) < index);
    if (repeated !== undefined) throw new Error(`the operation ${repeated.name} is defined twice`);
    provide(app.school, 'catalogue', catalogue);
    provide(app.school, 'pageOperations', fileReading(app));
    // Each has been checked to be there once, under the name that its type has.
    provide(app.school, 'operations', Object.fromEntries(catalogue.map((one) => [one.name, one])) as Operations);

    const { withNames, requireIncluded, including } = referenceNames(app);
    provide(app.school, 'withNames', withNames);
    provide(app.school, 'involvedIn', involvedReader(app, catalogue));

    const decide = personDecides(app, catalogue);
    provide(app.school, 'runOperation', async (operation, operator, rawInput) => {
      const parsed = operation.input.safeParse(rawInput);
      if (!parsed.success) throw invalidInput(faultsOf(parsed.error));
      const own = ownAddressesIn(operation.input, parsed.data, app.config.baseUrl);
      if (own.length > 0) throw invalidInput(own);
      for (const [path, text] of markdownIn(operation.input.shape, parsed.data)) {
        const message = await faultOfText(text);
        if (message !== undefined) throw invalidInput([{ path, code: 'too_complex', message }]);
      }
      const { include } = parsed.data;
      if (typeof include === 'string') requireIncluded(operator, operation, include);
      // The output is that of the operation, or as it was kept.
      const output = (await decide(operation, operator, parsed.data)) as z.output<typeof operation.output>;
      if (typeof include !== 'string') return output;
      // What is added are optional fields of the output.
      return (await including(operator, operation, output, include)) as typeof output;
    });
  },
  { name: 'operations', dependencies: ['stores', 'mail-links', 'cursors', 'signed-urls', 'storage', 'notices'] },
);

/** The texts of an input that are Markdown, with their names. */
const markdownIn = (shape: z.core.$ZodLooseShape, input: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.entries(shape).flatMap(([name, schema]): [string, string][] => {
    const rawInput = input[name];
    if (rawInput == null || !isMarkdown(schema as z.ZodType)) return [];
    return [
      [name, typeof rawInput === 'string' ? rawInput : pageText({ bodyMarkdown: null, blocks: rawInput as Block[] })],
    ];
  });

type Block = Readonly<Record<string, unknown>>;

/** Every URL of a value, with its path. */
function urlsIn(schema: unknown, value: unknown, path: readonly PropertyKey[] = []): [string, string][] {
  if (value == null) return [];
  if (schema instanceof z.ZodURL) return [[path.join('.'), String(value)]];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return urlsIn(schema.unwrap(), value, path);
  if (schema instanceof z.ZodArray)
    return Object.entries(value).flatMap(([at, one]) => urlsIn(schema.element, one, [...path, at]));
  if (schema instanceof z.ZodRecord)
    return Object.entries(value).flatMap(([at, one]) => urlsIn(schema.valueType, one, [...path, at]));
  if (schema instanceof z.ZodObject)
    return Object.entries(value).flatMap(([at, one]) => urlsIn(schema.shape[at], one, [...path, at]));
  return [];
}

/** A cover can be a file of this server, which acts for no one. */
const isFile = (path: string, url: string): boolean =>
  path === 'coverImageUrl' && /^\/uploads\/[\w-]+\/[\w-]+$/.test(URL.parse(url)?.pathname ?? '');

/** Links of a school to pages of this server could act for whoever follows them, and be taken for ours. */
const ownAddressesIn = (schema: z.ZodObject, value: object, baseUrl: string): InputFault[] =>
  urlsIn(schema, value)
    .filter(([path, url]) => leadsToOwnPage(url, baseUrl) && !isFile(path, url))
    .map(([path]) => ({
      path,
      code: 'own_address',
      message: 'must not lead to this server, except to a public page of a school',
    }));
