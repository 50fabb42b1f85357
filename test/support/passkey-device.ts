/** A device that keeps passkeys, for a Chromium that has none. */
import type { Page } from 'playwright-core';
import { PASSWORD } from './app.ts';
import { signIn } from './chromium.ts';

/**
 * A device with a lock, that waits for its owner's touch.
 * @param lists whether the browser lists passkeys below the field of the e-mail address; a touch chooses one at once
 */
export async function device(page: Page, { lists = false } = {}) {
  if (!lists) await page.addInitScript('delete window.PublicKeyCredential?.isConditionalMediationAvailable');
  const tools = await page.context().newCDPSession(page);
  await tools.send('WebAuthn.enable');
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  const setPresence = (enabled: boolean) =>
    tools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  return {
    /** Does something while its owner's finger is on the device. It answers only questions that are asked meanwhile. */
    async touched<Result>(act: () => Promise<Result>): Promise<Result> {
      await setPresence(true);
      const result = await act();
      await setPresence(false);
      return result;
    },
    keys: async () => (await tools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    hold: (credential: Awaited<ReturnType<Page['evaluate']>>) =>
      tools.send('WebAuthn.addCredential', { authenticatorId, credential: credential as never }),
  };
}

export type Device = Awaited<ReturnType<typeof device>>;

/** Signs in, and leaves the page of the passkeys with one more. */
export async function addPasskey(page: Page, { touched }: Device, at: { origin: string; email: string; name: string }) {
  const { origin, email, name } = at;
  await page.goto(`${origin}/account/sign-in`);
  await signIn(page, email);
  await page.click('a[href="/account/passkeys/new"]');
  await page.fill('#password', PASSWORD);
  await page.click('button.primary');
  await page.fill('#name', name);
  await touched(async () => {
    await page.click('form[data-passkey-does=create] button');
    await page.waitForURL(/done=passkey_added/);
  });
}
