/**
 * Writes all that a school holds to a folder: one file of JSON lines for each table, its files, and a manifest, which is
 * written last, so an export without it is not complete. Rows are read in portions, whatever the size of the school.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { VERSION } from '../../schema/program/manifest.ts';
import type { Site } from './stores.ts';

const FORMAT = 'schoolgate-school/1';

interface ExportedFile {
  path: string;
  sha256: string;
  /** The number of lines of a table. */
  rows?: number;
}

export interface ExportSummary {
  folder: string;
  rows: number;
  files: number;
  /** Files that the storage has lost; the manifest names them. */
  missing: number;
}

/** @throws {Error} if the folder exists, or cannot be written to */
export async function exportSchool(
  { clock, school: { siteRows, storage } }: FastifyInstance,
  { id: siteId, name, slug }: Site,
  folder: string,
  onRow: (rows: number) => void = () => undefined,
): Promise<ExportSummary> {
  await mkdir(folder, { mode: 0o700 });
  const written: ExportedFile[] = [];
  for (const { name: table, rows } of siteRows.export(siteId)) {
    const path = `${table}.jsonl`;
    const counted = { rows: 0 };
    const before = written.reduce(sumOf, 0);
    const sha256 = await writeTo(
      join(folder, path),
      linesOf(rows, counted, (count) => onRow(before + count)),
    );
    written.push({ path, sha256, ...counted });
  }
  await mkdir(join(folder, 'files'));
  const rows = written.reduce(sumOf, 0);
  let files = 0;
  const missing: string[] = [];
  for await (const { id: assetId, status } of siteRows.files(siteId)) {
    onRow(rows);
    if (status !== 'ready') continue;
    const path = `files/${assetId}`;
    if ((await storage.sizeOf({ siteId, assetId })) === undefined) {
      missing.push(path);
      continue;
    }
    written.push({ path, sha256: await writeTo(join(folder, path), await storage.read({ siteId, assetId })) });
    files += 1;
  }
  const manifest = {
    format: FORMAT,
    program: `schoolgate ${VERSION}`,
    school: { id: siteId, slug, name },
    exportedAt: new Date(clock()).toISOString(),
    contents: written,
    missing,
  };
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
  return { folder, files, missing: missing.length, rows };
}

const sumOf = (sum: number, { rows = 0 }: ExportedFile): number => sum + rows;

async function* linesOf(
  rows: AsyncIterable<object>,
  counted: { rows: number },
  onRow: (count: number) => void,
): AsyncGenerator<string> {
  for await (const row of rows) {
    counted.rows += 1;
    onRow(counted.rows);
    yield `${JSON.stringify(row)}\n`;
  }
}

/** @returns the SHA-256 of what was written, in hexadecimal */
async function writeTo(path: string, source: AsyncIterable<string | Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const part of source) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      hash.update(bytes);
      await file.writeFile(bytes);
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}
