/** One member, one application and a thief at the real server: does what the events say, and puts the answers into words. */
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from '../../support/app.ts';
import { PASSWORD } from '../../support/app.ts';
import { Browser, formsOf, type Page } from '../../support/browser.ts';
import {
  type Authorization,
  authorizeUrl,
  codeFields,
  DEMO,
  type Fields,
  introspect,
  makeVerifier,
  postForm,
  type Tokens,
  userinfo,
} from '../../support/oauth-client.ts';
import { linksOf } from '../../support/signed-in.ts';
import type { Member, School } from './server.ts';
import { type Ask, type Exchange, item, type Refresh, type Revoke, type Scopes, type Whole } from './world.ts';

const CLIENT = DEMO.portal;
const OTHER_CLIENT = DEMO.webApp;
const APPS = '/account/connected-apps';
const MOST_PAGES = 6;
const SCOPE: Readonly<Record<Scopes, string>> = { less: 'openid', more: 'openid account:read' };

interface Held {
  readonly code: Authorization;
  readonly refresh: string[];
  readonly access: string[];
}

const nameOf = (scope: unknown): string =>
  Object.entries(SCOPE).find(([, value]) => value === scope)?.[0] ?? `the scopes ${String(scope)}`;

export class Actor {
  readonly #school: School;
  readonly #member: Member;
  readonly #browser: Browser;
  readonly #grants: Held[] = [];

  private constructor(school: School, member: Member) {
    this.#school = school;
    this.#member = member;
    this.#browser = new Browser(school.both[0].app);
  }

  static async join(school: School): Promise<Actor> {
    return new Actor(school, await school.newMember());
  }

  async does(event: Whole): Promise<string> {
    switch (event.kind) {
      case 'ask':
        return this.#ask(event);
      case 'exchange':
      case 'refresh': {
        const { node } = this.#school;
        return this.#answered(event, await this.#send(event, node), node);
      }
      case 'revoke':
        return this.#revoke(event);
      case 'disconnect':
        return this.#disconnect();
      case 'suspend':
      case 'reinstate':
        return said(await this.#school.change(this.#member, event.kind));
      case 'wait':
        this.#school.wait(event.step);
        return 'done';
      case 'steal':
        return 'done';
    }
  }

  /** Two requests at the same time, each at another node. */
  async doesBoth(first: Exchange | Refresh, second: Exchange | Refresh): Promise<readonly [string, string]> {
    const [one, other] = this.#school.both;
    const responses = await Promise.all([this.#send(first, one), this.#send(second, other)]);
    return [this.#answered(first, responses[0], one), this.#answered(second, responses[1], other)];
  }

  /** What introspection and UserInfo say of everything that was ever issued. */
  async inspects(): Promise<string[]> {
    const { app } = this.#school.node;
    const told: string[] = [];
    for (const { refresh, access } of this.#grants) {
      for (const token of refresh) told.push((await introspect(app, CLIENT, token)).active === true ? 'alive' : 'dead');
      for (const token of access) {
        const { active, scope } = await introspect(app, CLIENT, token);
        const { statusCode } = await userinfo(this.#school.node.app, token);
        const isAlive = active === true && statusCode === 200;
        const isDead = active === false && statusCode === 401;
        told.push(isAlive ? `alive with ${nameOf(scope)}` : isDead ? 'dead' : `active ${active}, but ${statusCode}`);
      }
    }
    return told;
  }

  async #ask({ scopes, decision, insists }: Ask): Promise<string> {
    const verifier = makeVerifier();
    const asked = { scope: SCOPE[scopes], ...(insists ? { prompt: 'consent' } : {}) };
    let page = await this.#browser.get(authorizeUrl(CLIENT, verifier, asked));
    let wasAsked = false;
    for (let pages = 0; pages < MOST_PAGES && page.leavesFor === undefined; pages += 1) {
      if (page.body.includes('/sign-in"')) page = await this.#signIn(page);
      else if (page.body.includes('/decision"')) {
        wasAsked = true;
        page = await this.#browser.submit(page, '/decision', {
          decision: decision === 'deny' ? 'deny' : 'allow',
          // What the person left out before is not ticked.
          ...(scopes === 'more' ? { scope: decision === 'allow less' ? [] : ['account:read'] } : {}),
        });
      } else break;
    }
    const params = page.leavesFor?.searchParams;
    const code = params?.get('code');
    if (params === undefined || code == null) return `refused ${page.status} ${params?.get('error') ?? 'by a page'}`;
    this.#grants.push({ code: { code, verifier, params }, refresh: [], access: [] });
    return wasAsked ? 'a code, asked' : 'a code, unasked';
  }

  #signIn(page: Page): Promise<Page> {
    return this.#browser.submit(page, '/sign-in', { email: this.#member.email, password: PASSWORD });
  }

  #send(event: Exchange | Refresh, { app, logs }: TestApp): Promise<LightMyRequestResponse> {
    logs.length = 0;
    return postForm(app, '/api/oauth/token', this.#fieldsOf(event));
  }

  #fieldsOf(event: Exchange | Refresh): Fields {
    const client = event.with === 'another client' ? OTHER_CLIENT : CLIENT;
    const { code, refresh } = item(this.#grants, event.grant);
    const authentication = { client_id: client.id, client_secret: client.secret };
    if (event.kind === 'exchange') {
      const bent = event.with === 'another verifier' ? { code_verifier: makeVerifier() } : {};
      return { ...codeFields(CLIENT, code), ...authentication, ...bent };
    }
    return {
      grant_type: 'refresh_token',
      ...authentication,
      refresh_token: item(refresh, event.token),
      scope: event.scopes === undefined ? undefined : SCOPE[event.scopes],
    };
  }

  /** The answer in words. Whatever tokens it has are kept. */
  #answered({ grant }: Exchange | Refresh, response: LightMyRequestResponse, { logs }: TestApp): string {
    if (response.statusCode !== 200) {
      const why = /"reason":"(\w+)"/.exec(logs.join(''))?.[1];
      return `refused ${response.statusCode} ${response.json<{ error?: string }>().error} ${why}`;
    }
    const tokens = response.json<Tokens>();
    const held = item(this.#grants, grant);
    held.access.push(tokens.access_token);
    if (!held.refresh.includes(tokens.refresh_token)) held.refresh.push(tokens.refresh_token);
    return `tokens for ${nameOf(tokens.scope)}, refresh token ${held.refresh.indexOf(tokens.refresh_token)}`;
  }

  async #revoke(event: Revoke): Promise<string> {
    const client = event.with === 'another client' ? OTHER_CLIENT : CLIENT;
    const { refresh, access } = item(this.#grants, event.grant);
    const token = 'refresh' in event.token ? item(refresh, event.token.refresh) : item(access, event.token.access);
    const fields = { token, client_id: client.id, client_secret: client.secret };
    return said((await postForm(this.#school.node.app, '/api/oauth/revoke', fields)).statusCode);
  }

  async #disconnect(): Promise<string> {
    let page = await this.#browser.get(APPS);
    if (formsOf(page.body).some(({ action }) => action.endsWith('/sign-in'))) {
      await this.#signIn(page);
      page = await this.#browser.get(APPS);
    }
    const [href] = linksOf(page).filter((link) => link.endsWith('/end-app'));
    if (href === undefined) return 'there is no connection to end';
    return said((await this.#browser.submit(await this.#browser.get(href), href)).status);
  }
}

const said = (status: number): string => (status === 200 ? 'done' : `status ${status}`);
