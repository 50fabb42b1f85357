/** A browser without scripts, over real HTTP: cookies, redirects within the server, forms sent as a person would. */
import { PASSWORD } from './app.ts';
import { formsOf, unescapeHtml } from './browser.ts';

export interface HttpPage {
  status: number;
  headers: Headers;
  body: string;
  /** Where the page is. */
  url: URL;
  /** Where the browser leaves the server for, by redirect or by the page that goes on by itself. */
  leavesFor: URL | undefined;
}

export interface Person {
  email: string;
  password?: string;
  decision?: 'allow' | 'deny';
  /** The school to choose where there are several. */
  site?: string;
}

type Fill = Record<string, string | string[]>;

const MAX_REDIRECTS = 10;

export class HttpBrowser {
  readonly cookies = new Map<string, string>();
  readonly #address: string;
  readonly #origin: string;

  /** @param origin what the server calls itself, where that is not the address it listens at (as behind a proxy) */
  constructor(address: string, origin = address) {
    this.#address = address;
    this.#origin = origin;
  }

  get(url: string | URL): Promise<HttpPage> {
    return this.#follow(new URL(url, this.#origin), { method: 'GET' });
  }

  /** Sends the form whose action ends so; a filled field replaces the one of the page. */
  submit(page: HttpPage, actionEnd: string, fill: Fill = {}): Promise<HttpPage> {
    const form = formsOf(page.body).find(({ action }) => action.endsWith(actionEnd));
    if (form === undefined) throw new Error(`no form ${actionEnd} on ${page.url} (${page.status})`);
    const kept = form.fields.filter(([name]) => name !== '' && !Object.hasOwn(fill, name));
    const filled = Object.entries(fill).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    return this.#follow(new URL(form.action, this.#origin), {
      method: 'POST',
      body: new URLSearchParams([...kept, ...filled]),
      headers: { origin: this.#origin },
    });
  }

  /** From the authorization request to the client: signs in, chooses a school, decides. */
  async authorize(url: string | URL, { email, password = PASSWORD, decision = 'allow', site }: Person): Promise<URL> {
    let page = await this.get(url);
    for (let steps = 0; steps < 5 && page.leavesFor === undefined; steps += 1) {
      if (page.body.includes('/sign-in"')) page = await this.submit(page, '/sign-in', { email, password });
      else if (page.body.includes('/site"'))
        page = await this.submit(page, '/site', site === undefined ? {} : { site });
      else page = await this.submit(page, '/decision', { decision });
    }
    if (page.leavesFor === undefined) throw new Error(`never left for the client: ${page.status} ${page.url}`);
    return page.leavesFor;
  }

  async #follow(start: URL, first: RequestInit): Promise<HttpPage> {
    let url = start;
    let request = first;
    for (let hops = 0; hops < MAX_REDIRECTS; hops += 1) {
      const response = await this.#send(url, request);
      const { status, headers } = response;
      const body = await response.text();
      const location = headers.get('location');
      if (status < 300 || status >= 400 || location === null) {
        const refresh = /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(body)?.[1];
        const leavesFor = refresh === undefined ? undefined : new URL(unescapeHtml(refresh));
        return { status, headers, body, url, leavesFor };
      }
      const target = new URL(location, url);
      if (target.origin !== this.#origin) return { status, headers, body, url, leavesFor: target };
      url = target;
      request = { method: 'GET' };
    }
    throw new Error(`too many redirects from ${start}`);
  }

  async #send(url: URL, request: RequestInit): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set('accept', 'text/html,application/xhtml+xml');
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(`${this.#address}${url.pathname}${url.search}`, {
      ...request,
      headers,
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) this.#remember(line);
    return response;
  }

  #remember(line: string): void {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
    if (/;\s*max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
