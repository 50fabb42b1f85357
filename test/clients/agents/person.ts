/** A person with a browser, who is asked by programs. */
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { launch, picture, signIn, visitor } from '../../support/chromium.ts';
import type { Visit } from './sandbox.ts';

export interface Asked {
  /** The scopes that were asked for. */
  scopes: string[];
  clientId: string;
  resource: string;
  /** The heading of the consent page, or of the page at which it ended before. */
  heading: string;
}

export interface Person {
  visit: Visit;
  /** What each program asked, in order. */
  asked: Asked[];
  /** How often a password was typed. */
  signIns: number;
  /** What the person does on the consent page. */
  decision: 'allow' | 'deny';
  /** The school that the person chooses if there is a choice. */
  school: string;
  /** How often there was one. */
  choices: number;
  /** How often a button that sends a form was clicked. */
  clicks: number;
  page: Page;
}

/** @param name of the pictures of what the person sees */
export async function person(t: Test, email: string, name: string): Promise<Person> {
  const browser = await launch(t);
  const { page } = await visitor(t, browser, { viewport: { width: 1280, height: 800 } });
  const one: Person = { visit, asked: [], signIns: 0, decision: 'allow', school: '', choices: 0, clicks: 0, page };
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.method() === 'POST') one.clicks += 1;
  });
  let before = Promise.resolve();

  /** One after the other, because a person looks at one page. */
  function visit(url: URL): Promise<void> {
    before = before.then(() => answer(url));
    return before;
  }

  async function answer(url: URL): Promise<void> {
    const parameters = url.searchParams;
    await page.goto(String(url));
    if ((await page.locator('#password').count()) > 0) {
      one.signIns += 1;
      await signIn(page, email);
    }
    if ((await page.locator('input[name=site]').count()) > 0) {
      one.choices += 1;
      await page.click(`text=${one.school}`);
      await page.click('text=Continue');
      await page.waitForSelector(`button[value=${one.decision}]`);
    }
    const heading = ((await page.textContent('h1')) ?? '').replaceAll(/\s+/g, ' ').trim();
    one.asked.push({
      scopes: (parameters.get('scope') ?? '').split(' '),
      clientId: parameters.get('client_id') ?? '',
      resource: parameters.get('resource') ?? '',
      heading,
    });
    const button = page.locator(`button[value=${one.decision}]`);
    if ((await button.count()) === 0) return;
    await picture(page, `${name}-${one.asked.length}`);
    await button.click();
    await page.waitForURL((now) => now.origin !== url.origin, { waitUntil: 'commit' });
  }
  return one;
}
