/**
 * A real school on which the events of the model happen: two nodes on one database with one clock, and as many members
 * as there are traces. Each request goes to one of the nodes by turns.
 */
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { emailKey } from '../../../schema/text/email.ts';
import { adminApp, clientOf, RIVERSIDE } from '../../support/admin.ts';
import { PASSWORD, type TestApp, temporaryFolder, testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { obtainTokens } from '../../support/oauth-client.ts';
import type { Step } from './world.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const LENGTH: Readonly<Record<Step, number>> = {
  moment: 20 * SECOND,
  hour: 3600 * SECOND,
  month: 28 * DAY,
  year: 365 * DAY,
};
/** How many members join at a time. */
const CLASS = 200;
const OWNER = 'ruth@riverside.example';

export interface Member {
  readonly id: string;
  readonly email: string;
}

export class School {
  readonly #nodes: readonly [TestApp, TestApp];
  readonly #passwordHash: string;
  readonly #members: Member[] = [];
  #joined = 0;
  #turn = 0;
  #staff = { token: '', until: 0 };

  private constructor(nodes: readonly [TestApp, TestApp], passwordHash: string) {
    this.#nodes = nodes;
    this.#passwordHash = passwordHash;
  }

  static async open(t: Test): Promise<School> {
    const options = { databaseUrl: databaseFile(t).url, dataDir: temporaryFolder(t), housekeeping: false };
    const first = await adminApp(t, options);
    const second = await testApp(t, options);
    return new School([first, second], await first.app.people.passwords.hash(PASSWORD, 'test'));
  }

  /** The node whose turn it is. */
  get node(): TestApp {
    this.#turn += 1;
    return this.#nodes[this.#turn % 2 === 0 ? 0 : 1];
  }

  /** Both nodes, for requests at the same time. */
  get both(): readonly [TestApp, TestApp] {
    return this.#nodes;
  }

  wait(step: Step): void {
    for (const { clock } of this.#nodes) clock.advance(LENGTH[step]);
  }

  /** Somebody of whom the school knows nothing yet. */
  async newMember(): Promise<Member> {
    if (this.#members.length === 0) await this.#enrol();
    const member = this.#members.pop();
    if (member === undefined) throw new Error('nobody joined');
    return member;
  }

  async #enrol(): Promise<void> {
    const { app } = this.#nodes[0];
    const people = Array.from({ length: CLASS }, (_, i) => ({
      id: `usr_trace_${this.#joined + i}`,
      email: `trace-${this.#joined + i}@riverside.example`,
    }));
    this.#joined += CLASS;
    const createdAt = app.clock();
    await app.school.platform.add({
      createdAt,
      sites: [],
      people: people.map(({ id, email }) => ({
        id,
        email,
        emailKey: emailKey(email),
        name: `Member ${id}`,
        emailVerified: true,
        passwordHash: this.#passwordHash,
        active: true,
        createdAt,
      })),
      memberships: people.map(({ id }) => ({ personId: id, siteId: RIVERSIDE.id, role: 'member' as const })),
    });
    this.#members.push(...people);
  }

  /** What the owner does to a member, by the admin API. */
  async change({ id }: Member, what: 'suspend' | 'reinstate'): Promise<number> {
    const { app } = this.node;
    const response = await app.inject({
      method: 'POST',
      url: `/api/v1/members/${id}/${what}`,
      headers: { authorization: `Bearer ${await this.#ownersToken(app)}` },
    });
    return response.statusCode;
  }

  async #ownersToken(app: FastifyInstance): Promise<string> {
    if (this.#staff.until > app.clock()) return this.#staff.token;
    const scope = { scope: 'openid members:write', prompt: 'consent' };
    const walk = { email: OWNER, site: RIVERSIDE.id, browser: new Browser(app) };
    const tokens = await obtainTokens(app, clientOf(RIVERSIDE.id), scope, walk);
    this.#staff = { token: tokens.access_token, until: app.clock() + tokens.expires_in * SECOND };
    return tokens.access_token;
  }
}
