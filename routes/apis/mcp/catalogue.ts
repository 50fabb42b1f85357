/** Every tool there is, and those that a caller could reach. */
import type { FastifyInstance } from 'fastify';
import { scopesAt } from '../../../schema/oauth/client.ts';
import { roleMayGrant, type Scope } from '../../../schema/oauth/scope.ts';
import type { Caller, ListedTool, Tool } from './tool.ts';

export interface Catalogue {
  /** @throws {Error} when its name is taken, or one that no tool may have */
  add(tool: Tool): void;
  find(name: string): Tool | undefined;
  /**
   * Public tools, and what this client and the person's role could be given; a scope that is only not granted yet
   * is obtained when the tool is called.
   * @param narrowing names of families, separated by commas, for clients that take only so many tools
   */
  reachable(caller: Caller, narrowing: string | undefined): Promise<readonly ListedTool[]>;
}

/** Model APIs behind the clients take no other names. */
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
