/** A browser without scripts, over real HTTP. It handles cookies and redirects within the server, and submits forms. */
import { ConnectError, unreachable } from '../connect/errors.ts';
import { formsOf, refreshTarget } from './forms.ts';

export interface HttpPage {
  status: number;
  headers: Headers;
  body: string;
  /** URL of the page. */
  url: URL;
  /** URL to which the browser leaves the server, by a redirect or by the page itself. */
  leavesFor: URL | undefined;
}

export interface Visitor {
  email: string;
  password: string;
  decision?: 'allow' | 'allow_read' | 'deny';
  /** The school to choose if there are several. */
  site?: string;
}

type Fill = Record<string, string | string[]>;

const MAX_REDIRECTS = 10;
const MAX_PAGES = 5;

export class FormBrowser {
  readonly cookies = new Map<string, string>();
  readonly #address: string;
  readonly #origin: string;

  /** @param origin the server's own origin, if it differs from the address that it listens on (as behind a proxy) */
  constructor(address: string, origin = address) {
    this.#address = address;
    this.#origin = origin;
  }

  get(url: string | URL): Promise<HttpPage> {
    return this.#follow(new URL(url, this.#origin), { method: 'GET' });
  }

  /** Submits the form whose action has this suffix. Filled fields replace those of the page. */
  submit(page: HttpPage, actionEnd: string, fill: Fill = {}): Promise<HttpPage> {
    const form = formsOf(page.body).find(({ action }) => action.endsWith(actionEnd));
    if (form === undefined) throw new Error(`no form ${actionEnd} on ${page.url} (${page.status})`);
    const unfilled = form.fields.filter(([name]) => name !== '' && !Object.hasOwn(fill, name));
    const filled = Object.entries(fill).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    return this.#follow(new URL(form.action, this.#origin), {
      method: 'POST',
      body: new URLSearchParams([...unfilled, ...filled]),
      headers: { origin: this.#origin },
    });
  }

  /** Ends the session, if there is one. */
  async signOut(): Promise<void> {
    if (this.cookies.size === 0) return;
    const page = await this.get('/account');
    if (page.body.includes('"/sign-out"')) await this.submit(page, '/sign-out');
  }

  /** From the authorization request to the client: signs in, chooses a school, decides. */
  async walk(url: string | URL, visitor: Visitor): Promise<URL> {
    let page = await this.get(url);
    for (let steps = 0; steps < MAX_PAGES && page.leavesFor === undefined; steps += 1) {
      const next = await this.#answer(page, visitor);
      if (next === undefined) break;
      page = next;
    }
    if (page.leavesFor === undefined) throw new ConnectError(`the browser cannot continue at ${describe(page)}`);
    return page.leavesFor;
  }

  /** @returns the page that follows, or nothing when this one asks for nothing that a visitor has */
  async #answer(page: HttpPage, { email, password, decision = 'allow', site }: Visitor): Promise<HttpPage | undefined> {
    if (page.body.includes('/sign-in"')) {
      const next = await this.submit(page, '/sign-in', { email, password });
      if (next.body.includes('/sign-in"')) throw new ConnectError(`${email} could not sign in`);
      return next;
    }
    if (page.body.includes('/site"')) return this.submit(page, '/site', site === undefined ? {} : { site });
    if (page.body.includes('/decision"')) return this.submit(page, '/decision', { decision });
    return undefined;
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
        return { status, headers, body, url, leavesFor: refreshTarget(body) };
      }
      const target = new URL(location, url);
      if (target.origin !== this.#origin) return { status, headers, body, url, leavesFor: target };
      url = target;
      request = { method: 'GET' };
    }
    throw new ConnectError(`too many redirects from ${start.origin}${start.pathname}`);
  }

  async #send(url: URL, request: RequestInit): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set('accept', 'text/html,application/xhtml+xml');
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie !== '') headers.set('cookie', cookie);
    const address = `${this.#address}${url.pathname}${url.search}`;
    try {
      const response = await fetch(address, { ...request, headers, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) this.#remember(line);
      return response;
    } catch (error) {
      throw unreachable(this.#address, error);
    }
  }

  #remember(line: string): void {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
    if (/;\s*max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Describes a page without its query, which can contain secrets. */
export const describe = ({ status, url, body }: HttpPage): string => {
  const title = /<title>([^<]*)</.exec(body)?.[1];
  return `${url.origin}${url.pathname} (${status}${title === undefined ? '' : `, the page says: ${title}`})`;
};
