/** What the audit log of a school, and the activity of its people, say where many connections end together. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { textFor } from '../../routes/pages/kit/text/index.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { DEMO, obtainTokens } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const ADMIN = '/admin/riverside';
const ACTIVITY = '/account/activity';
const [RUTH, ANA, BEN] = ['ruth@riverside.example', 'ana@riverside.example', 'ben@riverside.example'];
const { activity } = textFor('en');

/** Ends all connections with the app, or all of the school. */
async function endAll(browser: Browser, client: string | undefined): Promise<void> {
  const list = await browser.get(`${ADMIN}/connections${client === undefined ? '' : `?client=${client}`}`);
  const detail = linksOf(list).find((href) => /\/connections\/\d+$/.test(href));
  const href = client === undefined ? `${ADMIN}/connections/end-all` : `${detail}/end-client`;
  await browser.submit(await browser.get(href), href, { password: PASSWORD });
}

const connect = async (app: FastifyInstance, ...emails: readonly string[]): Promise<void> => {
  for (const email of emails) await obtainTokens(app, DEMO.cli, {}, { email });
};

t.test('who ends connections for the school reads of the own ones only, and of each once', async (t) => {
  const { app, clock } = await testApp(t);
  const ruth = await signedIn(app, RUTH);
  const schoolEnded = (count: number) =>
    activity.ended.school({ app: 'Demo CLI', school: 'Riverside Academy', count });
  const lines = async (): Promise<string> => said(await ruth.get(ACTIVITY));

  for (const client of [DEMO.cli.id, undefined]) {
    await connect(app, ANA, BEN);
    await endAll(ruth, client);
    const page = await lines();
    for (const line of [activity.events.grant_revoked, activity.ownEnd, 'Demo CLI']) t.notMatch(page, line);
    clock.advance(1000);
  }

  for (const client of [DEMO.cli.id, undefined]) {
    await connect(app, ANA, RUTH);
    await endAll(ruth, client);
    clock.advance(1000);
  }
  const page = await lines();
  t.equal(page.split(schoolEnded(1)).length - 1, 2, 'as everyone whose connection ended');
  for (const line of [activity.events.grant_revoked, activity.ownEnd]) t.notMatch(page, line);

  await connect(app, RUTH);
  const apps = '/account/connected-apps';
  const href = linksOf(await ruth.get(apps)).find((one) => one.endsWith('/end-app')) ?? '';
  await ruth.submit(await ruth.get(href), href);
  t.match(await lines(), activity.ownEnd, 'what she disconnects for herself is hers');
});
