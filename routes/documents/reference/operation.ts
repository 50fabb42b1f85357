/** Renders one operation: its requirements, its input and its responses. */
import {
  type ApiContent,
  type ApiDescription,
  type ApiOperation,
  type ApiResponse,
  resolved,
} from '../../../schema/data/api-description.ts';
import { keysOf } from '../../../schema/data/objects.ts';
import { hasExampleId } from '../../../schema/school/resource.ts';
import { type Html, html } from '../../pages/kit/html.ts';
import { fieldList, fieldsOf, sentences, typeOf } from './fields.ts';
import { type LocatedOperation, sampleScopes, samplesOf, usedOnce } from './samples.ts';

export function operationSection(description: ApiDescription, { method, path, operation }: LocatedOperation): Html {
  const { operationId, summary } = operation;
  return html`<section class="panel operation" id="${operationId}"><h2>${summary}</h2>
<p class="call"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
${operation.description !== undefined && html`<p>${sentences(operation.description)}</p>`}
${needs(operation)}
${parameters(description, operation)}
${body(description, operation)}
${answers(description, operation)}
${samples(description, { method, path, operation })}
</section>`;
}

/** The scopes of which a token needs one. */
export const scopesOf = ({ security }: ApiOperation): string[] => [
  ...new Set(security.flatMap((one) => Object.values(one).flat())),
];

function needs(operation: ApiOperation): Html {
  const { security, operationId } = operation;
  const scopes = scopesOf(operation);
  const isOptional = security.some((one) => Object.keys(one).length === 0);
  const token =
    security.length === 0
      ? 'No token required.'
      : isOptional
        ? 'A token is optional.'
        : 'Requires a token with the scope ';
  return html`<p class="detail">${token}${scopes.map((scope, index) => html`${index > 0 && ' or '}<code>${scope}</code>`)}${scopes.length > 0 && '.'} Operation <code>${operationId}</code>.</p>`;
}

const PARAMETER_TITLES = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' } as const;

function parameters(description: ApiDescription, operation: ApiOperation): Html | undefined {
  const parameterList = operation.parameters?.map((one) => resolved(description, 'parameters', one)) ?? [];
  const locations = keysOf(PARAMETER_TITLES).filter((location) => parameterList.some((one) => one.in === location));
  if (locations.length === 0) return undefined;
  return html`${locations.map(
    (location) =>
      html`<h3>${PARAMETER_TITLES[location]}</h3>${fieldList(
        parameterList.filter((one) => one.in === location).map((one) => ({ ...one, required: one.required ?? false })),
      )}`,
  )}`;
}

function body(description: ApiDescription, { requestBody }: ApiOperation): Html | undefined {
  if (requestBody === undefined) return undefined;
  const [type = '', content] = Object.entries(requestBody.content)[0] ?? [];
  if (content === undefined) return undefined;
  const { schema } = content;
  const own = schema.$ref?.endsWith('Request') ? resolved(description, 'schemas', schema) : schema;
  return html`<h3>Request body, <code>${type}</code></h3>
${fieldsOf(own) ?? html`<p>${typeOf(own)}</p>`}${example(content)}`;
}

function answers(description: ApiDescription, { responses }: ApiOperation): Html {
  const all = Object.entries(responses).map(([status, one]): [string, ApiResponse] => [
    status,
    resolved(description, 'responses', one),
  ]);
  const isRefusal = ([status]: [string, unknown]): boolean => Number(status) >= 400;
  return html`<h3>Responses</h3>
${all.filter((one) => !isRefusal(one)).map(([status, one]) => success(status, one))}
${all.some(isRefusal) && html`<details><summary>Errors</summary><dl class="fields">${all.filter(isRefusal).map(([status, one]) => html`<div><dt>${status}</dt><dd>${sentences(one.description)}</dd></div>`)}</dl></details>`}`;
}

function success(status: string, { description, content = {}, headers = {} }: ApiResponse): Html {
  const [type, first] = Object.entries(content)[0] ?? [];
  const names = Object.keys(headers).filter((name) => name !== 'X-Request-Id');
  return html`<p><strong>${status}</strong> ${sentences(description)}${type !== undefined && html` <code>${type}</code>`}${first !== undefined && html`: ${typeOf(first.schema)}`}${names.length > 0 && html` <span class="detail">Headers: ${names.join(', ')}.</span>`}</p>
${first !== undefined && html`${first.schema.$ref === undefined && fieldsOf(first.schema)}${example(first)}`}`;
}

function example({ example: single, examples = {} }: ApiContent): Html | undefined {
  const value = single ?? Object.values(examples)[0]?.value;
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return html`<details><summary>Example</summary><pre><code>${text}</code></pre></details>`;
}

/** The request as it is typed. The button of the script copies it; without it, one click selects all of it. */
function samples(description: ApiDescription, located: LocatedOperation): Html {
  const all = samplesOf(description, located);
  if (all.length === 0) return html``;
  const invented = all.some(({ code }) => hasExampleId(code));
  const once = usedOnce(located);
  return html`${tokenOf(located.operation)}${invented && html`<p class="detail">The ids in these samples are invented: put yours in.</p>`}${once !== undefined && html`<p class="detail">The ${once} can be used once; change it to run another sample.</p>`}${all.map(
    ({ name, code }) =>
      html`<details class="sample"><summary>${name}</summary><div class="copyable"><pre><code>${code}</code></pre><button type="button" class="plain" hidden data-done="Copied" aria-label="Copy: ${name}, ${located.operation.summary}">Copy</button></div></details>`,
  )}`;
}

/** Where the variable of the samples comes from. Its page begins with other scopes. */
function tokenOf(operation: ApiOperation): Html | undefined {
  if (operation.security.length === 0) return undefined;
  const scopes = sampleScopes(operation);
  const scopeParameter = [...new Set(['openid', ...scopes])].join(' ');
  return html`<p class="detail"><code>TOKEN</code> is the <code>ACCESS_TOKEN</code> of <a href="/auth.md">auth.md</a>${scopes.length > 0 && html`, asked for with <code>${`SCOPE='${scopeParameter}'`}</code>`}.</p>`;
}
