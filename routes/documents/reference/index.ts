/** The reference shows every operation of `/openapi.json` as web pages, without scripts. */
import type { FastifyInstance } from 'fastify';
import { type ApiDescription, type ApiSchema, resolved, typeNameOf } from '../../../schema/data/api-description.ts';
import { readParameters } from '../../../schema/data/parameters.ts';
import { folded } from '../../../schema/text/folding.ts';
import { type Html, html } from '../../pages/kit/html.ts';
import { copyScript } from '../../pages/kit/scripts.ts';
import { frameFor, sendPage, showFailures } from '../../pages/kit/sending.ts';
import { API_REFERENCE, urlOf } from '../manual/contents.ts';
import { MAX_QUERY, manualPage } from '../manual/view.ts';
import { fieldsOf, sentences, typeOf } from './fields.ts';
import { operationSection, scopesOf } from './operation.ts';
import type { LocatedOperation } from './samples.ts';

const PATH = urlOf(API_REFERENCE);
const TITLE = 'API reference';
const SEARCH = 'Search the operations';
const MAX_WORDS = 8;

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
  const bodyOf = (slug: string, render: () => Html): Html => {
    const body = bodies.get(slug) ?? render();
    bodies.set(slug, body);
    return body;
  };

  app.get(PATH, async (request, reply) => {
    const all = await groups();
    const query = (readParameters(request.query).get('q') ?? '').slice(0, MAX_QUERY);
    const body = query === '' ? bodyOf('', () => overview(all, '')) : overview(matching(all, query), query);
    const page = manualPage(frameFor(request), { title: TITLE, body, current: API_REFERENCE, below: groupLinks(all) });
    return sendPage(reply, page, 'form');
  });

  app.get<{ Params: { group: string } }>(`${PATH}/:group`, async (request, reply) => {
    const group = (await groups()).find(({ slug }) => slug === request.params.group);
    if (group === undefined) return reply.callNotFound();
    const description = await app.describeService();
    const page = manualPage(frameFor(request), {
      title: title(group),
      body: bodyOf(group.slug, () => groupBody(description, group)),
      current: API_REFERENCE,
      below: groupLinks(await groups(), group),
      // It copies the samples.
      script: copyScript,
    });
    return sendPage(reply, page, 'scripted_form');
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

/** The groups with those of their operations that contain every word of a search. */
function matching(groups: readonly Group[], query: string): Group[] {
  const words = folded(query).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const fits = ({ method, path, operation }: LocatedOperation): boolean => {
    const { operationId, summary, description = '' } = operation;
    const text = folded([method, path, operationId, summary, description, ...scopesOf(operation)].join(' '));
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, operations: group.operations.filter(fits) }))
    .filter(({ operations }) => operations.length > 0);
}

/** The navigation beside the pages of the reference. */
const groupLinks = (groups: readonly Group[], current?: Group): Html =>
  html`<ul>${groups.map((group) => html`<li><a href="${PATH}/${group.slug}"${group === current && html` aria-current="true"`}>${title(group)}</a></li>`)}</ul>`;

const searchForm = (query: string): Html =>
  html`<form class="search" action="${PATH}" role="search" aria-label="${SEARCH}">
<input type="search" name="q" aria-label="${SEARCH}" placeholder="${SEARCH}" value="${query}" maxlength="${MAX_QUERY}">
<button type="submit" class="secondary">Find operations</button></form>`;

const countOf = (groups: readonly Group[]): string => {
  const count = groups.flatMap(({ operations }) => operations).length;
  return count === 0
    ? 'No operation contains all of these words.'
    : `${count} ${count === 1 ? 'operation' : 'operations'}`;
};

const overview = (groups: readonly Group[], query: string): Html => html`<div class="intro"><h1>${TITLE}</h1>
${searchForm(query)}
${query !== '' && html`<p role="status">${countOf(groups)} <a href="${PATH}">All operations</a></p>`}
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
  return html`<div class="intro"><p><a href="${PATH}">API reference</a></p><h1>${title(group)}</h1><p>${sentences(group.about)}</p>
<p class="detail">The examples read the access token from the variable <code>TOKEN</code>: <code>export TOKEN=…</code>, or <code>export TOKEN=$ACCESS_TOKEN</code> after <a href="/auth.md">auth.md</a>.</p></div>
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
