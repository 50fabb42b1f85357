/**
 * Tools for what the list leaves out: one finds and describes tools, and two call them. A call by way of these is the
 * same as a call of the tool itself: its scope, its approval, its limits and its audit event apply.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ProblemError } from '../../../schema/school/problem.ts';
import type { Catalogue } from './catalogue.ts';
import { argumentsMeant } from './lenient-arguments.ts';
import { DATA_NOTE, quoted } from './rendering.ts';
import { schoolIfAny } from './school.ts';
import { FINDERS } from './selection.ts';
import { defineTool, named, ofSchool, type Tool, type ToolDeclaration } from './tool.ts';

const DEFAULT_COUNT = 5;
const MAX_COUNT = 20;

const foundTool = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  scope: z.string().nullable(),
  annotations: z.record(z.string(), z.boolean()),
  inputSchema: z.record(z.string(), z.unknown()),
  returns: z.array(z.string()),
});

const callInput = z.strictObject({
  name: z.string().min(1).max(48).describe('Name of the tool, from find_tools'),
  arguments: z.record(z.string(), z.unknown()).default({}).describe('Arguments, as its inputSchema describes them'),
});

export const finders = (app: FastifyInstance, catalogue: Catalogue): Tool[] => [
  finder(app, catalogue),
  caller(catalogue, {
    name: FINDERS.read,
    title: 'Call a tool that reads',
    description: 'Calls a tool from find_tools that only reads. Name and arguments are those of that tool.',
    isReading: true,
  }),
  caller(catalogue, {
    name: FINDERS.call,
    title: 'Call a tool that may change data',
    description:
      'Calls any tool from find_tools, also to change or delete data. If it answers that it waits for a person, show the link.',
    isReading: false,
    isAnything: true,
  }),
];

const finder = (app: FastifyInstance, catalogue: Catalogue): Tool =>
  defineTool({
    name: FINDERS.find,
    title: 'Find tools',
    description: 'Finds tools that are not in this list, by what to do or by name, and describes their arguments.',
    isReading: true,
    input: z.strictObject({
      query: z.string().trim().min(1).max(200).describe('What should be done, such as "refund order", or a name'),
      first: z.int().min(1).max(MAX_COUNT).default(DEFAULT_COUNT).describe('Number of tools'),
    }),
    output: z.object({
      tools: z.array(foundTool),
      more: z.int(),
      note: z.string().optional(),
      ...z.object(ofSchool).partial().shape,
    }),
    async run(caller, { query, first }) {
      const found = await catalogue.search(caller, query);
      const tools = found.slice(0, first).map(({ described, scope }) => ({
        name: described.name,
        title: described.title,
        description: described.description,
        scope: scope ?? null,
        annotations: { ...described.annotations },
        inputSchema: described.inputSchema,
        returns: [...described.returns],
      }));
      const note =
        caller.token === undefined ? { note: 'Most tools require sign-in; how_to_connect says how.' } : undefined;
      const school = await schoolIfAny(app, caller);
      return { ...(school && named(school)), tools, more: found.length - tools.length, ...note };
    },
    render: ({ tools, more, note, school }) =>
      [
        school === undefined ? '' : `${DATA_NOTE}\nThis connection is about the school ${quoted(school)}.`,
        ...tools.map(sheetOf),
        more === 0 ? '' : `${more} other tools fit less well.`,
        note ?? '',
      ]
        .filter((part) => part !== '')
        .join('\n\n'),
  });

/** Returns what a model needs to call the tool, as text. */
const sheetOf = ({ name, description, scope, annotations, inputSchema, returns }: z.output<typeof foundTool>): string =>
  [
    `${name}: ${description}`,
    `Call with: ${annotations.readOnlyHint ? FINDERS.read : FINDERS.call}${scope === null ? '' : `; requires ${scope}`}`,
    `inputSchema: ${JSON.stringify(inputSchema)}`,
    ...(returns.length === 0 ? [] : [`Returns: ${returns.join(', ')}`]),
  ].join('\n');

type CallContext = Pick<
  ToolDeclaration<typeof callInput, z.ZodObject>,
  'name' | 'title' | 'description' | 'isReading' | 'isAnything'
>;

function caller(catalogue: Catalogue, calling: CallContext): Tool {
  /** The named tool, unless it is one of these, or changes data where only reading is allowed. */
  function calleeOf(name: string): Tool | undefined {
    const tool = catalogue.find(name);
    if (tool === undefined || tool.passOn !== undefined) return undefined;
    return calling.isReading && !tool.described.annotations.readOnlyHint ? undefined : tool;
  }

  return defineTool({
    ...calling,
    input: callInput,
    output: z.object({}),
    passOn(args) {
      const { data } = callInput.safeParse(argumentsMeant(callInput, args));
      const tool = data && calleeOf(data.name);
      return tool && { tool, args: data.arguments };
    },
    /** Runs only if there is no tool to pass on to, and says why. */
    async run(_caller, { name }) {
      throw new ProblemError('invalid-input', `name: ${whyNot(name, catalogue.find(name))}`);
    },
  });
}

function whyNot(name: string, tool: Tool | undefined): string {
  if (tool === undefined) return `there is no tool ${name}; ${FINDERS.find} returns the names of tools`;
  if (tool.passOn !== undefined) return `${name} calls other tools; give the name of the tool that it should call`;
  return `${name} does not only read; call it with ${FINDERS.call}`;
}
