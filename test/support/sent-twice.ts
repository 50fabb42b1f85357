/** A form that is sent more than once, as browsers do it: by a double click, after the back button, from a second tab. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { type Browser, formsOf, type Page } from './browser.ts';
import { BASE } from './settings.ts';

type Fill = Readonly<Record<string, string | string[]>>;

/** A form, and what a person fills in, which may depend on the page. */
export interface Step {
  /** How the action of the form ends. */
  action: string;
  fill?: Fill | ((page: Pick<Page, 'body'>) => Fill);
}

/** How a form comes about: the page where a person begins, and the forms there and on the answers. The last one counts. */
export interface Walk {
  browser: Browser;
  path: string;
  steps: readonly Step[];
}

/** A form of a page that a browser shows, ready to be sent. */
export interface FilledForm {
  action: string;
  fields: [string, string][];
}

export const fillOf = ({ fill = {} }: Step, page: Pick<Page, 'body'>): Fill =>
  typeof fill === 'function' ? fill(page) : fill;

/** Fills in the form of a step: the one that has its fields, if there are several with its action. */
export function filled(page: Page, step: Step): FilledForm {
  const fill = fillOf(step, page);
  const fitting = formsOf(page.body).filter(({ action }) => action.endsWith(step.action));
  const form = fitting.find(({ fields }) => fields.some(([name]) => Object.hasOwn(fill, name))) ?? fitting[0];
  if (form === undefined) throw new Error(`no form ${step.action} on the page ${page.url} (${page.status})`);
  const kept = form.fields.filter(([name]) => name !== '' && !Object.hasOwn(fill, name));
  const entered = Object.entries(fill).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return { action: form.action, fields: [...kept, ...entered] };
}

/** Goes the way to the form that counts, and fills it in. */
export async function reach({ browser, path, steps }: Walk): Promise<FilledForm> {
  let page = await browser.get(path);
  for (const step of steps.slice(0, -1)) {
    const { action, fields } = filled(page, step);
    page = await browser.post(action, fields);
  }
  return filled(page, steps.at(-1) ?? { action: '' });
}

/** Sends a form once, and follows no redirect. The browser keeps no cookie, as one that drops the answer. */
export const sendForm = (
  app: FastifyInstance,
  { action, fields }: FilledForm,
  by: Browser,
  base = BASE,
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'POST',
    url: action,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      accept: 'text/html,application/xhtml+xml',
      'content-type': 'application/x-www-form-urlencoded',
      origin: base,
      'sec-fetch-site': 'same-origin',
      cookie: [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });

/** Lets a browser have the cookies of an answer. */
export function keepCookies(browser: Browser, { cookies }: LightMyRequestResponse): void {
  for (const { name, value, maxAge } of cookies) {
    if (maxAge === 0) browser.cookies.delete(name);
    else browser.cookies.set(name, value);
  }
}

/** What a person gets: the page or the next address, and the cookies. */
export const gotBy = ({ statusCode, headers, body, cookies }: LightMyRequestResponse) => ({
  statusCode,
  location: headers.location,
  body,
  cookies: cookies.map(({ name, value }) => `${name}=${value}`).sort(),
});
