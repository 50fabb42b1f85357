/** What OpenAI finds at a host, to verify who runs a listing in the directory of ChatGPT. */
import { randomBytes } from 'node:crypto';
import t from 'tap';
import { testApp } from '../support/app.ts';

const PATH = '/.well-known/openai-apps-challenge';
const HTTPS = { BASE_URL: 'https://id.school.example', MASTER_KEY: randomBytes(32).toString('base64') };

t.test('the token of a listing is served as it is, and nothing else, to anyone', async (t) => {
  const { app } = await testApp(t, { env: { OPENAI_APPS_CHALLENGE: 'oa_9r90-tOk3n' } });
  const { statusCode, headers, body } = await app.inject({ url: PATH, headers: { accept: 'text/html' } });
  t.equal(statusCode, 200);
  t.equal(body, 'oa_9r90-tOk3n');
  t.match(headers, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
});

t.test('without a token, there is nothing at that URL, as before', async (t) => {
  const { app } = await testApp(t);
  const { statusCode, headers, body } = await app.inject(PATH);
  t.equal(statusCode, 404);
  t.match(headers['content-type'], /json/);
  t.notMatch(body, /challenge/);
});

t.test('each listing finds its own token alone, at the host of the server or at a parent domain', async (t) => {
  const env = { ...HTTPS, OPENAI_APPS_CHALLENGE: ' first-token=, school.example=second_token\n' };
  const { app } = await testApp(t, { env });
  const at = async (host: string) => (await app.inject({ url: PATH, headers: { host } })).body;
  t.equal(await at('id.school.example'), 'first-token=');
  t.equal(await at('School.example:443'), 'second_token');
  t.equal(await at('10.0.0.7:3000'), 'first-token=', 'through a proxy that does not pass the name on');
});

t.test('with a token for a parent domain only, the host of the server has none', async (t) => {
  const { app } = await testApp(t, { env: { ...HTTPS, OPENAI_APPS_CHALLENGE: 'school.example=second' } });
  const statusAt = async (host: string) => (await app.inject({ url: PATH, headers: { host } })).statusCode;
  t.strictSame([await statusAt('school.example'), await statusAt('id.school.example')], [200, 404]);
});

t.test('the server does not start with tokens that OpenAI could not verify', async (t) => {
  for (const value of [
    'one two',
    'one, school.example=two school.example=three',
    'one, other.example=three',
    'one, chool.example=two',
    '<html>',
    '{"token":"x"}',
    'a,,=',
    'school.example=',
  ]) {
    const start = testApp(t, { env: { ...HTTPS, OPENAI_APPS_CHALLENGE: value } });
    await t.rejects(start, /OPENAI_APPS_CHALLENGE must be the token .* parent domain of id\.school\.example/, value);
  }
});
