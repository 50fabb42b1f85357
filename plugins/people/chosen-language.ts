/** Remembers in the browser which language a person has chosen for our pages. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { LANGUAGES, type Language } from '../../schema/text/language.ts';
import { provide } from '../provide.ts';
import { hostCookie } from './cookies.ts';

export interface ChosenLanguage {
  find(request: Pick<FastifyRequest, 'headers'>): Language | undefined;
  choose(reply: FastifyReply, language: Language): void;
}

declare module './stores.ts' {
  interface People {
    readonly chosenLanguage: ChosenLanguage;
  }
}

const COOKIE_SECONDS = 365 * 86_400;

export default fp(
  async (app) => {
    const cookie = hostCookie(app, 'language');
    provide(app.people, 'chosenLanguage', {
      find(request) {
        const chosen = cookie.read(request);
        return LANGUAGES.find((language) => language === chosen);
      },
      choose: (reply, language) => cookie.write(reply, language, COOKIE_SECONDS),
    } satisfies ChosenLanguage);
  },
  { name: 'chosen-language', dependencies: ['stores', 'cookies'] },
);
