/** A backup is a folder: `manifest.json`, `SHA256SUMS`, `database`, and the uploaded files below `files`. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseList } from './files.ts';

export const MANIFEST = 'manifest.json';
export const LIST = 'SHA256SUMS';
export const DATABASE = 'database';

const manifestShape = z.object({
  format: z.literal(1),
  /** The version of the program that made the backup. */
  program: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The newest migration of the database. */
  migration: z.number(),
  /** Everything that was acknowledged before this time is in the backup. */
  takenAt: z.iso.datetime(),
  /** Which master keys decrypt what the database holds encrypted. The keys themselves are in no backup. */
  masterKeys: z.array(z.string()),
  /** Files in a bucket are not copied: the bucket has a backup of its own. */
  filesIn: z.enum(['backup', 'bucket']),
  /** The number of uploaded files in the backup. */
  files: z.number(),
  /** Files that the database knows and that could not be copied: most were deleted while the backup was taken. */
  missing: z.array(z.string()),
  /** The SHA-256 of `SHA256SUMS`. */
  list: z.string(),
});

export type Manifest = z.infer<typeof manifestShape>;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Reads what a backup says of itself. @throws {Error} if it is not a backup, or its list was changed */
export function readBackup(folder: string): { manifest: Manifest; checksums: Map<string, string> } {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8');
  } catch (cause) {
    throw new Error(`${folder} is not a backup: it has no ${MANIFEST}`, { cause });
  }
  const parsed = manifestShape.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(`${MANIFEST} is not one of this version: ${z.prettifyError(parsed.error)}`);
  const list = readFileSync(join(folder, LIST), 'utf8');
  if (sha256(list) !== parsed.data.list) throw new Error(`${LIST} was changed after the backup`);
  return { manifest: parsed.data, checksums: parseList(list) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NAME = /^schoolgate-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z$/;

export const nameOf = (at: number): string => `schoolgate-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`;

/** The complete backups in a folder, oldest first. */
export async function listBackups(folder: string): Promise<{ name: string; at: number }[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort().flatMap((name) => {
    const [, date, hours, minutes, seconds, ms] = NAME.exec(name) ?? [];
    return date === undefined ? [] : [{ name, at: Date.parse(`${date}T${hours}:${minutes}:${seconds}.${ms}Z`) }];
  });
}
