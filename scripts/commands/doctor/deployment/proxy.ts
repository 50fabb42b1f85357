/** Checks whether the server sees its visitors as they are. The server itself says what it sees of a request. */

import { makeProbe, PROBE_HEADER, type Sighting, sightingShape } from '../../../../plugins/http/probe.ts';
import { makeKeyRing } from '../../../../plugins/keys/key-ring.ts';
import type { Config } from '../../../../plugins/settings/config.ts';
import { ask, jsonOf, type Target } from './asking.ts';
import { fail, ok, type Verdict, warn } from './verdicts.ts';

/** An address for documentation (RFC 5737), which no visitor has. */
const CLAIM = '203.0.113.9';
const CLAIMED_ID = 'doctor-claims-this-id';
const CHECK = 'proxy';

/** @returns the verdicts, and what the clock of the server said */
export async function proxyVerdicts(
  target: Target,
  config: Config,
): Promise<{ verdicts: Verdict[]; serverNow: number | undefined }> {
  const probe = makeProbe(makeKeyRing(config.masterKey, config.previousMasterKey), Date.now());
  const { body, status, headers, from } = await ask(target, '/healthz', {
    headers: { [PROBE_HEADER]: probe, 'x-forwarded-for': CLAIM, 'x-request-id': CLAIMED_ID },
  });
  const { seen } = Object(jsonOf(body)) as { seen?: unknown };
  const parsed = sightingShape.safeParse(seen);
  if (!parsed.success) {
    const says = `the server there does not accept the probe (status ${status}): another MASTER_KEY, another version, or a proxy that drops headers`;
    return {
      verdicts: [fail(CHECK, says, 'Run the doctor with the settings and the version of the server')],
      serverNow: undefined,
    };
  }
  const verdicts = [verdictOf(parsed.data, from, config), requestIdVerdict(headers['x-request-id'])];
  return { verdicts, serverNow: parsed.data.now };
}

/** An id that a visitor chooses is no use for finding the request in the log. */
function requestIdVerdict(id: string | string[] | undefined): Verdict {
  const check = 'request id';
  if (id !== CLAIMED_ID) return ok(check, 'visitors cannot choose the ids of their requests');
  const toDo = 'Let the proxy set X-Request-Id to an id of its own, or remove it (docs/run/proxy.md)';
  return warn(check, 'visitors can choose the ids of their requests: the proxy passes on X-Request-Id', toDo);
}

function verdictOf(seen: Sighting, from: string, { isSecure, trustProxy }: Config): Verdict {
  const { ip, peer, protocol, forwardedFor, isTrusted } = seen;
  if (ip === CLAIM) {
    const toDo = 'Let the proxy replace X-Forwarded-For by the address that it sees (docs/run/proxy.md)';
    return fail(
      CHECK,
      'visitors can choose their address: the proxy passes on the X-Forwarded-For that they send',
      toDo,
    );
  }
  if (isSecure && !isTrusted) {
    if (forwardedFor !== null && forwardedFor !== CLAIM) {
      const has = trustProxy.length === 0 ? 'none' : trustProxy.join(',');
      const says = `the server takes the proxy (${peer}) for every visitor, because TRUST_PROXY=${has} does not name it`;
      return fail(CHECK, says, `Set TRUST_PROXY=${peer}, and restart the server`);
    }
    const says = `the server takes the proxy (${peer}) for every visitor, because the proxy sets no X-Forwarded-For`;
    return fail(CHECK, says, 'Let the proxy set it to the address that it sees, and name the proxy in TRUST_PROXY');
  }
  if (isSecure && protocol !== 'https') {
    const says = 'the proxy does not say that visitors use https';
    return fail(CHECK, says, 'Let the proxy set X-Forwarded-Proto (docs/run/proxy.md)');
  }
  const whose =
    ip === from ? '' : `; that has to be the address of this machine as the proxy sees it, which is ${from} here`;
  return ok(CHECK, `the server sees this machine as ${ip}${whose}`);
}
