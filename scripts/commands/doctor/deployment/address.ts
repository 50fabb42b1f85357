/** Checks whether people and apps reach the deployment at its address: certificate, metadata, http, HSTS. */
import { connect, type TLSSocket } from 'node:tls';
import { ask, endOf, hostOf, jsonOf, serverName, type Target } from './asking.ts';
import { codeOf, fail, messageOf, ok, type Verdict, warn } from './verdicts.ts';

const DAY = 86_400_000;
const CONNECT_MS = 10_000;
/** Clients that renew by themselves do so with more days left. */
const FEW_DAYS = 14;
const METADATA = '/.well-known/oauth-authorization-server';
const YEAR_SECONDS = 31_536_000;
const RENEW = 'Renew it at the proxy, reload the proxy, and see why that did not happen by itself';

const OWN_AUTHORITY = 'set NODE_EXTRA_CA_CERTS to a file with its certificate, in PEM';
const SEND_CHAIN = `Let the proxy send the intermediate certificates too (fullchain.pem), or, if its authority is your own, ${OWN_AUTHORITY}`;

const WRONG: Readonly<Record<string, readonly [says: string, toDo: string]>> = {
  CERT_HAS_EXPIRED: ['the certificate has expired', RENEW],
  CERT_NOT_YET_VALID: [
    'the certificate is not valid yet',
    'Correct the clock of this machine, or wait until it is valid',
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'the certificate is for another name',
    'Get one for the host of BASE_URL, and let the proxy use it for that host',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    'the certificate is self-signed',
    `Get one from an authority that browsers trust, such as Let’s Encrypt, or, for a test, ${OWN_AUTHORITY.replace('its certificate', 'it')}`,
  ],
  SELF_SIGNED_CERT_IN_CHAIN: [
    'the certificate is from an authority that this machine does not trust',
    `Get one from an authority that browsers trust, or, if the authority is your own, ${OWN_AUTHORITY}`,
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'the chain of the certificate is incomplete, or its authority is unknown here',
    SEND_CHAIN,
  ],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    'the chain of the certificate is incomplete, or its authority is unknown here',
    SEND_CHAIN,
  ],
};

const NOT_STARTED = 'Start the server, and let it listen on the port of BASE_URL';
const UNREACHABLE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Create a DNS record for the host of BASE_URL',
  EAI_AGAIN: 'See why this machine reaches no DNS server',
  ECONNREFUSED: 'Start the proxy, and let it listen on the port of BASE_URL',
  ECONNRESET: 'Let the proxy speak TLS on the port of BASE_URL',
  ETIMEDOUT: 'Open the port of BASE_URL in the firewall',
};

/** @returns the verdicts, and whether the certificate is in order, so that secrets may be sent there */
export async function addressVerdicts(target: Target): Promise<{ verdicts: Verdict[]; isVerified: boolean }> {
  const isSecure = target.base.protocol === 'https:';
  let certificate: Verdict | undefined;
  try {
    certificate = isSecure ? await certificateVerdict(target) : undefined;
  } catch (error) {
    const code = codeOf(error);
    const toDo = UNREACHABLE[code] ?? 'See whether the proxy runs and speaks TLS, and what the firewall lets through';
    return {
      verdicts: [fail('address', `${target.base.origin} cannot be reached: ${messageOf(error)}`, toDo)],
      isVerified: false,
    };
  }
  const isVerified = certificate?.result !== 'FAIL';
  const verdicts = [
    await metadataVerdict(target),
    ...(certificate === undefined ? [] : [certificate, await hstsVerdict(target)]),
    ...(isSecure && target.plainPort !== undefined ? [await plainVerdict(target)] : []),
  ];
  return { verdicts, isVerified };
}

async function certificateVerdict(target: Target): Promise<Verdict> {
  const socket = await connected(target);
  const { authorizationError } = socket;
  const { valid_to, issuer, subjectaltname } = socket.getPeerCertificate();
  socket.destroy();
  const days = Math.floor((Date.parse(valid_to) - Date.now()) / DAY);
  if (authorizationError) {
    const code = String(authorizationError instanceof Error ? codeOf(authorizationError) : authorizationError);
    const [says, toDo] = WRONG[code] ?? [`the certificate is refused: ${code}`, RENEW];
    const names = code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? ` (${subjectaltname ?? 'none'})` : '';
    return fail('certificate', `${says}${names}`, toDo);
  }
  const says = `valid for ${days} more days, from ${issuer.O ?? issuer.CN ?? 'an authority without a name'}`;
  return days < FEW_DAYS ? warn('certificate', says, RENEW) : ok('certificate', says);
}

