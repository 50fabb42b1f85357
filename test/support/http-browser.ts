/** The browser without scripts of `scripts/commands/doctor`, with the password that everybody has in tests. */
import { FormBrowser, type HttpPage, type Visitor } from '../../scripts/commands/doctor/browser.ts';
import { PASSWORD } from './settings.ts';

export type { HttpPage };

export type Person = Omit<Visitor, 'password'> & { password?: string };

export class HttpBrowser extends FormBrowser {
  /** How many forms were sent. */
  clicks = 0;

  override submit(...form: Parameters<FormBrowser['submit']>): Promise<HttpPage> {
    this.clicks += 1;
    return super.submit(...form);
  }

  authorize(url: string | URL, person: Person): Promise<URL> {
    return this.walk(url, { password: PASSWORD, ...person });
  }
}
