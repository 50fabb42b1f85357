/** Parts of URLs. */

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

/**
 * Returns whether a browser opens a web address at the host that is written in it. It reads `0x7f.1` as 127.0.0.1, and
 * opens nothing at a port above 65535. The ways to write an IPv6 address are all the same host.
 */
export function opensAt(address: string, host: string): boolean {
  const opened = URL.parse(address)?.hostname;
  return opened !== undefined && (opened === host.toLowerCase() || host.startsWith('['));
}
