/**
 * Bundles the tests, the product and its commands into a few large modules. A process starts from them in a fifth of
 * the time needed to find, read and strip about six hundred files.
 */
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build as bundle, type Plugin } from 'esbuild';
import { packageOf } from './packages.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** The folder is below the root, so that packages are found from it, and belongs to this run only. */
export const BUILD = join(ROOT, `.tap/build-${process.pid}`);
process.once('exit', () => rmSync(BUILD, { recursive: true, force: true }));

/** These packages load files from their own folder, or must be the same module that others load. */
const NEVER_BUNDLED = new Set(['better-sqlite3', 'pg']);

/** Returns the built module for a source file. */
export const builtModule = (file: string): string => join(BUILD, file.replace(/\.ts$/, '.mjs'));

/** @param files test files, relative to the root */
export async function buildTests(files: readonly string[]): Promise<void> {
  await bundle({
    ...AS_MODULES,
    entryPoints: [...files, ...globSync('scripts/{commands,workshop}/*.ts', { cwd: ROOT }), ...ENTRIES],
    outdir: BUILD,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[hash]',
    splitting: true,
    plugins: [ownFolders, packages],
  });
}

/** Not written out, because this file is bundled as well, by the tests of the simulation. */
const meta = (property: string): string => ['import', 'meta', property].join('.');

/** CommonJS packages call `require` at run time. */
const REQUIRE = `import * as nodeModule from 'node:module'; const require = nodeModule.createRequire(${meta('url')});`;

/** How everything is bundled that tests start from. */
export const AS_MODULES = {
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // Failures contain source positions.
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
  banner: { js: REQUIRE },
  // Packages are resolved as Node resolves them.
  conditions: [],
} satisfies BuildOptions;

const ENTRIES = ['scripts/workshop/testing/worker.ts', 'scripts/workshop/testing/make-templates.ts'];

/** Modules find files relative to their source, not to the bundle. */
export const inItsFolder = (source: string, path: string): string =>
  source
    .replaceAll(meta('dirname'), JSON.stringify(dirname(path)))
    .replaceAll(meta('url'), JSON.stringify(pathToFileURL(path).href));

export const ownFolders: Plugin = {
  name: 'own folders',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      return { contents: inItsFolder(await readFile(path, 'utf8'), path), loader: 'ts' };
    });
  },
};

/** The packages of the product are bundled. The packages of the tests are loaded from their own folder. */
export const packages: Plugin = {
  name: 'packages',
  setup({ onResolve, resolve }) {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    onResolve({ filter: /^[^./]/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === AS_FOUND) return undefined;
      const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
      const isOfProduct = name in dependencies || importer.includes('/node_modules/');
      if (isOfProduct && !NEVER_BUNDLED.has(name)) return undefined;
      // From the build folder, only packages of the root can be resolved by name.
      const folder = packageOf(relative(ROOT, importer));
      const isOfFolder = folder !== undefined && existsSync(join(ROOT, folder, 'node_modules', name));
      if (!isOfFolder) return { path, external: true };
      const found = await resolve(path, { importer, resolveDir, kind, pluginData: AS_FOUND });
      return { path: pathToFileURL(found.path).href, external: true, errors: found.errors };
    });
  },
};

const AS_FOUND = 'as found';
