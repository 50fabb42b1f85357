/** The browser without scripts of `scripts/commands/doctor`, with the password that everybody has in tests. */
import { FormBrowser, type Visitor } from '../../scripts/commands/doctor/browser.ts';
import { PASSWORD } from './settings.ts';

export type { HttpPage } from '../../scripts/commands/doctor/browser.ts';

export type Person = Omit<Visitor, 'password'> & { password?: string };

export class HttpBrowser extends FormBrowser {
  authorize(url: string | URL, person: Person): Promise<URL> {
    return this.walk(url, { password: PASSWORD, ...person });
  }
}
