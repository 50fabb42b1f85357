/**
 * Bundles the program into a folder that runs by itself, without packages. The same sources and packages give the same
 * bytes.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { LANGUAGES } from '../../../schema/text/language.ts';
import { digestOfSources, SOURCES_DIGEST } from '../../node/current.js';

export const ROOT = join(import.meta.dirname, '../../..');

/** Files that the program reads, at the same paths in the bundle. */
export const FILES = [
  'db/migrations',
  'docs',
  'routes/apis/mcp/skills',
  'routes/pages/kit/scripts',
  'scripts/commands/memory.cjs',
  ...LANGUAGES.map((language) => `routes/words/${language}.json`),
  // Threads: for reads of SQLite, and for imported passwords.
  'db/engine/scan-thread.js',
  'plugins/people/imported-passwords-worker.js',
  'node_modules/bcryptjs/umd/index.js',
  'test/conformance/clients',
  'node_modules/@zxcvbn-ts/language-common/src/passwords.json',
];

/** The add-on of SQLite for every platform, where its package looks for it beside the bundled code. */
export const ADD_ONS = { from: 'node_modules/better-sqlite3/prebuilds', to: 'schema/prebuilds' };

/** The code of all commands. It is in a folder, so that the files have the same paths relative to it as in the sources. */
export const PROGRAM = 'schema/program/schoolgate.cjs';

/** Starts the program, unless Node is too old to read it. Node keeps what it compiled in the folder `cache`, if it can be written. */
const START = `#!/usr/bin/env node
'use strict';
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write('Schoolgate needs Node 24 or newer, and this is ' + process.version + '.\\n');
  process.exit(1);
}
require('./scripts/commands/memory.cjs')(process.argv.slice(1));
const { join } = require('node:path');
require('node:module').enableCompileCache?.(join(__dirname, 'cache'));
require('./${PROGRAM}');
`;

/**
 * Builds the bundle, and puts it in the place of an earlier one.
 * @param folder where to start it: `node <folder>/schoolgate.cjs`
 */
export async function bundle(folder: string): Promise<void> {
  const { build } = await bundler();
  // Before they are read: what changes meanwhile is newer than the bundle.
  const digest = digestOfSources(ROOT) ?? '';
  const making = `${folder}.${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  try {
    await build(optionsFor(join(making, PROGRAM)));
    writeFileSync(join(making, 'schoolgate.cjs'), START, { mode: 0o755 });
    writeFileSync(join(making, SOURCES_DIGEST), digest);
    for (const path of FILES) {
      if (existsSync(join(ROOT, path))) copy(join(ROOT, path), join(making, path));
    }
    copy(join(ROOT, ADD_ONS.from), join(making, ADD_ONS.to));
    rmSync(folder, { recursive: true, force: true });
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** Ends the process if npm left out the development packages, as it does with `NODE_ENV=production`. */
async function bundler(): Promise<typeof import('esbuild')> {
  try {
    return await import('esbuild');
  } catch (error) {
    if (Object(error).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write('esbuild is not installed: run npm ci --include=dev\n');
    process.exit(1);
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, dereference: true });
}

const optionsFor = (outfile: string): BuildOptions => ({
  absWorkingDir: ROOT,
  entryPoints: ['scripts/commands/schoolgate.ts'],
  outfile,
  bundle: true,
  // One file of CommonJS: Node starts it faster than modules, and an executable cannot contain modules.
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  // Names stay, for the sake of stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  // An optional part of pg, which is not installed.
  external: ['pg-native'],
  plugins: [zodByName, withoutUnused],
  logLevel: 'warning',
});

/** Only what is used of zod is bundled if its functions are imported by their names. */
const zodByName: Plugin = {
  name: 'zod by name',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const source = await readFile(path, 'utf8');
      return { contents: source.replace(/^import \{ z \} from 'zod';$/m, "import * as z from 'zod';"), loader: 'ts' };
    });
  },
};

/** Mercurius loads these packages for its own routes, for subscriptions and for compiled queries, which are all off. */
const UNUSED = /^(?:@fastify\/static|@fastify\/websocket|graphql-jit|mqemitter)$/;

const withoutUnused: Plugin = {
  name: 'without unused packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: UNUSED }, ({ path, importer }) =>
      /\/node_modules\/mercurius\//.test(importer) ? { path, namespace: 'unused' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'unused' }, ({ path }) => ({
      contents: `module.exports = function () { throw new Error(${JSON.stringify(`${path} is not part of the bundle`)}); };`,
      loader: 'js',
    }));
  },
};
