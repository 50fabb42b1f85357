/**
 * Packs files into a `.tar.gz` (POSIX ustar). The same files give the same bytes: they are in alphabetical order, belong to
 * root, and have the same time, whoever packs them and when.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const BLOCK = 512;
const NAME_BYTES = 100;

export interface PackedFile {
  /** Path in the archive, with slashes. */
  readonly path: string;
  readonly content: Buffer;
  readonly isExecutable?: boolean;
}

/** @throws {RangeError} if a path is too long for the format */
export function packed(files: readonly PackedFile[]): Buffer {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const blocks = sorted.flatMap((file) => [headerOf(file), file.content, padding(file.content.length)]);
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** Returns the files below a folder, with paths that begin with the name of the folder in the archive. */
export const filesBelow = (folder: string, name: string): PackedFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: `${name}/${file.slice(folder.length + 1).replaceAll('\\', '/')}`,
      content: readFileSync(file),
      isExecutable: (statSync(file).mode & 0o100) !== 0,
    }));

function headerOf({ path, content, isExecutable = false }: PackedFile): Buffer {
  const { name, prefix } = splitPath(path);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  const fields: [offset: number, text: string][] = [
    [0, name],
    [100, octal(isExecutable ? 0o755 : 0o644, 7)],
    // Owner and group.
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(content.length, 11)],
    // The time is the epoch.
    [136, octal(0, 11)],
    // The checksum counts as blanks while it is computed.
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\x0000'],
    [345, prefix],
  ];
  for (const [offset, text] of fields) header.write(text, offset);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)} `, 148);
  return header;
}

function splitPath(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= NAME_BYTES) return { name: path, prefix: '' };
  const slashes = [...path.matchAll(/\//g)].map(({ index }) => index);
  const slash = slashes.find((at) => Buffer.byteLength(path.slice(at + 1)) <= NAME_BYTES);
  if (slash === undefined || Buffer.byteLength(path.slice(0, slash)) > 155) {
    throw new RangeError(`the path is too long for an archive: ${path}`);
  }
  return { name: path.slice(slash + 1), prefix: path.slice(0, slash) };
}

const padding = (length: number): Buffer => Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);
