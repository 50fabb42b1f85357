/** Somebody who is signed in at our own pages, in a browser without scripts. */
import type { FastifyInstance } from 'fastify';
import { Browser, type Page } from './browser.ts';
import { PASSWORD } from './settings.ts';

export async function signedIn(app: FastifyInstance, email: string, password = PASSWORD): Promise<Browser> {
  const browser = new Browser(app);
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password });
  return browser;
}

/** What a page says, without its markup. */
export const said = ({ body }: Pick<Page, 'body'>): string =>
  body
    .slice(body.indexOf('<main'))
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

/** The addresses that the links of a page lead to. */
export const linksOf = ({ body }: Pick<Page, 'body'>): string[] =>
  [...body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
