/** A short documentation for developers, served if no other one is configured: an introduction, and the error codes. */
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../schema/oauth/capabilities.ts';
import { ERROR_GUIDE, nextOf, statusOf } from '../../schema/oauth/error-guide.ts';
import { keysOf } from '../../schema/record.ts';
import { PROBLEM_STATUS } from '../../schema/school/problem.ts';
import { PROBLEM_GUIDE } from '../../schema/school/problem-guide.ts';
import { type Html, html } from '../pages/kit/html.ts';
import { page } from '../pages/kit/layout.ts';
import { frameFor, sendPage, showFailures } from '../pages/kit/sending.ts';

export default async function documentationSurface(app: FastifyInstance): Promise<void> {
  const { config } = app;
  if (config.docsUrl !== `${config.baseUrl}/docs`) return;
  showFailures(app);

  serve('/docs', 'For developers', START);
  serve('/docs/errors', 'Error codes', errorCodes(config.registration));
  serve('/docs/problems', 'Problems', problemTypes());

  function serve(path: string, title: string, body: Html): void {
    app.get(path, (request, reply) =>
      sendPage(reply, page(frameFor(request, 'en'), { title, body, wide: true }), 'plain'),
    );
  }
}

const START = html`<div class="intro"><h1>For developers</h1>
<p>Documentation and machine-readable metadata of this server. If the two differ, the metadata is authoritative.</p></div>
<section class="stack"><h2>Start here</h2><ul class="links">
<li><a href="/auth.md">Get and use a token, step by step</a></li>
<li><a href="/docs/reference">Reference of all endpoints</a></li>
<li><a href="/account/schema.graphql">Schema of the Account API</a></li>
</ul></section>
<section class="stack"><h2>Troubleshooting</h2><ul class="links">
<li><a href="/docs/errors">Error codes</a></li>
<li><a href="/docs/problems">Problems of the admin API</a></li>
</ul></section>
<section class="stack"><h2>For machines</h2><ul class="links">
<li><a href="/.well-known/oauth-authorization-server">Authorization server metadata</a></li>
<li><a href="/.well-known/oauth-protected-resource">Protected resource metadata</a></li>
<li><a href="/openapi.json">OpenAPI</a></li>
<li><a href="/llms.txt">llms.txt</a></li>
</ul></section>`;

const BACK = html`<p><a href="/docs">For developers</a></p>`;

const entry = (name: string, status: number, { meaning, next }: { meaning: string; next: string }): Html =>
  html`<section class="panel" id="${name}"><h2><code>${name}</code> <small>${status}</small></h2><p>${meaning}</p><p>${next}</p></section>`;

const errorCodes = (registration: Settings['registration']): Html => html`<div class="intro">${BACK}<h1>Error codes</h1>
<p>Values of <code>error</code> in responses of the OAuth endpoints and the Account API.</p></div>
${keysOf(ERROR_GUIDE).map((code) => entry(code, statusOf(code), { ...ERROR_GUIDE[code], next: nextOf(code, registration) }))}`;

const problemTypes = (): Html => html`<div class="intro">${BACK}<h1>Problems</h1>
<p>Problem types of the admin API, as found at the end of <code>type</code> in the response. For problems with the access token, see the <a href="/docs/errors">error codes</a>.</p></div>
${keysOf(PROBLEM_GUIDE).map((type) => entry(type, PROBLEM_STATUS[type], PROBLEM_GUIDE[type]))}`;
