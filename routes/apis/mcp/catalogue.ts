/** All tools, and the selection that a caller can use. */
import type { FastifyInstance } from 'fastify';
import { scopesAt } from '../../../schema/oauth/client.ts';
import { roleMayGrant, type Scope } from '../../../schema/oauth/scope.ts';
import type { Caller, ListedTool, Tool } from './tool.ts';

export interface Catalogue {
  /** Adds a tool. @throws {Error} if the name is taken or invalid */
  add(tool: Tool): void;
  find(name: string): Tool | undefined;
  /**
   * Returns the public tools, and those whose scope the client and the person's role allow. A scope that has not been
   * granted yet is requested when the tool is called.
   * @param narrowing comma-separated scope families, for clients that support only a limited number of tools
   */
  reachable(caller: Caller, narrowing: string | undefined): Promise<readonly ListedTool[]>;
}

/** The model APIs behind the clients accept no other names. */
const NAME = /^[a-z0-9_]{1,48}$/;

export function catalogueOf(app: FastifyInstance): Catalogue {
  const byName = new Map<string, Tool>();
  const listed = (isListed: (scope: Scope | undefined) => boolean): readonly ListedTool[] =>
    [...byName.values()].filter(({ scope }) => isListed(scope)).map((tool) => tool.listed);

  return {
    add(tool) {
      if (!NAME.test(tool.name)) throw new Error(`${tool.name} cannot be the name of a tool`);
      if (byName.has(tool.name)) throw new Error(`two tools have the name ${tool.name}`);
      byName.set(tool.name, tool);
    },

    find: (name) => byName.get(name),

    async reachable({ operator }, narrowing) {
      if (operator === undefined) return listed((scope) => scope === undefined);
      const ceiling = await ceilingOf(operator);
      const families = narrowing?.split(',').map((family) => family.trim());
      const isWanted = (scope: Scope): boolean =>
        ceiling.has(scope) && (families === undefined || families.includes(familyOf(scope)));
      return listed((scope) => scope === undefined || isWanted(scope));
    },
  };

  async function ceilingOf({ clientId, siteId, role }: NonNullable<Caller['operator']>): Promise<ReadonlySet<Scope>> {
    const client = await app.oauth.clients.find(clientId);
    return new Set(client && scopesAt(client, siteId).filter((scope) => roleMayGrant(role, scope)));
  }
}

const familyOf = (scope: Scope): string => scope.split(':', 1)[0] ?? scope;
