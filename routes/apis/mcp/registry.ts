/** The tools and resources that the endpoint offers, and those that a test adds. */
import type { Server, ServerCapabilities } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { type Catalogue, catalogueOf } from './catalogue.ts';
import type { RequestContext } from './request-context.ts';
import type { Resource, ResourceTemplate } from './resource.ts';
import type { Tool } from './tool.ts';

/** Protocol methods other than those for tools and resources, such as prompts. */
export interface Methods {
  /** The capabilities that a client sees. */
  capabilities: ServerCapabilities;
  /** Sets the handlers on the server that is created for one message. */
  answer(server: Server, context: RequestContext): void;
}

/**
 * Answers a message in place of the SDK, for what the endpoint does not have, such as sessions.
 * @returns `undefined` if the message is none of those
 */
export type Interception = (
  message: Request,
  parsedBody: unknown,
  createServer: () => Server,
) => Promise<Response> | undefined;

export interface Registration {
  tools?: readonly Tool[];
  resources?: readonly Resource[];
  templates?: readonly ResourceTemplate[];
  methods?: Methods;
  interception?: Interception;
}

export interface Registry {
  readonly catalogue: Catalogue;
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplate[];
  readonly methods: readonly Methods[];
  readonly interceptions: readonly Interception[];
  /** Adds tools, resources and methods. @throws {Error} if the name of a tool is taken or invalid */
  add(registration: Registration): void;
}

export function createRegistry(app: FastifyInstance): Registry {
  const catalogue = catalogueOf(app);
  const all = {
    resources: [] as Resource[],
    templates: [] as ResourceTemplate[],
    methods: [] as Methods[],
    interceptions: [] as Interception[],
  };
  return {
    catalogue,
    ...all,

    add({ tools = [], resources = [], templates = [], methods, interception }) {
      for (const tool of tools) catalogue.add(tool);
      all.resources.push(...resources);
      all.templates.push(...templates);
      if (methods !== undefined) all.methods.push(methods);
      if (interception !== undefined) all.interceptions.push(interception);
    },
  };
}
