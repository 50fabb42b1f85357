/** What the endpoint offers: the tools and resources of the product, and what a test adds to them. */
import type { Server, ServerCapabilities } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { type Catalogue, catalogueOf } from './catalogue.ts';
import type { RequestContext } from './request-context.ts';
import type { Resource, ResourceTemplate } from './resource.ts';
import type { Tool } from './tool.ts';

/** Methods of the protocol beside those of tools and resources, such as prompts. */
export interface Methods {
  /** What is said of them when a client asks what there is. */
  capabilities: ServerCapabilities;
  /** Sets the handlers on the server that is made for one message with this context. */
  answer(server: Server, context: RequestContext): void;
}

export interface Registration {
  tools?: readonly Tool[];
  resources?: readonly Resource[];
  templates?: readonly ResourceTemplate[];
  methods?: Methods;
}

export interface Registry {
  readonly catalogue: Catalogue;
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplate[];
  readonly methods: readonly Methods[];
  /** @throws {Error} when a tool has a name that is taken, or one that no tool may have */
  add(registration: Registration): void;
}

export function createRegistry(app: FastifyInstance): Registry {
  const catalogue = catalogueOf(app);
  const all: { resources: Resource[]; templates: ResourceTemplate[]; methods: Methods[] } = {
    resources: [],
    templates: [],
    methods: [],
  };
  return {
    catalogue,
    ...all,

    add({ tools = [], resources = [], templates = [], methods }) {
      for (const tool of tools) catalogue.add(tool);
      all.resources.push(...resources);
      all.templates.push(...templates);
      if (methods !== undefined) all.methods.push(methods);
    },
  };
}
