/** Who and what there is: people, their browsers, clients, and what honest clients and thieves hold. */
import { HARBOUR, RIVERSIDE } from '../../../scripts/commands/demo/platform.ts';
import { CALLBACK, DEMO, MEMBER_SCOPE, PORTAL_CALLBACK, type TestClient } from '../../support/oauth-client.ts';
import { PASSWORD, SECRET } from '../../support/settings.ts';
import { Actor } from './actor.ts';
import { Chance } from './chance.ts';
import type { Grant, Refresh, Token } from './oracle/grants.ts';
import { Life } from './oracle/life.ts';
import type { Oracle } from './oracle/oracle.ts';
import type { Operation } from './scheduler.ts';
import type { World } from './world.ts';

export interface Client extends TestClient {
  readonly name: string;
  /** What people read. */
  readonly title: string;
  readonly scopes: readonly string[];
  /** Whether its consent is remembered, because its identity is assured. */
  readonly isAssured: boolean;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly school: string;
  password: string;
}

/** A browser in which somebody has signed in. */
export interface Session {
  readonly person: Person;
  readonly cookies: Map<string, string>;
  readonly born: Operation;
  readonly life: Life;
  /** Whether somebody is using it now. Two hands in one browser would confuse its cookies. */
  busy: boolean;
}

const client = (name: string, one: TestClient, scopes: string, isAssured = false): Client => ({
  ...one,
  name,
  title: `Demo ${name.replace(/\b\w/g, (first) => first.toUpperCase())}`,
  scopes: scopes.split(' '),
  isAssured,
});

const MEMBER = 'openid profile email account:read account:write';
export const CLIENTS = {
  cli: client('CLI', DEMO.cli, MEMBER),
  notebook: client('notebook', DEMO.notebook, MEMBER),
  webApp: client('web app', DEMO.webApp, MEMBER),
  portal: client('portal', DEMO.portal, MEMBER_SCOPE, true),
} as const;
export const ALL_CLIENTS = Object.values(CLIENTS);
/** Operators use it. */
export const ADMIN_TOOL = client('admin tool', DEMO.adminTool, 'openid profile email members:read members:write');
export { CALLBACK, HARBOUR, PORTAL_CALLBACK, RIVERSIDE, SECRET };

const person = (name: string, school: string, domain: string): Person => ({
  id: `usr_demo_${name}`,
  email: `${name}@${domain}`,
  school,
  password: PASSWORD,
});

export class Stage {
  readonly world: World;
  readonly oracle: Oracle;
  readonly members = ['ana', 'ben', 'chie'].map((name) => person(name, RIVERSIDE.id, 'riverside.example'));
  readonly ruth = person('ruth', RIVERSIDE.id, 'riverside.example');
  readonly hugo = person('hugo', HARBOUR.id, 'harbour.example');
  readonly sessions: Session[] = [];
  /** Those of the school, and those that have registered themselves. */
  readonly clients: Client[] = [...ALL_CLIENTS];
  /** How often each thing was done, and what came of it. */
  readonly done: Record<string, number> = {};
  /** Members who are suspended as far as their operator knows. */
  readonly suspended = new Set<string>();
  /** Applications that are disabled, as far as their operator knows. */
  readonly disabled = new Set<string>();

  constructor(world: World, oracle: Oracle) {
    this.world = world;
    this.oracle = oracle;
  }

  actor(seed: number): Actor {
    return new Actor(this.world, new Chance(seed));
  }

  /** The clock of the world goes forward, or is set back. */
  advance(ms: number): void {
    this.world.advance(ms);
    this.oracle.highest = Math.max(this.oracle.highest, this.world.now);
  }

  count(what: string): void {
    this.done[what] = (this.done[what] ?? 0) + 1;
  }

  /** The most recent things are the most likely ones to be used. */
  recent<Item>(items: readonly Item[], chance: Chance, most = 12): Item | undefined {
    const from = chance.happens(0.15) ? 0 : Math.max(0, items.length - most);
    return items[from + chance.below(items.length - from)];
  }

  codes(chance: Chance, which: (grant: Grant) => boolean): Grant | undefined {
    return this.recent(
      this.#mostlyAlive(chance, this.oracle.grants.filter(which), (grant) => grant),
      chance,
    );
  }

  token(chance: Chance, which: (token: Token) => boolean = () => true): Token | undefined {
    return this.recent(
      this.#mostlyAlive(chance, this.oracle.tokens.filter(which), ({ grant }) => grant),
      chance,
      20,
    );
  }

  /** What has ended is looked at as well, but less often. */
  #mostlyAlive<Item>(chance: Chance, items: readonly Item[], grantOf: (item: Item) => Grant): readonly Item[] {
    if (chance.happens(0.3)) return items;
    const { decisions } = this.world.scheduler;
    const alive = items.filter((item) => !grantOf(item).mayHaveEnded(decisions));
    return alive.length > 0 ? alive : items;
  }

  /** A refresh token that its client would use next. */
  present(chance: Chance): Refresh | undefined {
    const grant = this.codes(chance, ({ refreshes }) => refreshes.length > 0);
    return grant?.refreshes.at(-1);
  }

  clientOf(grant: Grant): Client {
    const found = [...this.clients, ADMIN_TOOL].find(({ id }) => id === grant.asked.client);
    if (found === undefined) throw new Error(`unknown client ${grant.asked.client}`);
    return found;
  }

  /** The client whose name a page shows. */
  clientNamedOn(body: string): Client | undefined {
    return this.clients.find(({ title }) => body.includes(title));
  }

  addSession(person: Person, cookies: Map<string, string>, born: Operation): Session {
    const session: Session = { person, cookies, born, life: new Life(), busy: false };
    this.sessions.push(session);
    return session;
  }
}
