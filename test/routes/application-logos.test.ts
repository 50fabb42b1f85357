/** The logos of the applications that a school creates: where they come from, and where people see them. */
import t from 'tap';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { adminApp, CALLERS, call } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { authorizeUrl, DEMO, makeVerifier, obtainTokens } from '../support/oauth-client.ts';
import { chunk, png, refusesAsLogo } from '../support/pictures.ts';
import { uploaded } from '../support/uploads.ts';

const jpeg = (width: number, height: number): Buffer => {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  return Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, ...size, 1, 1, 17, 0, 0xff, 0xd9]);
};

/** A WebP with the extended header. */
const webp = (width: number, height: number, flags = 0): Buffer => {
  const header = Buffer.alloc(18);
  header.write('VP8X', 0);
  header.writeUInt32LE(10, 4);
  header.writeUInt8(flags, 8);
  header.writeUIntLE(width - 1, 12, 3);
  header.writeUIntLE(height - 1, 15, 3);
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), header]);
};

const APPLICATION = `/admin/${RIVERSIDE.slug}/applications/${DEMO.cli.id}`;

const logosOf = (body: string): string[] =>
  [...body.matchAll(/<img class="tile large" src="(\/assets\/logos\/[^"]+)"/g)].map(([, path = '']) => path);

t.test(
  'the logo of an application is a copy of a checked image, from this server, and goes with the application [E-54]',
  async (t) => {
    const database = databaseFile(t);
    const { app, tokenOf } = await adminApp(t, { databaseUrl: database.url });
    const token = await tokenOf('owner');
    const ruth = new Browser(app);
    const signIn = async (browser: Browser, email: string) =>
      browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password: PASSWORD });
    await signIn(ruth, CALLERS.owner.email);
    const choose = async (file: string) => ruth.submit(await ruth.get(`${APPLICATION}/logo`), '/logo', { file });

    t.notMatch(
      (await ruth.get(`${APPLICATION}/logo`)).body,
      '<img class="tile',
      'files that are missing are not offered',
    );
    const refused: readonly [string, Buffer, string][] = [
      ['too many pixels', png(1025, 20), 'image/png'],
      ['too few pixels', jpeg(8, 64), 'image/jpeg'],
      ['animated PNG', png(32, 32, chunk('acTL', Buffer.alloc(8))), 'image/png'],
      ['animated WebP', webp(32, 32, 2), 'image/webp'],
      ['no picture behind its first bytes', Buffer.from('89504e470d0a1a0a3c7376673e', 'hex'), 'image/png'],
    ];
    for (const [name, bytes, contentType] of refused) {
      const filename = `picture.${contentType.split('/')[1]}`;
      const { id } = await uploaded(app, token, bytes, { contentType, filename });
      t.equal((await choose(id)).status, 400, name);
    }
    const large = await uploaded(app, token, Buffer.concat([png(32, 32), Buffer.alloc(100 * 1024)]));
    t.notMatch((await ruth.get(`${APPLICATION}/logo`)).body, large.id, 'a large file is not offered');
    const foreign = await uploaded(app, await tokenOf('foreignOwner'), png(32, 32));
    for (const id of [large.id, foreign.id, 'ast_none']) {
      t.match(await choose(id), { status: 400, body: /<p>This file is no longer there\./ }, id);
    }
    t.equal(await database.read('select count(*) from client_logos'), 0);

    for (const [bytes, contentType] of [
      [webp(64, 32), 'image/webp'],
      [jpeg(32, 32), 'image/jpeg'],
      [png(48, 48), 'image/png'],
    ] as const) {
      const filename = `picture.${contentType.split('/')[1]}`;
      const { id } = await uploaded(app, token, bytes, { contentType, filename });
      const [logo = ''] = logosOf((await choose(id)).body);
      t.equal((await call(app, token, 'DELETE', `/assets/${id}`)).status, 204, 'the file may go');
      const response = await app.inject({ url: logo });
      t.same(response.rawPayload, bytes);
      t.match(response.headers, {
        'content-type': contentType,
        'x-content-type-options': 'nosniff',
        'cache-control': /immutable/,
      });
    }
    t.equal(await database.read('select count(*) from client_logos'), 1, 'the earlier ones are gone');
    t.equal(
      await database.read("select count(*) from audit_events where event = 'client_changed' and target = 'logo'"),
      3,
    );
    const [logo = ''] = logosOf((await ruth.get(APPLICATION)).body);
    t.same(logosOf((await ruth.get(`/admin/${RIVERSIDE.slug}/applications`)).body), [logo]);

    const ana = new Browser(app);
    await signIn(ana, CALLERS.member.email);
    const consent = await ana.get(authorizeUrl(DEMO.cli, makeVerifier(), { scope: 'openid profile' }));
    t.same(logosOf(consent.body), [logo], 'on the consent page');
    await obtainTokens(
      app,
      DEMO.cli,
      { scope: 'openid' },
      { email: CALLERS.member.email, site: RIVERSIDE.id, browser: ana },
    );
    t.same(logosOf((await ana.get('/account/connected-apps')).body), [logo], 'among the connected apps');

    for (const path of [
      'x',
      '..%2f..%2fx',
      `${'0'.repeat(32)}.png`,
      logo.split('/').at(-1)?.replace('png', 'svg') ?? '',
    ]) {
      t.equal((await app.inject({ url: `/assets/logos/${path}` })).statusCode, 404, path);
    }
    await ruth.submit(await ruth.get(`${APPLICATION}/delete`), '/delete', { password: PASSWORD });
    t.equal((await app.inject({ url: logo })).statusCode, 404, 'goes with the application');
  },
);

