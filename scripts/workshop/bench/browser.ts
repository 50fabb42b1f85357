import { type Form, metaRefresh, readForms } from './html.ts';

/** The page at which a visit ended. */
export interface Page {
  url: URL;
  status: number;
  html: string;
  forms: Form[];
  /** URL outside the server to which a redirect or the page itself leads. */
  leftFor: string | undefined;
}

interface Cookie {
  name: string;
  value: string;
  path: string;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 10;

/** A minimal browser for sign-in and consent: cookies by path, redirects, forms. */
export class Browser {
  readonly #origin: URL;
  #cookies: Cookie[] = [];

  constructor(origin: URL) {
    this.#origin = origin;
  }

  open(path: string | URL): Promise<Page> {
    return this.#visit(new URL(path, this.#origin), { method: 'GET' });
  }

  /** Submits a form with these values; `pressed` is the name and value of the button. */
  submit(page: Page, form: Form, values: Record<string, string>, pressed?: [string, string]): Promise<Page> {
    const body = new URLSearchParams();
    for (const [name, value] of form.standing) if (!(name in values)) body.append(name, value);
    for (const [name, value] of Object.entries(values)) body.append(name, value);
    if (pressed !== undefined) body.append(...pressed);
    const action = new URL(form.action, page.url);
    return form.method === 'post'
      ? this.#visit(action, { method: 'POST', body, headers: { origin: this.#origin.origin } })
      : this.#visit(new URL(`?${body}`, action), { method: 'GET' });
  }

  /** Returns the cookies for a request to this path. */
  cookieHeader(path: string): string {
    const matching = this.#cookies.filter((cookie) => path.startsWith(cookie.path));
    return matching.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  async #visit(start: URL, first: RequestInit): Promise<Page> {
    let url = start;
    let request = first;
    for (let hop = 0; hop < MAX_REDIRECTS; hop++) {
      const response = await this.#fetch(url, request);
      const location = response.headers.get('location');
      if (!REDIRECTS.has(response.status) || location === null) return this.#page(url, response);
      await response.body?.cancel();
      const next = new URL(location, url);
      if (next.origin !== this.#origin.origin) {
        return { url, status: response.status, html: '', forms: [], leftFor: next.href };
      }
      url = next;
      request = { method: 'GET' };
    }
    throw new Error(`too many redirects from ${start}`);
  }

  async #fetch(url: URL, request: RequestInit): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set('accept', 'text/html');
    const cookies = this.cookieHeader(url.pathname);
    if (cookies !== '') headers.set('cookie', cookies);
    const response = await fetch(url, { ...request, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#remember(line);
    return response;
  }

  async #page(url: URL, response: Response): Promise<Page> {
    const html = await response.text();
    return { url, status: response.status, html, forms: readForms(html), leftFor: metaRefresh(html) };
  }

  #remember(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals);
    const path = /^path=(.*)$/im.exec(attributes.join('\n'))?.[1] ?? '/';
    const value = pair.slice(equals + 1);
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
    if (value !== '') this.#cookies.push({ name, value, path });
  }
}
