/** One client at one server: its fixture, and separate HTTP senders for the client and the browser. */
import { Shortcoming } from './findings.ts';
import type { Fixture } from './fixture.ts';
import { type Answer, createHttp, type Http, type Outgoing } from './http.ts';

export interface Visit {
  readonly fixture: Fixture;
  /** Origin of the server without a trailing slash. */
  readonly origin: string;
  /** Requests of the client itself. */
  readonly http: Http;
  /** Requests of the person's browser. No page of another origin reads these responses. */
  readonly navigation: Http;
}

export function createVisit(fixture: Fixture, origin: string, signal: AbortSignal | undefined): Visit {
  const habits = fixture.origin === undefined ? {} : pageHabits(fixture.origin);
  return { fixture, origin, http: createHttp(signal, habits), navigation: createHttp(signal) };
}

/** Fetch: a page never receives a response of another origin without permission, whether it is an error or not. */
function pageHabits(origin: string): {
  headers: Record<string, string>;
  inspect(outgoing: Outgoing, answer: Answer): void;
} {
  return {
    headers: { origin },
    inspect({ method, url }, { headers }) {
      const allowed = headers.get('access-control-allow-origin');
      if (allowed === '*' || allowed === origin) return;
      throw new Shortcoming(
        `${method} ${url}: the page at ${origin} cannot read the response (Access-Control-Allow-Origin is ${allowed ?? 'missing'})`,
      );
    },
  };
}