t.test('a logo can be removed, and a choice from an outdated page changes nothing [E-54]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner');
  const { id } = await uploaded(app, token, png(48, 48));
  const ruth = new Browser(app);
  await ruth.submit(await ruth.get('/sign-in'), '/sign-in', { email: CALLERS.owner.email, password: PASSWORD });
  const page = await ruth.get(`${APPLICATION}/logo`);
  t.equal(logosOf((await ruth.submit(page, '/logo', { file: id })).body).length, 1);
  const application = await app.oauth.siteApplications.find(RIVERSIDE.id, DEMO.cli.id);
  if (application === undefined) throw new Error('no application');
  const event = { event: 'client_changed', at: app.clock() } as const;
  t.equal(await app.school.applicationLogos.set({ ...application, logo: undefined }, undefined, event), false);
  t.same(logosOf((await ruth.submit(await ruth.get(`${APPLICATION}/logo`), '/logo', { file: '' })).body), []);
});

t.test('a picture that is uploaded on the page becomes the logo, and nothing else does [E-54]', async (t) => {
  const { app } = await adminApp(t);
  const ruth = new Browser(app);
  await ruth.submit(await ruth.get('/sign-in'), '/sign-in', { email: CALLERS.owner.email, password: PASSWORD });
  const upload = async (bytes: Buffer) =>
    ruth.submitFile(await ruth.get(`${APPLICATION}/logo`), '/logo/upload', { name: 'picture', bytes });

  const [logo = ''] = logosOf((await upload(png(48, 48))).body);
  t.same((await app.inject({ url: logo })).rawPayload, png(48, 48));
  await refusesAsLogo(t, upload);
  t.same(logosOf((await ruth.get(APPLICATION)).body), [logo], 'the logo stays');

  const page = await ruth.get(`${APPLICATION}/logo`);
  t.equal((await ruth.submit(page, '/logo/upload')).status, 400, 'a form without a file');
  const forged = { ...page, body: page.body.replaceAll(/name="csrf" value="[^"]+"/g, 'name="csrf" value="x"') };
  t.not((await ruth.submitFile(forged, '/logo/upload', { name: 'picture', bytes: png(64, 64) })).status, 200);
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  t.equal((await ruth.post(`${APPLICATION}/logo/upload`, [['csrf', 'x']], headers)).status, 400, 'a malformed form');
  t.same(logosOf((await ruth.get(APPLICATION)).body), [logo]);
});
