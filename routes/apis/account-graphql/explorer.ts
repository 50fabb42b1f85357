/**
 * Serves GraphiQL during development. Its files come from a package that is not installed in production. They are
 * already bundled, so the package's largest dependency is not installed either (`overrides` in package.json).
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readProgramFile } from '../../../schema/program/files.ts';

const PATH = '/account/explorer';

const FILES = {
  'react.js': ['node_modules/react/umd/react.production.min.js', 'text/javascript'],
  'react-dom.js': ['node_modules/react-dom/umd/react-dom.production.min.js', 'text/javascript'],
  'graphiql.js': ['node_modules/graphiql/graphiql.min.js', 'text/javascript'],
  'graphiql.css': ['node_modules/graphiql/graphiql.min.css', 'text/css'],
} as const;

const startScript = (endpoint: string): string =>
  `ReactDOM.createRoot(document.getElementById('explorer')).render(React.createElement(GraphiQL, {
  fetcher: GraphiQL.createFetcher({ url: ${JSON.stringify(endpoint)} }),
  defaultEditorToolsVisibility: 'headers',
  shouldPersistHeaders: false,
  defaultHeaders: '{ "Authorization": "Bearer " }',
  defaultQuery: '{\\n  viewer {\\n    email\\n    enrolledCourses(first: 5) {\\n      nodes { title expireDate lastWatchedLecture { title positionSeconds } }\\n    }\\n  }\\n}\\n',
}));
`;

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Account API explorer</title>
<link rel="stylesheet" href="${PATH}/graphiql.css"><link rel="stylesheet" href="${PATH}/page.css"></head>
<body><div id="explorer"></div>
<script src="${PATH}/react.js"></script><script src="${PATH}/react-dom.js"></script>
<script src="${PATH}/graphiql.js"></script><script src="${PATH}/start.js"></script></body></html>
`;

// GraphiQL adds inline styles at run time, and its editor parses queries in a worker.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export async function explorer(app: FastifyInstance, { endpoint }: { endpoint: string }): Promise<void> {
  const send = (reply: FastifyReply, type: string, body: string | Buffer): FastifyReply =>
    reply.headers({ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).send(body);

  app.get(PATH, (_request, reply) => send(reply.header('content-security-policy', POLICY), 'text/html', PAGE));
  app.get(`${PATH}/start.js`, (_request, reply) => send(reply, 'text/javascript', startScript(endpoint)));
  app.get(`${PATH}/page.css`, (_request, reply) => send(reply, 'text/css', 'body,#explorer{margin:0;height:100vh}'));
  for (const [name, [path, type]] of Object.entries(FILES)) {
    app.get(`${PATH}/${name}`, (_request, reply) => {
      const file = readIfPresent(path);
      return file === undefined ? reply.callNotFound() : send(reply, type, file);
    });
  }
}

/** @returns `undefined` if the package is not installed */
function readIfPresent(path: string): string | undefined {
  try {
    return readProgramFile(path);
  } catch {
    return undefined;
  }
}
