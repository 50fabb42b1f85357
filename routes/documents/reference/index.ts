/** The reference shows every operation of `/openapi.json` as web pages, without scripts. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiDescription, type ApiSchema, resolved, typeNameOf } from '../../../schema/api-description.ts';
import { type Html, html } from '../../pages/kit/html.ts';
import { frameFor, sendPage, showFailures } from '../../pages/kit/sending.ts';
import { API_REFERENCE, urlOf } from '../manual/contents.ts';
import { manualPage } from '../manual/view.ts';
import { fieldsOf, sentences, typeOf } from './fields.ts';
import { type LocatedOperation, operationSection } from './operation.ts';

const PATH = urlOf(API_REFERENCE);

interface Group {
  readonly name: string;
  readonly slug: string;
  readonly about: string;
  readonly operations: readonly LocatedOperation[];
}

export default async function referenceSurface(app: FastifyInstance): Promise<void> {
  const { config } = app;
  if (config.docsUrl !== `${config.baseUrl}/docs`) return;
  showFailures(app);
  let remembered: readonly Group[] | undefined;
  const groups = async (): Promise<readonly Group[]> => (remembered ??= groupsOf(await app.describeService()));
  // The pages are long, so the content of each is rendered once.
  const bodies = new Map<string, Html>();
  const send = (request: FastifyRequest, reply: FastifyReply, slug: string, title: string, render: () => Html) => {
    const body = bodies.get(slug) ?? render();
    bodies.set(slug, body);
    return sendPage(reply, manualPage(frameFor(request), { title, body, current: API_REFERENCE }), 'form');
  };

  app.get(PATH, async (request, reply) => {
    const all = await groups();
    return send(request, reply, '', 'API reference', () => overview(all));
  });

  app.get<{ Params: { group: string } }>(`${PATH}/:group`, async (request, reply) => {
    const group = (await groups()).find(({ slug }) => slug === request.params.group);
    if (group === undefined) return reply.callNotFound();
    const description = await app.describeService();
    return send(request, reply, group.slug, title(group), () => groupBody(description, group));
  });
}

function groupsOf({ tags, paths }: ApiDescription): Group[] {
  const located = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): LocatedOperation => ({ method, path, operation })),
  );
  return tags.map(({ name, description }) => ({
    name,
    slug: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    about: description,
    operations: located.filter(({ operation }) => operation.tags.includes(name)),
  }));
}

const title = ({ name }: Group): string => name.replace(/^./, (first) => first.toUpperCase());

const overview = (groups: readonly Group[]): Html => html`<div class="intro"><h1>API reference</h1>
<p>All endpoints of this server. Machine-readable: <a href="/openapi.json">openapi.json</a>. Getting a token: <a href="/auth.md">auth.md</a>.</p></div>
${groups.map(
  (group) => html`<section class="stack"><h2><a href="${PATH}/${group.slug}">${title(group)}</a></h2>
<ul class="operations">${group.operations.map(
    ({ method, path, operation }) =>
      html`<li><a href="${PATH}/${group.slug}#${operation.operationId}">${operation.summary}</a> <span class="detail"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></span></li>`,
  )}</ul></section>`,
)}`;

function groupBody(description: ApiDescription, group: Group): Html {
  const types = typesOf(description, group);
  return html`<div class="intro"><p><a href="${PATH}">API reference</a></p><h1>${title(group)}</h1><p>${sentences(group.about)}</p></div>
<ul class="operations">${group.operations.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}</ul>
${group.operations.map((one) => operationSection(description, one))}
${types.map(
  ([name, schema]) => html`<section class="panel operation" id="type-${name}"><h2>${name}</h2>
${schema.description !== undefined && html`<p>${sentences(schema.description)}</p>`}
${fieldsOf(schema) ?? html`<p>${typeOf(schema)}</p>`}</section>`,
)}`;
}

const typeReferenceOf = (value: object): string | undefined =>
  '$ref' in value && typeof value.$ref === 'string' && value.$ref.startsWith('#/components/schemas/')
    ? value.$ref
    : undefined;

/** Returns the named types that the operations of a group use, directly or indirectly, in order of first use. */
function typesOf(description: ApiDescription, { operations }: Group): [string, ApiSchema][] {
  const found = new Map<string, ApiSchema>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const reference = typeReferenceOf(value);
    if (reference !== undefined && !found.has(typeNameOf(reference))) {
      const name = typeNameOf(reference);
      const schema = resolved(description, 'schemas', { $ref: reference });
      // The type of a request is shown at its operation.
      if (!name.endsWith('Request')) found.set(name, schema);
      collect(schema);
    }
    for (const one of Object.values(value)) collect(one);
  };
  for (const { operation } of operations) collect([operation.parameters, operation.requestBody, operation.responses]);
  return [...found];
}
