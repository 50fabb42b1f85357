/** Tools: their description for models, the scope that they need, and their function. */
import type { CallToolResult, InputRequest, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { RequestOrigin } from '../../../schema/audit/audit-event.ts';
import { isRecord } from '../../../schema/data/objects.ts';
import type { Scope } from '../../../schema/oauth/scope.ts';
import { ApprovalNeeded } from '../../../schema/school/approval.ts';
import { EFFECTS } from '../../../schema/school/effect.ts';
import { needsConsent, type Operation, type Operator, takesLongText } from '../../../schema/school/operation.ts';
import { faultsOf, invalidInput } from '../../../schema/school/problem.ts';
import { type Annotations, type Effects, hintsOf, type Reasons } from './hints.ts';
import { argumentsMeant } from './lenient-arguments.ts';
import { fitted, succeeded } from './rendering.ts';
import { shortDescription, shortInput } from './short-schema.ts';

export type AccessToken = Awaited<ReturnType<FastifyInstance['oauth']['bearer']['require']>>;

/** The caller, who is anonymous without a token. */
export interface Caller {
  token: AccessToken | undefined;
  /** The person that the token acts for. Every token has a client. */
  operator: (Operator & { readonly clientId: string }) | undefined;
  /** The slug of the school that the URL is for. A token is for the same one. */
  school: string | undefined;
  /** The query that the metadata for this URL has, too. */
  resourceQuery: string | undefined;
  /** The names that the client gives itself, in the header and the message. */
  agent: { readonly header: string; readonly name: string | undefined };
  /** True if the client opens an address for the person in the course of this call. */
  opensUrls: boolean;
  /** Recorded in the audit log. */
  origin: RequestOrigin;
}

type ToolResult = CallToolResult | InputRequiredResult;

export type Arguments = Readonly<Record<string, unknown>>;

/** A tool with the arguments of a call. */
export interface Call {
  readonly tool: Tool;
  readonly args: Arguments;
}

export interface Tool {
  readonly name: string;
  /** `undefined` if everyone may call the tool, or everyone who has signed in. */
  readonly scope: Scope | undefined;
  /** True if a tool without a scope is for callers with a token, whatever its scopes are. */
  readonly forSignedIn?: boolean;
  /** True if a call can be a long message. */
  readonly takesLongText?: boolean;
  /** The entry in `tools/list`, created on first use. */
  readonly listed: ListedTool;
  /** The description for `find_tools`, created on first use. */
  readonly described: DescribedTool;
  /**
   * For tools that call another one: the tool that a call is about, whose scope, approval and audit event apply.
   * @returns `undefined` if the arguments name none; then `run` says why
   */
  passOn?(args: Arguments): Call | undefined;
  /**
   * Runs the tool. @throws {ProblemError} if the arguments are invalid or the action is not possible; this becomes a
   * result of the tool
   */
  run(caller: Caller, args: Arguments, context: ServerContext): Promise<ToolResult>;
  /** For tools that need nothing of the protocol: the same as `run`. */
  answer?(caller: Caller, args: Arguments): Promise<ToolResult>;
}

export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  annotations: Annotations;
}

/** The full form: with everything that is known of the arguments, and the fields of the result. */
export interface DescribedTool extends ListedTool {
  /** Names of the fields of the result; for a list, those of its rows. */
  returns: readonly string[];
  /** Why each hint has its value. */
  reasons: Reasons;
}

export interface JsonSchema {
  [member: string]: unknown;
  type: 'object';
}

/** The description of a tool. */
interface Description extends Effects {
  name: string;
  title: string;
  /** Written for a model: what the tool does, when to use it, and its limits. */
  description: string;
  scope?: Scope;
  forSignedIn?: boolean;
}

export interface ToolDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> extends Description {
  input: Input;
  output: Output;
  passOn?(args: Arguments): Call | undefined;
  run(caller: Caller, args: z.output<Input>): Promise<z.output<Output>>;
  /** Returns the text of the result, if it is another than that of any data. */
  render?(output: z.output<Output>): string;
}

const schemaOf = (schema: z.ZodType): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // The patterns of dates and addresses are long, and say nothing that their format does not say.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return { ...json, type: 'object' };
};

/** The fields of a result, and of the rows of a list. */
function fieldsOf(output: z.ZodType): string[] {
  if (!(output instanceof z.ZodObject)) return [];
  const { nodes } = output.shape;
  return nodes instanceof z.ZodArray ? fieldsOf(nodes.element as z.ZodType) : Object.keys(output.shape);
}

/** By this, a model says that a person agreed, where no page of this server asks that person: for a member's own things. */
const CONFIRMATION = {
  confirm: z.literal(true).describe('Only after the person agreed to exactly this; must be true'),
};

/** Clients may still send `confirm` to an operation. It has no effect, because the person decides on a page of this server. */
const withoutConfirm = ({ confirm: _, ...args }: Arguments): Arguments => args;

