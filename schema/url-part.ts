/** Decodes parts of URLs. */

/** Decodes a percent-encoded part of a URL, such as a password. @returns `undefined` if the encoding is invalid */
export function decodedPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
