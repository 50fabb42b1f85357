/** The start page and the stylesheet. */
import type { FastifyInstance } from 'fastify';
import { homePage } from './pages/home.ts';
import { frameFor, sendPage, showFailures } from './pages/sending.ts';
import { stylesheet, stylesheetPath } from './pages/styles.ts';

const DOCUMENTS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-protected-resource',
  '/.well-known/jwks.json',
  '/auth.md',
  '/openapi.json',
] as const;

export default async function homeSurface(app: FastifyInstance): Promise<void> {
  const { config, loginSession } = app;
  showFailures(app);

  app.get('/', async (request, reply) => {
    const session = await loginSession.find(request);
    const signedIn =
      session === undefined
        ? {}
        : {
            signedInAs: session.person,
            signOutAction: '/oauth/logout/confirm',
            csrf: loginSession.formToken('sign out', session.id),
          };
    const documents = [
      ...DOCUMENTS.map((path) => ({ href: path, label: path })),
      { href: config.docsUrl, label: config.docsUrl },
    ];
    return sendPage(reply, homePage(frameFor(request), { baseUrl: config.baseUrl, documents, ...signedIn }), 'form');
  });

  // The name changes with the content.
  app.get(stylesheetPath, (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' })
      .send(stylesheet),
  );
}