function connected(target: Target): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const options = { ...endOf(target), ...serverName(target), rejectUnauthorized: false, timeout: CONNECT_MS };
    const socket = connect(options, () => resolve(socket));
    socket.on('error', reject);
    socket.once('timeout', () => {
      socket.destroy(Object.assign(new Error(`no answer within ${CONNECT_MS / 1000} seconds`), { code: 'ETIMEDOUT' }));
    });
  });
}

async function metadataVerdict(target: Target): Promise<Verdict> {
  const { origin } = target.base;
  const check = 'address';
  let answer: Awaited<ReturnType<typeof ask>>;
  try {
    answer = await ask(target, METADATA, { unverified: true });
  } catch (error) {
    const code = codeOf(error);
    const isLocal = target.base.protocol === 'http:' && code === 'ECONNREFUSED';
    const toDo = isLocal ? NOT_STARTED : (UNREACHABLE[code] ?? 'See the error log of the proxy');
    return fail(check, `${origin} does not answer: ${messageOf(error)}`, toDo);
  }
  const { status, headers, body } = answer;
  if (status >= 502 && status <= 504) {
    const toDo = 'Start the server, and compare its HOST and PORT with the address to which the proxy forwards';
    return fail(check, `the proxy answers ${status}: it does not reach the server`, toDo);
  }
  if (status === 400 && body.includes('use https')) return insecureVerdict(check, body);
  if (status >= 300 && status < 400) {
    const toDo = 'Let BASE_URL be the origin to which the proxy redirects, or remove the redirect';
    return fail(check, `${origin} redirects to ${originOf(headers.location)}`, toDo);
  }
  const { issuer } = Object(jsonOf(body)) as { issuer?: unknown };
  if (status !== 200 || typeof issuer !== 'string') {
    const toDo = 'Let the proxy forward all paths of this host unchanged to this server';
    return fail(check, `something else answers at ${origin}: status ${status} for ${METADATA}`, toDo);
  }
  if (issuer !== origin) {
    const toDo = 'Start the server with the BASE_URL that people use, or forward this host to the right server';
    return fail(check, `the server at ${origin} has the BASE_URL ${issuer}`, toDo);
  }
  return ok(check, `${origin} is answered by this issuer`);
}

/** The server refuses what is not https as far as it can tell. */
function insecureVerdict(check: string, body: string): Verdict {
  if (body.includes('that TRUST_PROXY names')) {
    const toDo = 'Set TRUST_PROXY to it (the log of the server names it as peer), and restart the server';
    return fail(check, 'TRUST_PROXY does not name the address from which the proxy connects to the server', toDo);
  }
  const toDo = 'Let the proxy set X-Forwarded-Proto to the protocol of the visitor (docs/run/proxy.md)';
  return fail(check, 'the proxy tells the server that visitors use http', toDo);
}

const originOf = (location: string | undefined): string => URL.parse(location ?? '')?.origin ?? 'another path';

async function hstsVerdict(target: Target): Promise<Verdict> {
  const { headers } = await ask(target, '/healthz', { unverified: true });
  const value = headers['strict-transport-security'];
  const seconds = Number(/max-age=(\d+)/.exec(value ?? '')?.[1] ?? 0);
  return seconds >= YEAR_SECONDS
    ? ok('hsts', `browsers use https only, for ${Math.round(seconds / YEAR_SECONDS)} years`)
    : warn(
        'hsts',
        value === undefined ? 'the answers have no Strict-Transport-Security' : `it is too short: ${value}`,
        'The server sends it: let the proxy pass it on unchanged',
      );
}

/** A client that sends secrets unencrypted has to notice, so a redirect is worse than an error. */
async function plainVerdict(target: Target): Promise<Verdict> {
  const check = 'plain http';
  const toDo = 'Let the proxy answer 400 to http, or close the port (docs/run/proxy.md)';
  try {
    const { status, headers } = await ask(target, METADATA, { plain: true });
    if (status >= 300 && status < 400) {
      const isSecure = headers.location?.startsWith(`https://${hostOf(target)}`) === true;
      return isSecure
        ? warn(check, 'it redirects to https, so a client that sends secrets unencrypted does not notice', toDo)
        : fail(check, `it redirects to ${originOf(headers.location)}`, toDo);
    }
    return status >= 400
      ? ok(check, `is refused with ${status}`)
      : fail(check, 'the service is also answered without encryption', toDo);
  } catch (error) {
    return ok(check, `nothing answers (${codeOf(error)})`);
  }
}
