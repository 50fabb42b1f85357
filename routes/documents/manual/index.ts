/** Serves the manual, unless another one is configured: the files of `docs/` as pages, their images, and a search. */
import type { FastifyInstance } from 'fastify';
import { sendDocument } from '../../cached-document.ts';
import { goTo } from '../../http.ts';
import { frameFor, sendPage, showFailures } from '../../pages/kit/sending.ts';
import { textFor } from '../../words/index.ts';
import { acceptedForm } from '../accepted-form.ts';
import { authMdText } from '../auth-md/text.ts';
import { stylePage } from '../style.ts';
import { MANUAL, type ManualPage, urlOf } from './contents.ts';
import { IMAGES, manualLibrary, readImage } from './library.ts';
import { MAX_QUERY, manualPage, SEARCH_PATH, searchBody, textBody } from './view.ts';

const DAY_SECONDS = 86_400;
const PICTURE = { 'content-type': 'image/webp' };
/** A drawing that is opened as a page may have its colours, and nothing else. */
const DRAWING = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
};

export default async function manualSurface(app: FastifyInstance): Promise<void> {
  const { config } = app;
  if (config.docsUrl !== `${config.baseUrl}/docs`) return;
  showFailures(app);
  const library = manualLibrary(config.baseUrl, { url: '/auth.md', read: authMdText(app) });

  for (const page of MANUAL.flatMap(({ pages }) => pages)) {
    if (!page.isGenerated) serve(page);
  }
  for (const path of IMAGES) serveImage(path);
  stylePage(app);

  app.get<{ Querystring: { q?: unknown } }>(SEARCH_PATH, async (request, reply) => {
    const { q } = request.query;
    const query = typeof q === 'string' ? q.slice(0, MAX_QUERY) : '';
    const frame = frameFor(request);
    const text = textFor(frame.language).manual;
    const body = searchBody(text, frame.language, await library.search(query));
    return sendPage(reply, manualPage(frame, { title: text.search, body, query }), 'form');
  });

  function serve(page: ManualPage): void {
    app.get<{ Querystring: { q?: unknown } }>(urlOf(page.path), async (request, reply) => {
      const { q } = request.query;
      // The search of the start page, as people type it into an address.
      if (page.path === '' && typeof q === 'string')
        return goTo(reply, `${SEARCH_PATH}?${new URLSearchParams({ q: q.slice(0, MAX_QUERY) })}`);
      if (acceptedForm(request, reply, 'page') === 'markdown') {
        return sendDocument(request, reply, library.source(page));
      }
      const text = await library.read(page);
      const body = textBody(text);
      return sendPage(reply, manualPage(frameFor(request), { title: text.title, body, current: page.path }), 'form');
    });
  }

  function serveImage(path: string): void {
    const headers = {
      ...(path.endsWith('.svg') ? DRAWING : PICTURE),
      'cache-control': `public, max-age=${DAY_SECONDS}`,
    };
    let image: Buffer | undefined;
    app.get(`/docs/${path}`, (_request, reply) => {
      image ??= readImage(path);
      return reply.headers(headers).send(image);
    });
  }
}
