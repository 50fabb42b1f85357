/** A form that is opened once and sent again and again, from many addresses. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { type Browser, formsOf } from './browser.ts';

/** A form of a page, opened once and sent from any network. What is answered changes no cookie of the browser. */
export async function formOf(app: FastifyInstance, path: string, { cookies }: Browser, origin: string) {
  const cookieNow = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const page = await app.inject({ url: path, headers: { accept: 'text/html', cookie: cookieNow() } });
  for (const { name, value } of page.cookies) cookies.set(name, value);
  const fields = formsOf(page.body).find(({ action }) => action.endsWith(path))?.fields ?? [];
  return (filled: Record<string, string>, remoteAddress = '192.0.2.1'): Promise<LightMyRequestResponse> =>
    app.inject({
      method: 'POST',
      url: path,
      remoteAddress,
      headers: {
        accept: 'text/html',
        origin,
        cookie: cookieNow(),
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams([
        ...fields.filter(([name]) => !(name in filled)),
        ...Object.entries(filled),
      ]).toString(),
    });
}
