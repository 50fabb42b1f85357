/** The start page. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';
import { runsSchool } from '../kit/signed-in.ts';
import { waitsForSetup } from '../setup/waiting.ts';
import { homePage, type SignedInVisitor } from './view.ts';

const DOCUMENTS = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-protected-resource',
  '/.well-known/jwks.json',
  '/openapi.json',
] as const;

export default async function homeSurface(app: FastifyInstance): Promise<void> {
  const { config } = app;
  const { loginSession, memberships } = app.people;
  const isWaiting = waitsForSetup(app);
  showFailures(app);

  app.get('/', async (request, reply) => {
    const visitor = await signedIn(request);
    const page = homePage(frameFor(request), {
      baseUrl: config.baseUrl,
      docsUrl: config.docsUrl,
      documents: DOCUMENTS,
      command: `schoolgate connect --server ${config.baseUrl}`,
      signedIn: visitor,
      isWaiting: visitor === undefined && (await isWaiting()),
    });
    return sendPage(reply, page, 'form');
  });

  async function signedIn(request: FastifyRequest): Promise<SignedInVisitor | undefined> {
    const session = await loginSession.find(request);
    if (session === undefined) return undefined;
    const all = await memberships.of(session.person.id);
    return {
      account: session.person,
      runs: all.filter(runsSchool).map(({ slug, siteName: name }) => ({ slug, name })),
      csrf: loginSession.formToken('sign out', session.id),
    };
  }
}
