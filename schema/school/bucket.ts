/** The address of a bucket for uploaded files, with the credentials for it. */
import { decodedPart, LOCAL_HOSTS } from '../text/url-host.ts';

export interface Bucket {
  /** The address of the bucket: that of the server with the bucket as path. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * Parses `https://<access key id>:<secret access key>@<host>/<bucket>`, with the credentials percent-encoded. Without TLS,
 * the server must be on this machine.
 * @returns `undefined` for anything else
 */
export function parseBucketUrl(text: string): Omit<Bucket, 'region'> | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (!/^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?$/.test(url.pathname)) return undefined;
  if (url.search !== '' || url.hash !== '' || url.username === '' || url.password === '') return undefined;
  if (url.protocol !== 'https:' && !LOCAL_HOSTS.has(url.hostname)) return undefined;
  const [accessKeyId, secretAccessKey] = [decodedPart(url.username), decodedPart(url.password)];
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { endpoint: `${url.origin}${url.pathname.replace(/\/$/, '')}`, accessKeyId, secretAccessKey };
}
