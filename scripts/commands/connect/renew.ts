/** `connect renew`: keeps the access token in a file fresh, for programs that run without a person, such as CI. */
import { setTimeout as sleep } from 'node:timers/promises';
import { certificateProblem } from './certificates.ts';
import { ConnectError, printable } from './errors.ts';
import { readGrant, type SavedGrant, withLock, writeGrant } from './grant-file.ts';
import { afterRefusal } from './refused-client.ts';

export interface RenewOptions {
  readonly file: string;
  /** How many seconds the access token has to last. */
  readonly margin: number;
  /** True to print the access token. */
  readonly prints: boolean;
}

const TIMEOUT_MS = 30_000;
/** Seconds between the attempts at a server that is busy or cannot be reached. */
const PAUSES = [1, 2, 4, 8, 16] as const;
const LONGEST_PAUSE = 30;

/** @returns the grant, whose access token lasts at least as long as asked for, or is new */
export function renew({ file, margin }: Pick<RenewOptions, 'file' | 'margin'>): Promise<SavedGrant> {
  return withLock(file, async () => {
    // Read while the lock is held: another process may have renewed it just now.
    const grant = readGrant(file);
    if (grant.expires_at - Date.now() / 1000 > margin) return grant;
    const renewed = await refresh(grant);
    writeGrant(file, renewed);
    return renewed;
  });
}

async function refresh(grant: SavedGrant): Promise<SavedGrant> {
  let problem = '';
  for (const pause of [...PAUSES, undefined]) {
    const attempt = await ask(grant);
    if ('renewed' in attempt) return attempt.renewed;
    problem = attempt.problem;
    if (pause !== undefined) await sleep(1000 * Math.min(attempt.retryAfter ?? pause, LONGEST_PAUSE));
  }
  throw new ConnectError(
    `${grant.server} gave no new token (${problem}). The connection still stands: try again later.`,
  );
}

type Attempt = { renewed: SavedGrant } | { problem: string; retryAfter?: number | undefined };

async function ask(grant: SavedGrant): Promise<Attempt> {
  const { token_endpoint: url, client_id, client_secret, refresh_token, resource } = grant;
  const fields = { grant_type: 'refresh_token', client_id, refresh_token, resource };
  const body = new URLSearchParams(client_secret === undefined ? fields : { ...fields, client_secret });
  let response: Response;
  let answer: Record<string, unknown>;
  try {
    response = await fetch(url, { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    answer = Object(await response.json().catch(() => ({})));
  } catch (error) {
    const certificate = certificateProblem(grant.server, error);
    if (certificate !== undefined) throw new ConnectError(certificate);
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  if (response.status === 429 || response.status >= 500) {
    return { problem: String(response.status), retryAfter: Number(response.headers.get('retry-after')) || undefined };
  }
  if (response.ok) return { renewed: renewedFrom(grant, answer) };
  if (answer.error === 'invalid_grant') {
    throw new ConnectError(
      `The connection to ${grant.server} has ended (invalid_grant): a person has to run "connect --save-grant" and allow it again.`,
    );
  }
  throw refusal(grant, response.status, answer);
}

/** Says whom to ask, because nothing that runs without a person can repair it. */
function refusal({ server, client_id }: SavedGrant, status: number, answer: Record<string, unknown>): ConnectError {
  const { error = status, error_description: description, error_uri: page } = answer;
  const reason = [String(error), description].filter((part) => part !== undefined).join(', ');
  const next =
    error === 'invalid_client'
      ? afterRefusal(client_id, typeof description === 'string' ? description : undefined)
      : 'A person has to run "connect --save-grant" again.';
  const more = typeof page === 'string' ? ` See ${page}` : '';
  return new ConnectError(
    printable(`${server} refused to renew the access: ${reason.replace(/\.$/, '')}. ${next}${more}`),
  );
}

function renewedFrom(grant: SavedGrant, answer: Record<string, unknown>): SavedGrant {
  const { access_token, refresh_token = grant.refresh_token, expires_in, scope = grant.scope } = answer;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string' || typeof expires_in !== 'number') {
    throw new ConnectError('The token response has no "access_token" or no "expires_in".');
  }
  const expires_at = Math.floor(Date.now() / 1000) + expires_in;
  return { ...grant, access_token, refresh_token, expires_at, scope: String(scope) };
}
