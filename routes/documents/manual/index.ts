/** Serves the manual, unless another one is configured: the files of `docs/` as pages, their pictures, and a search. */
import type { FastifyInstance } from 'fastify';
import { sendDocument } from '../../cached-document.ts';
import { frameFor, sendPage, showFailures } from '../../pages/kit/sending.ts';
import { textFor } from '../../words/index.ts';
import { acceptedForm } from '../accepted-form.ts';
import { authMdText } from '../auth-md/text.ts';
import { MANUAL, type ManualPage, urlOf } from './contents.ts';
import { manualLibrary, PICTURES, picturePath, readPicture } from './library.ts';
import { MAX_QUERY, manualPage, SEARCH_PATH, searchBody, textBody } from './view.ts';

const DAY_SECONDS = 86_400;

export default async function manualSurface(app: FastifyInstance): Promise<void> {
  const { config } = app;
  if (config.docsUrl !== `${config.baseUrl}/docs`) return;
  showFailures(app);
  const library = manualLibrary(config.baseUrl, { url: '/auth.md', read: authMdText(app) });

  for (const page of MANUAL.flatMap(({ pages }) => pages)) {
    if (!page.isGenerated) serve(page);
  }
  for (const name of PICTURES) servePicture(name);

  app.get<{ Querystring: { q?: unknown } }>(SEARCH_PATH, async (request, reply) => {
    const { q } = request.query;
    const query = typeof q === 'string' ? q.slice(0, MAX_QUERY) : '';
    const frame = frameFor(request);
    const text = textFor(frame.language).manual;
    const body = searchBody(text, frame.language, await library.search(query));
    return sendPage(reply, manualPage(frame, { title: text.search, body, query }), 'form');
  });

  function serve(page: ManualPage): void {
    app.get(urlOf(page.path), async (request, reply) => {
      if (acceptedForm(request, reply, 'page') === 'markdown') {
        return sendDocument(request, reply, library.source(page));
      }
      const text = await library.read(page);
      const body = textBody(text);
      return sendPage(reply, manualPage(frameFor(request), { title: text.title, body, current: page.path }), 'form');
    });
  }

  function servePicture(name: string): void {
    let picture: Buffer | undefined;
    app.get(`/docs/${picturePath(name)}`, (_request, reply) => {
      picture ??= readPicture(name);
      return reply
        .headers({ 'content-type': 'image/webp', 'cache-control': `public, max-age=${DAY_SECONDS}` })
        .send(picture);
    });
  }
}
