/** A server at a domain, because browsers tie passkeys to one, and what people do there with a passkey. */
import type { Test } from 'tap';
import { PASSWORD, type TestAppOptions } from './app.ts';
import { challengeOf, type DevicePasskey, devicePasskey } from './authenticator.ts';
import { Browser, type Page } from './browser.ts';
import { csrfOf } from './interaction.ts';
import { withEmails } from './with-emails.ts';

const ORIGIN = 'http://localhost:3000';

export const questionIn = ({ body }: Page, does: string): string =>
  challengeOf(
    (new RegExp(`data-passkey="([^"]*)" data-passkey-does="${does}"`).exec(body)?.[1] ?? '{}').replaceAll(
      '&quot;',
      '"',
    ),
  );

export async function withPasskeys(t: Test, { env, ...options }: TestAppOptions = {}) {
  const service = await withEmails(t, { ...options, env: { BASE_URL: ORIGIN, ...env } });
  const browser = () => new Browser(service.app, ORIGIN);
  return {
    ...service,
    browser,
    /** The path of the link in the next e-mail with this subject. */
    async linkIn({ subject }: { subject: string }): Promise<string> {
      for (;;) {
        const email = await service.mailbox.next();
        if (email.subject === subject) return email.link.slice(ORIGIN.length);
      }
    },
    async addPasskey(t: Test, own: Browser, proof: Record<string, string> = {}): Promise<DevicePasskey> {
      const device = devicePasskey(ORIGIN);
      const ask = await own.get('/account/passkeys/new');
      const create = await own.submit(ask, '/passkeys/new', { password: PASSWORD, ...proof });
      const passkey = device.attest(questionIn(create, 'create'));
      const added = await own.submit(create, '/account/passkeys', { name: 'Key', passkey });
      t.match(added.url, 'passkey_added');
      return device;
    },
    async byPasskey(t: Test, device: DevicePasskey, own = browser()): Promise<Browser> {
      const page = await own.get('/sign-in');
      const passkey = device.assert(questionIn(page, 'get'));
      const csrf = csrfOf(page, '/sign-in');
      t.match(
        (await own.post('/sign-in', Object.entries({ csrf, passkey }))).url,
        /^\/(?:account(?:\/schools\/riverside)?|admin\/riverside)$/,
      );
      return own;
    },
  };
}
