/** The links at the bottom of our pages that change their language. */
import type { FastifyInstance } from 'fastify';
import { LANGUAGES } from '../../../schema/language.ts';
import { readParameters } from '../../../schema/parameters.ts';
import { goTo } from '../kit/sending.ts';

/** The path of the links, without the language. */
export const LANGUAGE_PATH = '/language';

export default async function languageSurface(app: FastifyInstance): Promise<void> {
  const { origin } = new URL(app.config.baseUrl);

  app.get<{ Params: { language: string }; Querystring: unknown }>(
    `${LANGUAGE_PATH}/:language`,
    async (request, reply) => {
      const language = LANGUAGES.find((one) => one === request.params.language);
      if (language === undefined) return reply.callNotFound();
      app.people.chosenLanguage.choose(reply, language);
      // The answer to a form has no address of its own, so it names its page.
      const page = readParameters(request.query).get('page');
      return goTo(reply, pageBefore(page === undefined ? request.headers.referer : origin + page, origin));
    },
  );
}

/**
 * An authorization request that another site has opened counts as opened by the person once it is opened from a page of
 * ours, so a link of ours must not open it. A flow that goes on has another path.
 */
const AUTHORIZATION_PATH = '/oauth/authorize';

/** Returns the page of ours that the link was on, or the start page. */
function pageBefore(address: string | undefined, origin: string): string {
  const page = address === undefined ? null : URL.parse(address);
  // A path that begins with two slashes would lead to another host.
  const isOurs = page !== null && page.origin === origin && !page.pathname.startsWith('//');
  const canReturn = isOurs && !page.pathname.startsWith(`${LANGUAGE_PATH}/`) && page.pathname !== AUTHORIZATION_PATH;
  return canReturn ? page.pathname + page.search : '/';
}
