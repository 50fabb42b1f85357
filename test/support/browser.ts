/** A browser without scripts: cookies, redirects within the server, and forms filled in and sent as a person would. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { formsOf, refreshTarget } from '../../scripts/commands/doctor/forms.ts';
import { BASE } from './settings.ts';

export { formsOf };

export interface Page {
  status: number;
  headers: LightMyRequestResponse['headers'];
  body: string;
  /** The path and query where this page is. */
  url: string;
  /** Where the browser leaves the server for, by redirect or by the page that goes on by itself. */
  leavesFor: URL | undefined;
}

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;
  readonly #base: string;
  headers: Record<string, string> = { accept: 'text/html,application/xhtml+xml' };

  constructor(app: FastifyInstance, base = BASE) {
    this.#app = app;
    this.#base = base;
  }

  /** Another browser with the cookies that this one has now, as a thief would have it. */
  copy(): Browser {
    const copy = new Browser(this.#app, this.#base);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#follow({ method: 'GET', url, headers });
  }

  /** Sends a form of the page with some fields filled in; the last value of a name wins. */
  async submit(page: Page, actionEnd: string, fill: Record<string, string | string[]> = {}): Promise<Page> {
    const form = formsOf(page.body).find(({ action }) => action.endsWith(actionEnd));
    if (form === undefined) throw new Error(`no form ${actionEnd} on the page ${page.url} (${page.status})`);
    const fields = form.fields.filter(([name]) => name !== '' && !Object.hasOwn(fill, name));
    const filled = Object.entries(fill).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    return this.post(form.action, [...fields, ...filled]);
  }

  async post(url: string, fields: [string, string][], headers: Record<string, string> = {}): Promise<Page> {
    return this.#follow({
      method: 'POST',
      url,
      payload: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: this.#base,
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    });
  }

  /** Sends a form of the page that has a file. */
  async submitFile(
    page: Page,
    actionEnd: string,
    file: { name: string; bytes: Buffer; fileName?: string },
  ): Promise<Page> {
    const form = formsOf(page.body).find(({ action }) => action.endsWith(actionEnd));
    if (form === undefined) throw new Error(`no form ${actionEnd} on the page ${page.url} (${page.status})`);
    const data = new FormData();
    for (const [name, value] of form.fields) if (name !== '' && name !== file.name) data.append(name, value);
    data.append(file.name, new Blob([new Uint8Array(file.bytes)]), file.fileName ?? 'picture');
    const encoded = new Response(data);
    return this.#follow({
      method: 'POST',
      url: form.action,
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: {
        'content-type': encoded.headers.get('content-type') ?? '',
        origin: this.#base,
        'sec-fetch-site': 'same-origin',
      },
    });
  }

  async #follow(request: InjectOptions): Promise<Page> {
    let next = request;
    for (let hops = 0; hops < 10; hops += 1) {
      const response = await this.#send(next);
      const url = String(next.url);
      const location = response.headers.location;
      if (response.statusCode < 300 || response.statusCode >= 400 || location === undefined) {
        const { statusCode: status, headers, body } = response;
        return { status, headers, body, url, leavesFor: refreshTarget(body) };
      }
      const target = new URL(location, this.#base);
      if (target.origin !== this.#base) {
        return { status: response.statusCode, headers: response.headers, body: '', url, leavesFor: target };
      }
      next = { method: 'GET', url: target.pathname + target.search };
    }
    throw new Error(`too many redirects from ${request.url}`);
  }

  async #send(request: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...this.headers, ...(cookie === '' ? {} : { cookie }), ...request.headers };
    const response = await this.#app.inject({ ...request, headers });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}