/** The two forms in which a tool is described. Each is created on first use, and kept. */
function formsOf(from: Description, input: z.ZodObject, output: z.ZodType) {
  const { name, title, description } = from;
  const described = once((): DescribedTool => {
    const inputSchema = schemaOf(input);
    return { name, title, description, inputSchema, ...hintsOf(from), returns: fieldsOf(output) };
  });
  const listed = once((): ListedTool => {
    const { returns: _returns, reasons: _reasons, ...entry } = described();
    const inputSchema = shortInput(entry.inputSchema, name);
    return { ...entry, description: shortDescription(description), inputSchema };
  });
  return { described, listed };
}

export const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const parsed = <Input extends z.ZodType>(input: Input, args: Arguments): z.output<Input> => {
  const result = input.safeParse(args);
  if (result.success) return result.data;
  throw invalidInput(faultsOf(result.error));
};

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: ToolDeclaration<Input, Output>,
): Tool {
  const { name, title, scope, forSignedIn = false, input, output, isSensitive, passOn, render, run } = declaration;
  const schema: z.ZodObject = isSensitive === true ? input.extend(CONFIRMATION) : input;
  const { described, listed } = formsOf(declaration, schema, output);
  const answer = async (caller: Caller, sent: Arguments): Promise<CallToolResult> => {
    const args = argumentsMeant(schema, sent);
    // What is parsed matches the input of the tool, with a confirmation that the tool does not use.
    const produce = (args: Arguments) => run(caller, parsed(schema, args) as z.output<Input>);
    if (render === undefined)
      return fitted(declaration, args, produce, 'The website of the school and the Account API');
    const output = await produce(args);
    return { ...succeeded(title, output), content: [{ type: 'text', text: render(output) }] };
  };
  return {
    name,
    scope,
    forSignedIn,
    run: answer,
    answer,
    ...(passOn === undefined ? {} : { passOn }),
    get listed() {
      return listed();
    },
    get described() {
      return described();
    },
  };
}

/** Turns an operation of the admin API into a tool of the same name. */
export function operatorTool(app: FastifyInstance, operation: Operation): Tool {
  const { name, summary: title, scope, input, output, effect, isIdempotent } = operation;
  const isSensitive = needsConsent(operation);
  const warning = effect === undefined ? '' : ` It ${EFFECTS[effect]}, so a person decides about it.`;
  const description = operation.description.replace(/(?<=[^.])$/, '.') + warning;
  const isReading = operation.rest.method === 'GET';
  const forms = formsOf({ name, title, description, isReading, isSensitive, isIdempotent, effect }, input, output);
  const answer = async ({ operator, opensUrls }: Caller, sent: Arguments): Promise<ToolResult> => {
    if (operator === undefined) throw new Error('an operation needs somebody on whose behalf it runs');
    // The operation validates the arguments itself, with the error messages of the admin API.
    const unparsed = argumentsMeant(input, isSensitive === false ? sent : withoutConfirm(sent));
    const produce = async (input: Arguments): Promise<Arguments> => {
      const output = await app.school.runOperation(operation, operator, input);
      const school = await schoolNamesOf(app, operator);
      if (!isRecord(output)) return school;
      return { ...school, ...((await app.school.withNames(operator, operation, output)) as Arguments) };
    };
    try {
      return await fitted({ title, isReading }, unparsed, produce, 'The admin pages and the admin API');
    } catch (error) {
      if (error instanceof ApprovalNeeded) return opensUrls ? urlRequired(error, title) : waitingResult(error);
      throw error;
    }
  };
  return {
    name,
    scope,
    takesLongText: takesLongText(input),
    run: answer,
    answer,
    get listed() {
      return forms.listed();
    },
    get described() {
      return forms.described();
    },
  };
}

/** That a person has to decide is no error. Some clients hand the text to their model, and others only the data. */
const waitingResult = ({ expiresAt, message, url }: ApprovalNeeded): CallToolResult => ({
  content: [{ type: 'text', text: message }],
  structuredContent: { status: 'waiting_for_person', message, url, expires_at: expiresAt },
});

/**
 * The same, for a client that opens the page for the person, who reads the message. What the client answers to it has no effect:
 * the decision counts.
 */
const urlRequired = ({ url }: ApprovalNeeded, title: string): InputRequiredResult => {
  const message = `Not done yet. “${title}” waits until you have decided about it on this page. Decide there, and then continue here.`;
  const params = { mode: 'url', message, url };
  // The type is that of earlier revisions, which have an elicitationId.
  return {
    resultType: 'input_required',
    inputRequests: { approval: { method: 'elicitation/create', params } as InputRequest },
  };
};

/** The school in the result of every tool. */
export const ofSchool = { school: z.string(), schoolSlug: z.string() };

export const named = ({ name, slug }: { readonly name: string; readonly slug: string }) => ({
  school: name,
  schoolSlug: slug,
});

export async function schoolNamesOf(
  { school: { platform } }: FastifyInstance,
  { siteId }: { readonly siteId: string },
): Promise<{ school: string; schoolSlug?: string }> {
  const site = await platform.siteById(siteId);
  return site === undefined ? { school: siteId } : named(site);
}
