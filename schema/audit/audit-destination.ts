/** Where audit events are written in addition to the database. */

export type AuditDestination =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'socket'; readonly host: string; readonly port: number; readonly secure: boolean };

/** Parses `file:/path`, `unix:/path`, `tls://host:port` or `tcp://host:port`; `undefined` if the value has none of these forms. */
export function parseAuditDestination(value: string): AuditDestination | undefined {
  const [, scheme, path = ''] = /^(file|unix):(\/[^\0]+)$/.exec(value) ?? [];
  if (scheme === 'file') return { kind: 'file', path };
  if (scheme === 'unix') return { kind: 'socket', path };
  const [, protocol, host = '', port] =
    /^(tls|tcp):\/\/(\[[0-9a-f:]+\]|[a-z0-9.-]+):([1-9][0-9]{0,4})$/i.exec(value) ?? [];
  if (port === undefined || Number(port) > 65_535) return undefined;
  return {
    kind: 'socket',
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port),
    secure: /^tls$/i.test(protocol ?? ''),
  };
}
