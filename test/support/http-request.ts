/** Makes the bytes of a request from the lines of a file, whose names stand for what the world has. */
import type { Values } from './http-file.ts';

const LENGTH = '{{length}}';
const NAME = /\{\{(?!=)([\w-]+)((?: [^{}]*)?)\}\}/g;
/** Where the bytes of `{{bytes ff 00}}` stand in a text until it is encoded: nothing else is there (private use). */
const FIRST_BYTE = 0xf700;

/** Returns what a name with arguments stands for. */
export type Make = (name: string, args: readonly string[]) => Promise<string>;

/** Replaces names until none is left, except for the length of the body, which is known last. */
export async function expanded(text: string, names: readonly Values[], make: Make): Promise<string> {
  let result = text;
  for (let rounds = 0; rounds < 10; rounds += 1) {
    const found = [...result.matchAll(NAME)].filter(([whole]) => whole !== LENGTH);
    if (found.length === 0) return result;
    for (const [whole, name = '', rest = ''] of found) {
      const args = rest.trim().split(' ').filter(Boolean);
      const known = args.length === 0 ? names.find((one) => one.has(name))?.get(name) : undefined;
      const value = known ?? BYTES[name]?.(args) ?? (await make(name, args));
      result = result.replaceAll(whole, () => value);
    }
  }
  throw new Error(`the names of this lead to no end: ${text}`);
}

/** Lines end with CRLF, also those of the body. */
export function bytesOf(request: string): Buffer {
  const lines = request.split('\n');
  const blank = lines.indexOf('');
  const head = blank < 0 ? lines : lines.slice(0, blank);
  const body = encoded(blank < 0 ? '' : lines.slice(blank + 1).join('\r\n'));
  const top = encoded(`${head.join('\r\n')}\r\n\r\n`.replaceAll(LENGTH, String(body.length)));
  return Buffer.concat([top, body]);
}

/** Names of what a text cannot have as it is. */
const BYTES: Readonly<Record<string, (hex: readonly string[]) => string>> = {
  bytes: (hex) => bytesAsText(hex),
  crlf: () => bytesAsText(['0d', '0a']),
};

const bytesAsText = (hex: readonly string[]): string =>
  hex.map((one) => String.fromCharCode(FIRST_BYTE + Number.parseInt(one, 16))).join('');

const encoded = (text: string): Buffer =>
  Buffer.concat(
    text
      .split(/([\uf700-\uf7ff]+)/)
      .map((part, at) => Buffer.from(at % 2 === 0 ? part : [...part].map((one) => one.charCodeAt(0) - FIRST_BYTE))),
  );
