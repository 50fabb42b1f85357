/**
 * A backup is a folder: `manifest.json`, `SHA256SUMS`, `database`, and the uploaded files below `files`. The names of
 * encrypted files end with `.age`.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { KeyRing } from '../../../plugins/keys/key-ring.ts';
import { parseList } from './files.ts';

export const MANIFEST = 'manifest.json';
export const LIST = 'SHA256SUMS';
export const DATABASE = 'database';

/** Raised when a backup is made that earlier versions cannot restore, or this one cannot restore theirs. */
const FORMAT = 1;
const manifestShape = z.object({
  format: z.literal(FORMAT),
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
  /** The public keys that the database and the files are encrypted to; none if they are not encrypted. */
  encryptedFor: z.array(z.string()),
  /** The SHA-256 of `SHA256SUMS`. */
  list: z.string(),
  /** An HMAC of all others under the master key, so that only a server with this key can write a manifest. */
  seal: z.string(),
});

export type Manifest = z.infer<typeof manifestShape>;

const SEAL = 'backup manifests';

/** @param version of the master key */
export function sealOf(manifest: Omit<Manifest, 'seal'>, ring: KeyRing, version = ring.version): string {
  const { seal: _, ...sealed } = { seal: '', ...manifest };
  const inOrder = Object.entries(sealed).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha256', ring.derive(SEAL, version)).update(JSON.stringify(inOrder)).digest('hex');
}

/** Returns whether a server with one of the master keys wrote this manifest. */
export const hasSeal = (manifest: Manifest, ring: KeyRing): boolean =>
  ring.versions
    .map((version) => Buffer.from(sealOf(manifest, ring, version)))
    .some(
      (seal) => seal.length === manifest.seal.length && timingSafeEqual(seal, Buffer.from(manifest.seal, 'latin1')),
    );

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The fields of manifests of all formats. */
const anyManifest = z.object({
  format: z.int(),
  program: z.string().regex(/^[\w.+-]{1,40}$/),
  seal: z.string().optional(),
});

/** @returns why this version does not restore a backup that another one has made, and which one does */
function otherForm(manifest: unknown): string | undefined {
  const { data } = anyManifest.safeParse(manifest);
  if (data === undefined || (data.format === FORMAT && data.seal !== undefined)) return undefined;
  const { format, program } = data;
  const [problem, maker] =
    format === FORMAT
      ? // The source had the number of the release before it.
        ['no seal', `Schoolgate ${program} of the time before 1.0.0 was released`]
      : [`format ${format}, and not ${FORMAT}`, `Schoolgate ${program}`];
  return `${MANIFEST} has ${problem}: restore the backup with the program that made it, ${maker}, and upgrade what it has restored (docs/release.md)`;
}

/** Reads what a backup says of itself. @throws {Error} if it is not a backup, or its list was changed */
export function readBackup(folder: string): { manifest: Manifest; checksums: Map<string, string> } {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8');
  } catch (cause) {
    throw new Error(`${folder} is not a backup: it has no ${MANIFEST}`, { cause });
  }
  const parsed = manifestShape.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new Error(
      otherForm(parseJson(text)) ?? `${MANIFEST} is not one of this version: ${z.prettifyError(parsed.error)}`,
    );
  }
  const list = readFileSync(join(folder, LIST), 'utf8');
  if (sha256(list) !== parsed.data.list) throw new Error(`${LIST} was changed after the backup`);
  return { manifest: parsed.data, checksums: parseList(list) };
}

/** Returns the engine of the database in a backup, unless its manifest cannot be read. */
export function engineOf(folder: string): Manifest['engine'] | undefined {
  try {
    return manifestShape.safeParse(parseJson(readFileSync(join(folder, MANIFEST), 'utf8'))).data?.engine;
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
