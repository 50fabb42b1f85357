/** Steps 3 and 4: the browser takes the person to the server, and returns with a code. */
import { explain } from '../explain.ts';
import type { LoopbackListener } from '../loopback.ts';
import * as oauth from '../oauth.ts';
import type { Tour } from '../tour.ts';

const PERSON_TIMEOUT_MS = 5 * 60_000;

export async function askForAuthorization(
  { report, scope }: Tour,
  session: oauth.Session,
  redirectUri: string,
): Promise<oauth.Attempt> {
  report.step(3, 'Request authorization: a new state, nonce and PKCE challenge are sent through the browser.');
  report.note(`listening on ${redirectUri}`);
  const attempt = await oauth.prepare(session, redirectUri, scope);
  report.request(`GET ${session.server.authorization_endpoint}`, Object.fromEntries(attempt.url.searchParams));
  report.open(attempt.url.href);
  return attempt;
}

export async function waitForCallback(
  { report, options }: Tour,
  session: oauth.Session,
  attempt: oauth.Attempt,
  listener: LoopbackListener,
): Promise<URLSearchParams> {
  report.step(4, 'Wait for the callback: sign in and decide in the browser (Ctrl-C to stop).');
  report.note('if the browser shows an error page, that page says why, and nothing comes back here');
  const read = (query: URLSearchParams): URLSearchParams => {
    report.request(`GET ${attempt.redirectUri}`, Object.fromEntries(query));
    const callback = believe(session, attempt, query);
    report.note('state is ours and iss is the requested server: the code may be used');
    return callback;
  };
  const received = listener.receive(read, options.timeoutMs ?? PERSON_TIMEOUT_MS, options.signal);
  const opened = (async () => options.openAuthorizationUrl(attempt.url.href))();
  const pasted =
    options.pasted === undefined ? [] : [readPasted(report, options.pasted, attempt.redirectUri).then(read)];
  return Promise.race([received, opened.then(() => received), ...pasted]);
}

/** @returns the query of the first line that is the address of the callback; never, if the input ends before */
async function readPasted(
  report: Tour['report'],
  lines: AsyncIterable<string>,
  redirectUri: string,
): Promise<URLSearchParams> {
  report.note('or paste the address here that the browser could not open, or that the page shows');
  for await (const line of lines) {
    const address = line.trim();
    if (address.startsWith(`${redirectUri}?`)) return new URLSearchParams(address.slice(redirectUri.length + 1));
    if (address !== '') report.note(`that is not the address: it begins with ${redirectUri}?`);
  }
  return new Promise<never>(() => undefined);
}

/** Validates the callback. The error is also shown in the browser, so it is translated here. */
function believe(session: oauth.Session, attempt: oauth.Attempt, query: URLSearchParams): URLSearchParams {
  try {
    return oauth.readCallback(session, attempt, query);
  } catch (error) {
    throw explain(error, session.server.issuer, attempt.redirectUri);
  }
}
