/** What every server of the tests has in common. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';

export const BASE = 'http://127.0.0.1:3000';
export const PASSWORD = 'correct-horse-battery';
export const SECRET = 'cs_demo-secret-of-the-confidential-clients';
/** When every test begins. */
export const START = Date.UTC(2026, 10, 21, 9, 0, 0);

export function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'schoolgate-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a server with an https `BASE_URL` is told besides: nobody forwards
 * requests to it, it sends no e-mail, and it demands no second factor. */
export const BEHIND_HTTPS = { TRUST_PROXY: 'none', SMTP_URL: 'off', SECOND_FACTOR: 'off' } as const;
