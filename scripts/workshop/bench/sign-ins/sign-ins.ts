/** Sign-ins as browsers make them: the form, and then the e-mail address and the password. */
import type { Answer } from '../load/connection.ts';
import { applyLoad, type Caller, UnexpectedAnswer } from '../load/load.ts';
import { preciseCpuTime } from '../process-metrics.ts';
import type { Seed } from '../targets/seed.ts';
import type { ServerProcess } from '../targets/server-process.ts';
import type { Hashes } from './hashes.ts';

export interface SignIns extends Hashes {
  /** From sending the form to the answer, in milliseconds, ascending. */
  latencies: Float64Array;
  /** CPU time of the load generator for each sign-in. */
  generatorMilliseconds: number;
}

export type BrowserKind = 'known' | 'new';
type Server = Pick<ServerProcess, 'origin' | 'pid'>;

/** More than are hashed at the same time, so that a hash always waits. */
const BROWSERS = 8;

/** Browsers that sign in again and again. In the warm-up, those of the kind `known` become known. */
export function signingIn({ origin, pid }: Server, people: Seed['people'], kind: BrowserKind) {
  let latencies: number[] = [];
  const callers = Array.from({ length: BROWSERS }, (_, index) => {
    const person = people[index % people.length];
    if (person === undefined) throw new Error('the seed has nobody who could sign in');
    return browser(origin, person, kind, (latency) => latencies.push(latency));
  });
  return async (seconds: number): Promise<SignIns> => {
    latencies = [];
    const before = process.cpuUsage();
    const serverBefore = preciseCpuTime([pid]);
    const load = await applyLoad(origin, callers, seconds);
    const { user, system } = process.cpuUsage(before);
    const count = latencies.length;
    return {
      perSecond: count / load.seconds,
      latencies: Float64Array.from(latencies).sort(),
      cpuMilliseconds: (preciseCpuTime([pid]) - serverBefore) / 1000 / count,
      generatorMilliseconds: (user + system) / 1000 / count,
    };
  };
}

/** Opens the form and sends it in turn, as a new browser each time, or as one in which the person signed in before. */
function browser(
  origin: URL,
  { email, password }: Seed['people'][number],
  kind: BrowserKind,
  onSignIn: (latency: number) => void,
): Caller {
  const host = `Host: ${origin.host}\r\n`;
  const form = (cookies = '') => `GET /sign-in HTTP/1.1\r\n${host}Accept: text/html\r\n${cookies}\r\n`;
  let request = form();
  let sent: number | undefined;
  return {
    next() {
      if (request.startsWith('POST')) sent = performance.now();
      return request;
    },
    accept(answer) {
      if (sent !== undefined) {
        if (answer.status !== 303) throw new UnexpectedAnswer('303 after the sign-in', answer);
        onSignIn(performance.now() - sent);
        sent = undefined;
        // The session is left behind, so that the form is shown again.
        const known = cookiesIn(answer).filter((cookie) => /^[^=]*known=/.test(cookie));
        request = form(kind === 'known' ? `Cookie: ${known.join('; ')}\r\n` : '');
        return;
      }
      const csrf = /name="csrf" value="([^"]+)"/.exec(answer.body)?.[1];
      if (answer.status !== 200 || csrf === undefined) throw new UnexpectedAnswer('200 with a form', answer);
      const cookies = [...cookiesIn(answer), ...(/^Cookie: (.*)\r$/m.exec(request)?.slice(1) ?? [])];
      const body = new URLSearchParams({ csrf, next: '/account', email, password }).toString();
      request =
        `POST /sign-in HTTP/1.1\r\n${host}Origin: ${origin.origin}\r\nCookie: ${cookies.join('; ')}\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    },
  };
}

const cookiesIn = ({ head }: Answer): string[] =>
  Array.from(head.matchAll(/^set-cookie: ([^;\r]+)/gim), ([, cookie = '']) => cookie);
