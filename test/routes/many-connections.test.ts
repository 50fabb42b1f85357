/** How many connections pages count: of a school that has more than anybody would read, they do not count all. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { MAX_COUNTED_CONNECTIONS } from '../../schema/oauth/connection.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { DEMO, obtainTokens } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const ADMIN = '/admin/riverside';
const COLUMNS = `code_hash, code_expires_at, redeemed_at, client_id, person_id, site_id, redirect_uri, scope, audience,
  resource_sent, code_challenge, authenticated_at, authenticated_by, auth_time_requested, created_at, expires_at, last_used_at`;

t.test('pages count connections up to ten thousand, and call more of them more than that', async (t) => {
  const database = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: database.url });
  await obtainTokens(app, DEMO.portal);
  const copies = (first: number, count: number) =>
    database.edit(`insert into grants (id, ${COLUMNS})
      with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ${count})
      select ${first} + n, ${COLUMNS} from (select * from grants where client_id = '${DEMO.portal.id}' limit 1) as one
      cross join numbers`);
  const ruth = await signedIn(app, 'ruth@riverside.example');
  const counted = async (): Promise<Record<string, readonly string[]>> => {
    const list = await ruth.get(`${ADMIN}/connections`);
    const paths = {
      connections: `${ADMIN}/connections`,
      ofApp: `${ADMIN}/connections?client=${DEMO.portal.id}`,
      applications: `${ADMIN}/applications`,
      application: `${ADMIN}/applications/${DEMO.portal.id}`,
      endAll: linksOf(list).find((href) => href.endsWith('/end-all')) ?? '',
    };
    const found = Object.entries(paths).map(async ([name, path]) => {
      const sentences = said(await ruth.get(path)).matchAll(
        /(?:more than )?[\d,]+ connections?(?: of [\d,]+ pe\w+)?/gi,
      );
      return [name, [...new Set(Array.from(sentences, ([one]) => one))]] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  };
  await copies(5_000_000, MAX_COUNTED_CONNECTIONS - 1);
  t.strictSame(await counted(), {
    connections: ['10,000 connections'],
    ofApp: ['10,000 connections'],
    applications: ['10,000 connections'],
    application: ['10,000 connections of 1 person'],
    endAll: ['10,000 connections of 1 person'],
  });
  for (const more of [1, 1500]) {
    await copies(5_000_000 + MAX_COUNTED_CONNECTIONS + more, more);
    t.strictSame(await counted(), {
      connections: ['more than 10,000 connections'],
      ofApp: ['more than 10,000 connections'],
      applications: ['more than 10,000 connections'],
      application: ['More than 10,000 connections'],
      endAll: ['more than 10,000 connections'],
    });
  }
});

t.test('every language has words for more connections than are counted', async (t) => {
  const count = MAX_COUNTED_CONNECTIONS + 1;
  for (const language of LANGUAGES) {
    const { applications, connections } = textFor(language);
    const sentences = [
      connections.total({ count }),
      applications.list.grants({ count }),
      connections.ending.size({ connections: count, people: 77 }),
      applications.one.use({ grants: count, people: 77 }),
    ];
    for (const sentence of sentences) {
      t.match(sentence, /10[.,]000/, `${language}: ${sentence}`);
      t.notMatch(sentence, /77|10[.,]001/, `${language}: ${sentence}`);
    }
  }
});
