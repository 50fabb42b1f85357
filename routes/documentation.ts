/** A short developer documentation, where no other is configured: what error codes mean and what to do about them. */
import type { FastifyInstance } from 'fastify';
import { ERROR_GUIDE, type GuidedCode, statusOf } from '../schema/error-guide.ts';
import { html } from './pages/html.ts';
import { page } from './pages/layout.ts';
import { frameFor, sendPage, showFailures } from './pages/sending.ts';

export default async function documentationSurface(app: FastifyInstance): Promise<void> {
  const { config } = app;
  if (config.docsUrl !== `${config.baseUrl}/docs`) return;
  showFailures(app);

  app.get('/docs', (request, reply) => {
    const body = html`<div class="intro"><h1>For developers</h1>
<p>The server describes itself to machines; where any text differs, that description holds.</p></div>
<ul class="links">
<li><a href="/.well-known/oauth-authorization-server">Authorization server metadata</a></li>
<li><a href="/.well-known/oauth-protected-resource">Protected resource metadata</a></li>
<li><a href="/docs/errors">Error codes</a></li>
</ul>`;
    return sendPage(reply, page(frameFor(request, 'en'), { title: 'For developers', body, wide: true }), 'plain');
  });

  app.get('/docs/errors', (request, reply) => {
    const codes = Object.keys(ERROR_GUIDE) as GuidedCode[];
    const body = html`<div class="intro"><h1>Error codes</h1></div>
${codes.map((code) => {
  const { meaning, next } = ERROR_GUIDE[code];
  return html`<section class="panel" id="${code}"><h2><code>${code}</code> <small>${statusOf(code)}</small></h2><p>${meaning}</p><p>${next}</p></section>`;
})}`;
    return sendPage(reply, page(frameFor(request, 'en'), { title: 'Error codes', body, wide: true }), 'plain');
  });
}
