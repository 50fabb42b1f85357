/** The confidential demo client over real HTTP: after one consent every authorization request is answered with a code. */
import { createHash, randomBytes } from 'node:crypto';
import { HttpBrowser } from '../support/http-browser.ts';
import { PORTAL_CALLBACK } from '../support/oauth-client.ts';
import { type Answer, type Outgoing, type Settings, send } from '../support/server-process.ts';
import { SECRET } from '../support/settings.ts';
import { inParallel } from './report.ts';

/** An application, and the person who lets it connect. */
export interface Connecting {
  readonly credentials: Readonly<Record<'client_id' | 'client_secret', string>> | Readonly<Record<'client_id', string>>;
  readonly callback: string;
  readonly scope: string;
  readonly email: string;
}

const PORTAL: Connecting = {
  credentials: { client_id: 'c_demo_portal', client_secret: SECRET },
  callback: PORTAL_CALLBACK,
  scope: 'openid profile email account:read',
  email: 'ana@riverside.example',
};

const VERIFIER = randomBytes(32).toString('base64url');
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

export interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token?: string;
}

export class FaultClient {
  readonly #issuer: string;
  readonly #who: Connecting;
  readonly #cookies = new Map<string, string>();

  private constructor(issuer: string, who: Connecting) {
    this.#issuer = issuer;
    this.#who = who;
  }

  /** Signs a person in, Ana unless another one is named, and consents once. */
  static async signIn({ BASE_URL: issuer = '' }: Settings, origin: string, who = PORTAL): Promise<FaultClient> {
    const client = new FaultClient(issuer, who);
    await client.consent(origin);
    return client;
  }

  /** As `signIn`. @returns an access token */
  static async accessToken({ BASE_URL: issuer = '' }: Settings, origin: string, who: Connecting): Promise<string> {
    const client = new FaultClient(issuer, who);
    return tokensOf(await client.redeem(origin, await client.consent(origin))).access_token;
  }

  /**
   * A replay ends the remembered consent with the grant; then it must be given anew.
   * @returns the code that follows
   */
  async consent(origin: string): Promise<string> {
    const browser = new HttpBrowser(origin, this.#issuer);
    for (const [name, value] of this.#cookies) browser.cookies.set(name, value);
    const target = await browser.authorize(this.authorizePath, { email: this.#who.email });
    for (const [name, value] of browser.cookies) this.#cookies.set(name, value);
    return target.searchParams.get('code') ?? '';
  }

  get authorizePath(): string {
    return authorizePath(this.#issuer, this.#who);
  }

  /** A code, by the remembered consent. */
  async code(origin: string, options: Outgoing = {}): Promise<{ answer: Answer; code: string | undefined }> {
    const headers = { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    const answer = await send(`${origin}${this.authorizePath}`, { ...options, headers });
    const { location } = answer.headers;
    const code = location === undefined ? null : new URL(location, this.#issuer).searchParams.get('code');
    return { answer, code: code ?? undefined };
  }

  async codes(origin: string, count: number): Promise<string[]> {
    if ((await this.code(origin)).code === undefined) await this.consent(origin);
    return inParallel(Array.from({ length: count }), 16, async () => {
      const { answer, code } = await this.code(origin);
      if (code === undefined) throw new Error(`no code: ${answer.status} ${answer.body.slice(0, 300)}`);
      return code;
    });
  }

  redeem(origin: string, code: string, options: Outgoing = {}): Promise<Answer> {
    return send(`${origin}/api/oauth/token`, {
      ...options,
      form: {
        ...this.#who.credentials,
        grant_type: 'authorization_code',
        code,
        redirect_uri: this.#who.callback,
        code_verifier: VERIFIER,
        resource: this.#issuer,
      },
    });
  }

  refresh(origin: string, token: string, options: Outgoing = {}): Promise<Answer> {
    const form = { ...this.#who.credentials, grant_type: 'refresh_token', refresh_token: token };
    return send(`${origin}/api/oauth/token`, { ...options, form });
  }

  async isActive(origin: string, token: string): Promise<boolean> {
    const answer = await this.introspect(origin, token);
    if (answer.status !== 200) throw new Error(`introspection: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body).active;
  }

  introspect(origin: string, token: string, options: Outgoing = {}): Promise<Answer> {
    return send(`${origin}/api/oauth/introspect`, { ...options, form: { ...this.#who.credentials, token } });
  }

  revoke(origin: string, token: string): Promise<Answer> {
    return send(`${origin}/api/oauth/revoke`, { form: { ...this.#who.credentials, token } });
  }

  async tokens(origin: string, count: number): Promise<Tokens[]> {
    return inParallel(await this.codes(origin, count), 16, async (code) => tokensOf(await this.redeem(origin, code)));
  }
}

export const tokensOf = (answer: Answer): Tokens => {
  if (answer.status !== 200) throw new Error(`no tokens: ${answer.status} ${answer.broken ?? answer.body}`);
  return JSON.parse(answer.body);
};

/** The `error` of a refusal. */
export const errorOf = ({ body }: Answer): unknown => {
  try {
    return JSON.parse(body).error;
  } catch {
    return undefined;
  }
};

function authorizePath(issuer: string, { credentials, callback, scope }: Connecting): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: credentials.client_id,
    redirect_uri: callback,
    scope,
    state: 'state',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    resource: issuer,
  });
  return `/oauth/authorize?${query}`;
}
