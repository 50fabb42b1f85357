/** The routes of a server, read from what the router prints. */
import type { FastifyInstance } from 'fastify';

export interface Route {
  method: string;
  /** With `:name` for what varies. */
  path: string;
}

const LINE = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/u;
const INDENT = 4;

export function routesOf(app: FastifyInstance): Route[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line): Route[] => {
      const [, indent = '', part = '', methods = ''] = LINE.exec(line) ?? [];
      if (part === '') return [];
      const depth = indent.length / INDENT;
      above.length = depth;
      above.push(part);
      const path = above.join('');
      return methods === '' ? [] : methods.split(', ').map((method) => ({ method, path }));
    });
}
