/** What the programs are surrounded by: the engine below them, and the browser that one of them starts. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import t from 'tap';
import { openDatabase } from '../../db/database.ts';
import { openBrowser } from '../../scripts/commands/connect/browser.ts';
import { temporaryFolder, testApp } from '../support/app.ts';

t.test('an SQLite older than 3.51.3, whose log can corrupt a file, is refused at the start [W66]', async (t) => {
  const file = join(temporaryFolder(t), 'schoolgate.db');
  const prepare = Sqlite.prototype.prepare;
  t.teardown(() => {
    Sqlite.prototype.prepare = prepare;
  });
  const claiming = (version: string): void => {
    Sqlite.prototype.prepare = function claim(this: Sqlite.Database, sql: string) {
      return prepare.call(this, sql === 'select sqlite_version()' ? `select '${version}'` : sql);
    } as typeof prepare;
  };
  for (const version of ['3.51.2', '3.50.4', '3.7.0', '2.99.99']) {
    claiming(version);
    await t.rejects(openDatabase(`file:${file}`), {
      message: new RegExp(`SQLite ${version} is too old: 3.51.3 or newer`),
    });
  }
  for (const version of ['3.51.3', '3.52.0', '4.0.0']) {
    claiming(version);
    await (await openDatabase(`file:${file}`)).close();
  }
});

t.test(
  'the browser is started with an http(s) URL as one argument, without a shell [W57, CVE-2025-6514]',
  { skip: process.platform === 'linux' ? false : 'only Linux starts xdg-open' },
  async (t) => {
    const folder = temporaryFolder(t);
    const written = join(folder, 'arguments');
    const starter = join(folder, 'xdg-open');
    writeFileSync(starter, `#!/bin/sh\nfor one in "$@"; do printf '%s\\n' "$one"; done > '${written}'\n`);
    chmodSync(starter, 0o755);
    const path = process.env.PATH;
    process.env.PATH = `${folder}:${path}`;
    t.teardown(() => {
      process.env.PATH = path;
    });
    const trap = join(folder, 'trap');
    const hostile = `http://127.0.0.1:3000/x?a=$(touch ${trap})&b=\`touch ${trap}\`;touch ${trap}|touch ${trap}&c='"--version`;
    await openBrowser(hostile);
    const [argument, ...others] = readFileSync(written, 'utf8').trim().split('\n');
    t.strictSame(others, [], 'one argument');
    t.equal(argument, new URL(hostile).href);
    t.notOk(existsSync(trap), 'nothing of it was run');
    for (const address of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'ms-settings:x',
      'data:text/html,x',
      '-version',
      '',
    ]) {
      writeFileSync(written, '');
      await t.rejects(async () => openBrowser(address), address);
      t.equal(readFileSync(written, 'utf8'), '', `nothing was started for ${address}`);
    }
  },
);

t.test('every URL in the metadata is a plain http or https URL [W57]', async (t) => {
  const { app } = await testApp(t, { seed: false });
  const paths = [
    'oauth-authorization-server',
    'openid-configuration',
    'oauth-protected-resource',
    'oauth-protected-resource/mcp',
  ];
  for (const path of paths) {
    // The names of scopes and of authentication contexts are no addresses.
    const {
      scopes_supported: _,
      acr_values_supported: __,
      ...members
    } = (await app.inject(`/.well-known/${path}`)).json();
    const urls = stringsIn(members).filter((text) => text.includes(':'));
    t.ok(urls.length > 1, `${path}: ${urls.length} URLs`);
    for (const url of urls) t.match(url, /^https?:\/\/127\.0\.0\.1:3000(?:\/[A-Za-z0-9._/-]*)?$/, path);
  }
});

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};
