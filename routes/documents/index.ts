/** Documents that describe the service: OpenAPI, the reference, and a walkthrough for agents and people. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CachedDocument, documentOf, jsonDocument, sendDocument } from '../cached-document.ts';
import { frameFor, sendPage } from '../pages/kit/sending.ts';
import { acceptedForm, MARKDOWN } from './accepted-form.ts';
import { factsOf, hasOwnDocs } from './auth-md/facts.ts';
import { authMd } from './auth-md/index.ts';
import { authMdText } from './auth-md/text.ts';
import { llmsTxt } from './llms-txt.ts';
import { manualPage, textBody } from './manual/view.ts';
import { serveWellKnown } from './well-known.ts';

const PLAIN = 'text/plain; charset=utf-8';

export default async function documentsSurface(app: FastifyInstance): Promise<void> {
  // Created at the first request, because all routes must be registered before.
  serve('/openapi.json', async () => jsonDocument(await app.describeService()));
  const guide = authMdText(app);
  serve(
    '/auth.md',
    () => documentOf(authMd(factsOf(app)), MARKDOWN),
    async (request, reply) => {
      // Without a manual there is no frame for the page.
      if (!hasOwnDocs(app) || acceptedForm(request, reply, 'markdown') === 'markdown') return undefined;
      const text = await guide();
      return manualPage(frameFor(request), { title: text.title, body: textBody(text) });
    },
  );
  serve('/llms.txt', () => documentOf(llmsTxt(factsOf(app)), PLAIN));
  serveWellKnown(app);
  if (app.config.appChallenges.size > 0) serveAppChallenges(app);

  /** @param pageFor returns the page for a caller that prefers one, if the document has one */
  function serve(
    path: string,
    make: () => CachedDocument | Promise<CachedDocument>,
    pageFor?: (request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined>,
  ): void {
    let document: CachedDocument | undefined;
    app.get(path, { config: { crossOrigin: 'document' } }, async (request, reply) => {
      const page = await pageFor?.(request, reply);
      if (page !== undefined) return sendPage(reply, page, 'form');
      document ??= await make();
      return sendDocument(request, reply, document);
    });
  }
}

/** A request that names a host without a token of its own comes through a proxy that does not pass the name on. */
function serveAppChallenges(app: FastifyInstance): void {
  const { appChallenges, baseUrl } = app.config;
  const own = appChallenges.get(new URL(baseUrl).hostname);
  app.get('/.well-known/openai-apps-challenge', (request, reply) => {
    const token = appChallenges.get(request.hostname.toLowerCase()) ?? own;
    if (token === undefined) return reply.callNotFound();
    return reply.type(PLAIN).header('cache-control', 'no-store').send(token);
  });
}
