/** `npm run release`: makes the files of a release in `release`, or the folder that is named. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isUnreleased } from '../../../db/engine/compatibility.ts';
import { VERSION } from '../../../schema/program/manifest.ts';
import {
  newestMigration,
  readRecording,
  record,
  recordedIn,
  recordingFile,
  writeRecording,
} from '../../../test/upgrades/record.ts';
import { withoutOptions } from '../../commands/usage.ts';
import { makeExecutable, SYSTEM } from '../binary/executable.ts';
import { bundle, ROOT } from '../build/bundle.ts';
import { filesBelow, type PackedFile, packed } from './archive.ts';
import { billOfMaterials } from './sbom.ts';

const NAME = `schoolgate-${VERSION}`;
const MIB = 1024 * 1024;

const USAGE = 'Usage: npm run release -- [<folder>]    make the files of a release in release, or that folder\n';
const [output = 'release'] = withoutOptions(process.argv.slice(2), USAGE);
const folder = resolve(output);
const begin = performance.now();
const sums: string[] = [];

function publish(name: string, content: Buffer): void {
  writeFileSync(join(folder, name), content);
  sums.push(`${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
  process.stderr.write(`${(content.length / MIB).toFixed(1).padStart(6)} MiB  ${name}\n`);
}

/** The papers of every copy of the program. */
const papers = (): PackedFile[] =>
  ['LICENSE', 'CHANGELOG.md'].map((name) => ({ path: `${NAME}/${name}`, content: readFileSync(join(ROOT, name)) }));

async function packBundle(scratch: string): Promise<Buffer> {
  const made = join(scratch, 'bundle');
  await bundle(made);
  return packed([...filesBelow(made, NAME), ...papers()]);
}

async function packExecutable(scratch: string): Promise<Buffer> {
  const file = join(scratch, 'schoolgate');
  await makeExecutable(file);
  return packed([{ path: `${NAME}/schoolgate`, content: readFileSync(file), isExecutable: true }, ...papers()]);
}

/**
 * Returns the recorded database of this version, which is made at its first release.
 * @throws {Error} if the tables have changed since
 */
async function recordedDatabase(): Promise<Buffer> {
  const file = recordingFile(VERSION);
  if (!existsSync(file)) {
    writeRecording(VERSION, await record());
    process.stderr.write(`Recorded the database of this version in ${file}. Commit it.\n`);
  }
  const sql = readRecording(VERSION);
  if (recordedIn(sql).migration !== newestMigration()) {
    throw new Error(
      `${file} is older than the newest migration. Raise the version, or remove the file if ${VERSION} is not released.`,
    );
  }
  return gzipSync(sql, { level: 9 });
}

if (isUnreleased(VERSION)) {
  throw new Error(`${VERSION} is the version between two releases. Set that of the release, as docs/release.md says.`);
}
const scratch = mkdtempSync(join(tmpdir(), 'schoolgate-release-'));
try {
  const database = await recordedDatabase();
  mkdirSync(folder, { recursive: true });
  publish(`${NAME}.tar.gz`, await packBundle(scratch));
  publish(`${NAME}-${SYSTEM}.tar.gz`, await packExecutable(scratch));
  publish(`${NAME}.cdx.json`, Buffer.from(billOfMaterials()));
  publish(`${NAME}-demo.sql.gz`, database);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.stderr.write(`made ${output} in ${((performance.now() - begin) / 1000).toFixed(1)} s\n`);
