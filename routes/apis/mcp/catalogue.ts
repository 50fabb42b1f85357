/** All tools, and the selection that a caller can use and is shown. */
import type { FastifyInstance } from 'fastify';
import { boundedMap } from '../../../schema/data/bounded-map.ts';
import { scopesAt } from '../../../schema/oauth/client.ts';
import { roleMayGrant, type Scope } from '../../../schema/oauth/scope.ts';
import { securedEntry } from './security-schemes.ts';
import { type EntryOf, type ListPages, pagesOf, selectionOf } from './selection.ts';
import { asksInResult } from './sign-in-prompts.ts';
import type { Arguments, Call, Caller, Tool } from './tool.ts';
import { toolSearch } from './tool-search.ts';

export interface Catalogue {
  /** Adds a tool. @throws {Error} if the name is taken or invalid */
  add(tool: Tool): void;
  find(name: string): Tool | undefined;
  /** Returns the tool that a call is about, which can be another one than the tool that is called. */
  resolve(name: string, args: Arguments): Call | undefined;
  /**
   * Returns the tools that a caller is shown: of those for everyone, or everyone who has signed in, and of those whose
   * scope the client and the person's role allow, what fits or what the URL selects. The others can be called as well,
   * and a scope that has not been granted yet is requested when its tool is called.
   * @param families comma-separated scope families
   */
  listed(caller: Caller, families: string | undefined): Promise<ListPages>;
  /** Returns those of which the caller can reach all tools. */
  usable<Using extends { tools?: readonly string[] }>(caller: Caller, all: readonly Using[]): Promise<readonly Using[]>;
  /** Returns all tools that the caller can reach and that fit a request in words, the best first. */
  search(caller: Caller, query: string): Promise<readonly Tool[]>;
}

/** The model APIs behind the clients accept no other names. */
const NAME = /^[a-z0-9_]{1,48}$/;

/** A list has about as many forms as there are roles and kinds of clients, and callers choose selections. */
const MAX_LISTS = 100;
const LONGEST_KEY = 4000;

export function catalogueOf(app: FastifyInstance): Catalogue {
  const byName = new Map<string, Tool>();
  let find: ReturnType<typeof toolSearch> | undefined;

  /** Lists by what they depend on: the caller, the scopes that the caller can reach, and the selection. */
  let lists = boundedMap<ListPages>(MAX_LISTS);

  function reachableTools(ceiling: readonly Scope[], { token }: Caller): readonly Tool[] {
    const scopes = new Set(ceiling);
    return [...byName.values()].filter(({ scope, forSignedIn }) =>
      scope === undefined ? token !== undefined || forSignedIn !== true : scopes.has(scope),
    );
  }

  return {
    add(tool) {
      if (!NAME.test(tool.name)) throw new Error(`${tool.name} cannot be the name of a tool`);
      if (byName.has(tool.name)) throw new Error(`two tools have the name ${tool.name}`);
      byName.set(tool.name, tool);
      lists = boundedMap(MAX_LISTS);
    },

    find: (name) => byName.get(name),

    resolve(name, args) {
      const tool = byName.get(name);
      return tool && (tool.passOn?.(args) ?? { tool, args });
    },

    async listed(caller, families) {
      const ceiling = await ceilingOf(caller);
      // Strangers see public tools only.
      const isSecured = caller.operator !== undefined && (await asksInResult(app, caller));
      const key = `${caller.token === undefined} ${isSecured} ${ceiling.join(' ')} ${families ?? '-'}`;
      const known = lists.get(key);
      if (known !== undefined) return known;
      const entryOf: EntryOf = isSecured ? securedEntry : ({ listed }) => listed;
      const pages = pagesOf(selectionOf(reachableTools(ceiling, caller), families, entryOf).map(entryOf));
      if (key.length <= LONGEST_KEY) lists.set(key, pages);
      return pages;
    },

    async usable(caller, all) {
      if (all.every(({ tools }) => tools === undefined)) return all;
      const names = new Set(reachableTools(await ceilingOf(caller), caller).map(({ name }) => name));
      return all.filter(({ tools = [] }) => tools.every((name) => names.has(name)));
    },

    async search(caller, query) {
      const eligible = new Set(reachableTools(await ceilingOf(caller), caller));
      find ??= toolSearch([...byName.values()].filter(({ passOn }) => passOn === undefined));
      return find(query).filter((tool) => eligible.has(tool));
    },
  };

  async function ceilingOf({ token }: Caller): Promise<readonly Scope[]> {
    if (token === undefined) return [];
    const { grant } = token.token;
    const client = await app.oauth.clients.find(grant.clientId);
    return client === undefined ? [] : scopesAt(client, grant.siteId).filter((scope) => roleMayGrant(grant, scope));
  }
}
