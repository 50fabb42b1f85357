/** The links at the bottom of our pages that change their language. */
import type { FastifyInstance } from 'fastify';
import { readParameters } from '../../schema/data/parameters.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { goTo } from '../http.ts';
import { ownPage, pageBefore } from './kit/next-page.ts';

/** The path of the links, without the language. */
const LANGUAGE_PATH = '/language';

export default async function languageSurface(app: FastifyInstance): Promise<void> {
  const { origin } = new URL(app.config.baseUrl);

  app.get<{ Params: { language: string } }>(`${LANGUAGE_PATH}/:language`, async (request, reply) => {
    const language = LANGUAGES.find((one) => one === request.params.language);
    if (language === undefined) return reply.callNotFound();
    app.people.chosenLanguage.choose(reply, language);
    // The answer to a form has no address of its own, so it names its page.
    const named = readParameters(request.query).get('page');
    const page = named === undefined ? pageBefore(request) : ownPage(origin + named, app);
    return goTo(reply, page === undefined || page.startsWith(`${LANGUAGE_PATH}/`) ? '/' : page);
  });
}
