// sqlite
/** What a container, a service and a proxy are given: settings that exist, in files that agree with each other. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, walkTokens } from 'marked';
import t from 'tap';
import { SETTING_NAMES } from '../../plugins/settings/environment.ts';
import { testApp } from '../support/app.ts';
import { freePort, surroundings } from '../support/surroundings.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const containerfile = read('scripts/container/Containerfile');
const compose = read('scripts/container/compose.yaml');

/** The lines of a block of YAML, without its indentation. */
function blockOf(yaml: string, ...[name, ...rest]: [string, ...string[]]): string {
  const [, block = ''] = new RegExp(`^${name}:\\n((?:(?: .*)?\\n)*)`, 'm').exec(yaml) ?? [];
  const [indentation = ''] = /^ +/.exec(block) ?? [];
  const text = block.replaceAll(new RegExp(`^${indentation}`, 'gm'), '');
  const [next, ...others] = rest;
  return next === undefined ? text : blockOf(text, next, ...others);
}

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, one = '']) => one);

/** The files of settings and the units of systemd in the manual. */
function settingsOfServices(): string[] {
  const names: string[] = [];
  for (const file of globSync('docs/run/*.md', { cwd: ROOT })) {
    void walkTokens(lexer(read(file)), (token) => {
      if (token.type === 'code' && token.lang === 'ini') {
        names.push(...matches(String(token.text), /^(?:Environment=)?([A-Z][A-Z0-9_]+)=/gm));
      }
    });
  }
  return names;
}

t.test('containers and services are given no variable that is not a setting', async (t) => {
  const given = {
    Containerfile: matches(containerfile.replaceAll('\\\n', ' '), /^ENV (.*)/gm).flatMap((line) =>
      matches(line, /([A-Z_]+)=/g),
    ),
    'its health check': matches(containerfile, /process\.env\.([A-Z_]+)/g),
    'compose.yaml': matches(blockOf(compose, 'services', 'schoolgate', 'environment'), /^([A-Z_]+):/gm),
    manual: settingsOfServices(),
  };
  // SQLite itself reads the first, and Compose replaces the others.
  const known = [...SETTING_NAMES, 'SQLITE_TMPDIR', ...matches(compose, /\$\{([A-Z_]+)/g)];
  for (const [where, names] of Object.entries(given)) {
    t.ok(names.length > 0, `${where}: ${names}`);
    t.strictSame(
      names.filter((name) => !known.includes(name)),
      [],
      where,
    );
  }
});

t.test('the parts of compose.yaml fit together', async (t) => {
  const settings = blockOf(compose, 'services', 'schoolgate', 'environment');
  const network = blockOf(compose, 'networks', 'outside');
  t.equal(/TRUST_PROXY: (.*)/.exec(settings)?.[1], /subnet: (.*)/.exec(network)?.[1], 'where the trusted proxy is');

  const declared = matches(blockOf(compose, 'secrets'), /^(\w+):$/gm);
  const used = matches(compose, /^ +secrets: \[(.*)\]$/gm).flatMap((list) => list.split(', '));
  t.strictSame([...new Set(used)].toSorted(), declared.toSorted());
  t.strictSame([...new Set(matches(compose, /\/run\/secrets\/(\w+)/g))].toSorted(), declared.toSorted());
  const folder = 'scripts/container/secrets/';
  t.ok(read('.gitignore').split('\n').includes(folder), 'secrets are not committed');
  t.equal(read('.dockerignore').trim().split('\n').at(-1), 'scripts/container', 'and are not part of an image');

  const [, recipe = ''] = /^```caddyfile\n([\s\S]*?)^```$/m.exec(read('docs/run/proxy.md')) ?? [];
  const plain = (text: string): string => text.replace(/^#.*\n/gm, '').replace(/^[\t ]+|\n(?=\n)/gm, '');
  t.equal(
    plain(read('scripts/container/Caddyfile')).replaceAll('{$SCHOOL_HOST}', 'id.example.com'),
    plain(recipe).replace('127.0.0.1:3000', 'schoolgate:3000'),
    'its proxy is the one of the manual',
  );
});

t.test('the health check of the image knows a server that is ready from one that is not there', async (t) => {
  const [, command = ''] = /^HEALTHCHECK[\s\S]*?CMD (\[.*\])$/m.exec(containerfile) ?? [];
  const [program, ...args] = JSON.parse(command) as [string, ...string[]];
  t.equal(program, 'node');
  const { app } = await testApp(t, { seed: false });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  // Not in this process, which answers meanwhile.
  const check = async (port: number): Promise<number | null> => {
    const child = spawn(process.execPath, args, {
      env: { ...surroundings(), PORT: String(port) },
      stdio: 'ignore',
    });
    const [code] = await once(child, 'exit');
    return code;
  };
  t.strictSame(await Promise.all([check(port), check(await freePort())]), [0, 1]);
});
