/** Finds the addresses in what the server answers, and visits them. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Browser } from './browser.ts';
import { BASE } from './settings.ts';

/** Addresses at which a visit is not answered with 200, and why. */
const DECLARED: readonly [address: RegExp, status: number, reason: string][] = [
  [/^\/api\/oauth\/(token|revoke|introspect|register)$/, 405, 'programs send forms and documents there'],
  [/^\/mcp(\?|$)/, 405, 'programs send messages there'],
  [/^\/mcp\?auth=/, 401, 'programs sign in there first'],
  [/^\/account\/graphql$/, 405, 'programs send queries there'],
  [/^\/oauth\/authorize$/, 400, 'nothing is asked for'],
  [/^\/sign-in\/via\/prv_/, 403, 'the provider of a school leads there after a sign-in'],
  [/^\/uploads\/site_demo_\w+\/ast_demo_/, 404, 'the demo has the names of its files, and no content'],
];

/** What is not a link but an example or a pattern. */
const EXAMPLE = /[{<…]|\.\.\.|%7B|\/(?:x|nothing)$/;

export const ours = (text: string): string[] =>
  [...text.replaceAll('\\/', '/').matchAll(/http:\/\/127\.0\.0\.1:3000([^\s"'`<>()[\]\\|]*)/g)]
    .map(([, path = '']) => path.replace(/[.,;:*]+$/, ''))
    .map((path) => (path === '' ? '/' : path));

/** Those in the headers of an answer, also where they are relative. A redirect is for the browser that follows it at once. */
export const inHeaders = ({ headers, statusCode }: LightMyRequestResponse): string[] => {
  const location = headers.location === undefined || statusCode >= 300 ? undefined : new URL(headers.location, BASE);
  const others = Object.entries(headers).filter(([name]) => name !== 'location');
  return [
    ...(location?.origin === BASE ? [location.pathname + location.search + location.hash] : []),
    ...others.flatMap(([, value]) => ours(String(value))),
  ];
};

/** Calls a function with every answer that a test gets from the server by `inject`. */
export function recordAnswers(
  app: FastifyInstance,
  record: (request: string, response: LightMyRequestResponse) => void,
): void {
  const inject = app.inject.bind(app);
  Object.assign(app, {
    async inject(request: InjectOptions | string) {
      const response = await inject(request as InjectOptions);
      const { method = 'GET', url } = typeof request === 'string' ? { url: request } : request;
      record(`${method} ${String(url).split('?', 1)[0]}`, response);
      return response;
    },
  });
}

/** @returns the status with which an address answers */
type Visitor = (address: string) => Promise<number>;

/** Visits as a person, without leaving traces in the browser. A page from which a browser leaves the server is an answer. */
export const byBrowser =
  (browser: Browser): Visitor =>
  async (address) => {
    const { status, leavesFor } = await browser.copy().get(address);
    return leavesFor === undefined ? status : 200;
  };

/** Visits as a program. */
export const byToken =
  (app: FastifyInstance, token: string): Visitor =>
  async (url) =>
    (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;

/** Collects addresses, each with one place where it stands. */
export class Found {
  readonly places = new Map<string, string>();
  /** The addresses that were visited. */
  readonly #visited = new Set<string>();
  readonly #declared = new Set<RegExp>();
  readonly dead: string[] = [];

  add(place: string, addresses: readonly string[]): void {
    for (const address of addresses) {
      const [path = ''] = address.split('#');
      if (!EXAMPLE.test(path) && !this.places.has(path)) this.places.set(path, place);
    }
  }

  /**
   * Visits what was found since the last time, as each of these until one gets an answer: what is for one person is not
   * for others.
   */
  async visit(visitors: readonly Visitor[]): Promise<void> {
    for (const [address, place] of [...this.places]) {
      if (this.#visited.has(address)) continue;
      this.#visited.add(address);
      const statuses: number[] = [];
      for (const visitor of visitors) {
        statuses.push(await visitor(address));
        if (statuses.at(-1) === 200) break;
      }
      if (statuses.at(-1) === 200) continue;
      const declared = DECLARED.find(([pattern, status]) => pattern.test(address) && statuses.includes(status));
      if (declared === undefined) this.dead.push(`${address}: ${statuses.join(', ')}, in ${place}`);
      else this.#declared.add(declared[0]);
    }
  }

  /** What is declared, and was not found. */
  get idle(): string[] {
    return DECLARED.filter(([pattern]) => !this.#declared.has(pattern)).map(([pattern]) => String(pattern));
  }
}
