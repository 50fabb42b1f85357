/** The sign-in form over real HTTP: opened once, and sent again and again from any address. */
import type { Agent } from 'node:http';
import { formsOf } from '../../scripts/doctor/forms.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { type Answer, type Settings, send } from '../support/server-process.ts';

export class SignInForm {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fields: Readonly<Record<string, string>>;

  private constructor(
    url: string,
    headers: Readonly<Record<string, string>>,
    fields: Readonly<Record<string, string>>,
  ) {
    this.#url = url;
    this.#headers = headers;
    this.#fields = fields;
  }

  /** @param browser a known one; a new one otherwise */
  static async open(
    { BASE_URL: issuer = '' }: Settings,
    origin: string,
    browser = new HttpBrowser(origin, issuer),
  ): Promise<SignInForm> {
    const page = await browser.get('/sign-in');
    const form = formsOf(page.body).find(({ action }) => action.endsWith('/sign-in'));
    if (form === undefined) throw new Error(`no form: ${page.status}`);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new SignInForm(`${origin}/sign-in`, { cookie, origin: issuer }, Object.fromEntries(form.fields));
  }

  /** The server must believe `X-Forwarded-For` of this computer. */
  send(email: string, password: string, from: string, agent?: Agent): Promise<Answer> {
    return send(this.#url, {
      form: { ...this.#fields, email, password },
      headers: { ...this.#headers, 'x-forwarded-for': from },
      ...(agent === undefined ? {} : { agent }),
    });
  }
}
