/** Parts of the URLs in settings. */

/** The host names of this machine, as `URL` writes them. */
export const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Decodes a percent-encoded part of a URL, such as a password. @returns `undefined` if the encoding is invalid */
export function decodedPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
