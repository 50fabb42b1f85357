/** Every tool there is, and those that a caller could reach. */
import type { FastifyInstance } from 'fastify';
import { scopesAt } from '../../schema/client.ts';
import { roleMayGrant, type Scope } from '../../schema/scope.ts';
import { memberTools } from './member-tools.ts';
import { publicTools } from './public-tools.ts';
import { type Caller, type ListedTool, operatorTool, type Tool } from './tool.ts';

export interface Catalogue {
  find(name: string): Tool | undefined;
  /**
   * A14.5: public tools, and what this client and the person's role could be given; a scope that is only not granted yet
   * is obtained when the tool is called.
   * @param narrowing names of families, separated by commas, for clients that take only so many tools
   */
  reachable(caller: Caller, narrowing: string | undefined): Promise<readonly ListedTool[]>;
}

/** Model APIs behind the clients take no other names. */
const NAME = /^[a-z0-9_]{1,48}$/;

export function catalogueOf(app: FastifyInstance): Catalogue {
  const tools = [
    ...publicTools(app),
    ...memberTools(app),
    ...app.operations.map((operation) => operatorTool(app, operation)),
  ];
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length) throw new Error('two tools have the same name');
  const misnamed = tools.find(({ name }) => !NAME.test(name));
  if (misnamed !== undefined) throw new Error(`${misnamed.name} cannot be the name of a tool`);
  const forEveryone = tools.filter(({ scope }) => scope === undefined).map(({ listed }) => listed);

  return {
    find: (name) => byName.get(name),

    async reachable({ operator }, narrowing) {
      if (operator === undefined) return forEveryone;
      const ceiling = await ceilingOf(operator);
      const families = narrowing?.split(',').map((family) => family.trim());
      const isWanted = (scope: Scope): boolean =>
        ceiling.has(scope) && (families === undefined || families.includes(familyOf(scope)));
      return tools.filter(({ scope }) => scope === undefined || isWanted(scope)).map(({ listed }) => listed);
    },
  };

  async function ceilingOf({ clientId, siteId, role }: NonNullable<Caller['operator']>): Promise<ReadonlySet<Scope>> {
    const client = await app.clients.find(clientId);
    return new Set(client && scopesAt(client, siteId).filter((scope) => roleMayGrant(role, scope)));
  }
}

const familyOf = (scope: Scope): string => scope.split(':', 1)[0] ?? scope;
