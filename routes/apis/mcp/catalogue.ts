/** All tools, and the selection that a caller can use and is shown. */
import type { FastifyInstance } from 'fastify';
import { scopesAt } from '../../../schema/oauth/client.ts';
import { roleMayGrant, type Scope } from '../../../schema/oauth/scope.ts';
import { selectionOf } from './selection.ts';
import type { Arguments, Call, Caller, ListedTool, Tool } from './tool.ts';
import { toolSearch } from './tool-search.ts';

export interface Catalogue {
  /** Adds a tool. @throws {Error} if the name is taken or invalid */
  add(tool: Tool): void;
  find(name: string): Tool | undefined;
  /** Returns the tool that a call is about, which can be another one than the tool that is called. */
  resolve(name: string, given: Arguments): Call | undefined;
  /**
   * Returns the tools that a caller is shown: of the public tools, and of those whose scope the client and the person's
   * role allow, what fits or what the URL selects. The others can be called as well, and a scope that has not been
   * granted yet is requested when its tool is called.
   * @param families comma-separated scope families
   */
  listed(caller: Caller, families: string | undefined): Promise<readonly ListedTool[]>;
  /** Returns all tools that the caller can reach and that fit a request in words, the best first. */
  search(caller: Caller, query: string): Promise<readonly Tool[]>;
}

/** The model APIs behind the clients accept no other names. */
const NAME = /^[a-z0-9_]{1,48}$/;

export function catalogueOf(app: FastifyInstance): Catalogue {
  const byName = new Map<string, Tool>();
  let find: ReturnType<typeof toolSearch> | undefined;

  async function reachable({ operator }: Caller): Promise<readonly Tool[]> {
    const ceiling = operator === undefined ? new Set<Scope>() : await ceilingOf(operator);
    return [...byName.values()].filter(({ scope }) => scope === undefined || ceiling.has(scope));
  }

  return {
    add(tool) {
      if (!NAME.test(tool.name)) throw new Error(`${tool.name} cannot be the name of a tool`);
      if (byName.has(tool.name)) throw new Error(`two tools have the name ${tool.name}`);
      byName.set(tool.name, tool);
    },

    find: (name) => byName.get(name),

    resolve(name, given) {
      const tool = byName.get(name);
      return tool && (tool.passOn?.(given) ?? { tool, given });
    },

    listed: async (caller, families) => selectionOf(await reachable(caller), families).map(({ listed }) => listed),

    async search(caller, query) {
      const eligible = new Set(await reachable(caller));
      find ??= toolSearch([...byName.values()].filter(({ passOn }) => passOn === undefined));
      return find(query).filter((tool) => eligible.has(tool));
    },
  };

  async function ceilingOf({ clientId, siteId, role }: NonNullable<Caller['operator']>): Promise<ReadonlySet<Scope>> {
    const client = await app.oauth.clients.find(clientId);
    return new Set(client && scopesAt(client, siteId).filter((scope) => roleMayGrant(role, scope)));
  }
}
