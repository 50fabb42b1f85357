/** A form of a page over real HTTP: opened once, and sent again and again from any address. */
import type { Agent } from 'node:http';
import { formsOf } from '../../scripts/commands/doctor/forms.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { type Answer, type Settings, send } from '../support/server-process.ts';

type Values = Readonly<Record<string, string>>;

export class OpenForm {
  readonly #url: string;
  readonly #headers: Values;
  readonly #fields: Values;

  private constructor(url: string, headers: Values, fields: Values) {
    this.#url = url;
    this.#headers = headers;
    this.#fields = fields;
  }

  /** @param browser a known one; a new one otherwise */
  static async open(
    { BASE_URL: issuer = '' }: Settings,
    origin: string,
    path = '/sign-in',
    browser = new HttpBrowser(origin, issuer),
  ): Promise<OpenForm> {
    const page = await browser.get(path);
    const form = formsOf(page.body).find(({ action }) => action.endsWith(path));
    if (form === undefined) throw new Error(`no form at ${path}: ${page.status}`);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new OpenForm(`${origin}${path}`, { cookie, origin: issuer }, Object.fromEntries(form.fields));
  }

  /** The server must believe `X-Forwarded-For` of this computer. */
  send(filled: Values, from: string, agent?: Agent): Promise<Answer> {
    return send(this.#url, {
      form: { ...this.#fields, ...filled },
      headers: { ...this.#headers, 'x-forwarded-for': from },
      ...(agent === undefined ? {} : { agent }),
    });
  }
}
