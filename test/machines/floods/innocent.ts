/** People and their apps who use the server as always, each from an address of their own, while others flood it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultClient, type Tokens, tokensOf } from '../../faults/client.ts';
import { OpenForm } from '../../faults/open-form.ts';
import { percentile } from '../../faults/report.ts';
import { PASSWORD } from '../../support/app.ts';
import { HttpBrowser } from '../../support/http-browser.ts';
import { ACCEPT } from '../../support/mcp.ts';
import { type Answer, type Settings, send } from '../../support/server-process.ts';

const PEOPLE = ['ana', 'ben', 'chie', 'ruth'].map((name) => `${name}@riverside.example`);
export const ACTIONS = ['sign-in', 'refresh', 'userinfo', '/mcp'] as const;
type Action = (typeof ACTIONS)[number];

/** As long as a client with one token may send at most two requests of each kind a second. */
const PAUSE_MS = 550;

/** What was answered to everybody together. */
export interface Experience {
  requests: number;
  /** Answers that nobody innocent should get. */
  refused: number;
  failed: number;
  p99: Record<Action, number>;
}

export class Innocents {
  readonly #origin: string;
  readonly #client: FaultClient;
  readonly #forms: readonly OpenForm[];
  readonly #tokens: Tokens[];

  private constructor(origin: string, client: FaultClient, forms: readonly OpenForm[], tokens: Tokens[]) {
    this.#origin = origin;
    this.#client = client;
    this.#forms = forms;
    this.#tokens = tokens;
  }

  /** Everybody signs in once, so that their browsers are known. */
  static async signIn(settings: Settings, origin: string): Promise<Innocents> {
    const client = await FaultClient.signIn(settings, origin);
    const tokens = await client.tokens(origin, PEOPLE.length);
    const forms = PEOPLE.map(async (email) => {
      const browser = new HttpBrowser(origin, settings.BASE_URL);
      await browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password: PASSWORD });
      browser.cookies.delete('sid');
      return OpenForm.open(settings, origin, '/sign-in', browser);
    });
    return new Innocents(origin, client, await Promise.all(forms), tokens);
  }

  async live(seconds: number): Promise<Experience> {
    const times: Record<Action, number[]> = { 'sign-in': [], refresh: [], userinfo: [], '/mcp': [] };
    const answers: Answer[] = [];
    const until = performance.now() + seconds * 1000;
    const live = async (_: string, who: number): Promise<void> => {
      while (performance.now() < until) {
        for (const action of ACTIONS) {
          const answer = await this.#act(action, who);
          times[action].push(answer.ms);
          answers.push(answer);
        }
        await sleep(PAUSE_MS);
      }
    };
    await Promise.all(PEOPLE.map(live));
    const refused = answers.filter(({ status }) => status === 429 || status === 503).length;
    const good = answers.filter(({ status }) => status === 200 || status === 303).length;
    const p99 = Object.fromEntries(ACTIONS.map((action) => [action, percentile(times[action], 0.99)]));
    return {
      requests: answers.length,
      refused,
      failed: answers.length - good - refused,
      p99: p99 as Record<Action, number>,
    };
  }

  async #act(action: Action, who: number): Promise<Answer> {
    const headers = { 'x-forwarded-for': `203.0.113.${who}` };
    const tokens = this.#tokens[who];
    if (tokens === undefined) throw new Error(`nobody is number ${who}`);
    const authorization = `Bearer ${tokens.access_token}`;
    switch (action) {
      case 'sign-in':
        return (this.#forms[who] as OpenForm).send(
          { email: PEOPLE[who] ?? '', password: PASSWORD },
          `203.0.113.${who}`,
        );
      case 'refresh': {
        const answer = await this.#client.refresh(this.#origin, tokens.refresh_token, { headers });
        if (answer.status === 200) this.#tokens[who] = tokensOf(answer);
        return answer;
      }
      case 'userinfo':
        return send(`${this.#origin}/api/oauth/userinfo`, { headers: { ...headers, authorization } });
      case '/mcp':
        return send(`${this.#origin}/mcp`, {
          headers: { ...headers, authorization, accept: ACCEPT },
          json: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
        });
    }
  }
}
