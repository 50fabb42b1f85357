/** A device that keeps passkeys, for a Chromium that has none. */
import type { Page } from 'playwright-core';
import { PASSWORD } from './app.ts';
import { signIn } from './chromium.ts';

/** A device with a lock that its owner opens at once. */
export async function device(page: Page, isUserVerified = true) {
  const tools = await page.context().newCDPSession(page);
  await tools.send('WebAuthn.enable');
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
  return {
    keys: async () => (await tools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    hold: (credential: Awaited<ReturnType<Page['evaluate']>>) =>
      tools.send('WebAuthn.addCredential', { authenticatorId, credential: credential as never }),
  };
}

/** Signs in, and leaves the page of the passkeys with one more. */
export async function addPasskey(page: Page, origin: string, email: string, name: string): Promise<void> {
  await page.goto(`${origin}/account/sign-in`);
  await signIn(page, email);
  await page.click('a[href="/account/passkeys/new"]');
  await page.fill('#password', PASSWORD);
  await page.click('button.primary');
  await page.fill('#name', name);
  await page.click('form[data-passkey-does=create] button');
  await page.waitForURL(/done=passkey_added/);
}
