/** Addresses that search engines and security researchers know: what may be read, and whom to tell of a problem. */
import type { FastifyInstance } from 'fastify';
import { documentOf, sendDocument } from '../cached-document.ts';

const PLAIN = 'text/plain; charset=utf-8';

/** RFC 9309 §2.2.2: the longest path that fits decides, so these pages, and what they look like, may be read, and nothing else. */
const ROBOTS = `User-agent: *
Allow: /$
Allow: /schools/
Allow: /docs
Allow: /auth.md
Allow: /llms.txt
Allow: /assets/
Disallow: /
`;

export function serveWellKnown(app: FastifyInstance): void {
  const { baseUrl, securityContact } = app.config;
  const robots = documentOf(ROBOTS, PLAIN);
  app.get('/robots.txt', (request, reply) => sendDocument(request, reply, robots));

  if (securityContact === undefined) return;
  const path = '/.well-known/security.txt';
  const { contacts, expires } = securityContact;
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(expires).toISOString()}`,
    `Canonical: ${baseUrl}${path}`,
  ];
  const security = documentOf(`${lines.join('\n')}\n`, PLAIN);
  // RFC 9116 §2.5.5: what has expired is not to be used.
  app.get(path, (request, reply) =>
    app.clock() < expires ? sendDocument(request, reply, security) : reply.callNotFound(),
  );
}
