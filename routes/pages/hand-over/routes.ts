/**
 * The page that a link opens for whoever builds an application of a school. It needs no account. Opening it reveals
 * nothing that is secret, because mail programs open links, too.
 */
import type { FastifyInstance } from 'fastify';
import { hashCredential, makeClientSecret } from '../../../schema/credential.ts';
import { REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import { SECRET_OVERLAP_MS } from '../../../schema/oauth/site-application.ts';
import { readParameters } from '../../../schema/parameters.ts';
import { showFailures } from '../kit/sending.ts';
import { type Asked, handOverChecks } from './checks.ts';
import { openedLinks, PATH, REVEAL, TEST } from './opened-link.ts';
import { MAX_ADDRESS } from './view.ts';

export default async function handOverSurface(app: FastifyInstance): Promise<void> {
  const { clock } = app;
  const { handoverLinks } = app.oauth.siteApplications;
  showFailures(app);
  const { open, eventOf, requireOwnForm, show, showGone } = openedLinks(app);
  const checks = handOverChecks(app);
  const limit = app.volumeLimit(REQUESTS_PER_MINUTE.handOver, 60_000);
  const testLimit = app.volumeLimit(REQUESTS_PER_MINUTE.handOverTests, 60_000);

  app.get(PATH, async (request, reply) => {
    limit.takeFrom(request, reply);
    const opened = await open(readParameters(request.query).get('token') ?? '');
    if (opened === undefined) return showGone(request, reply);
    if (opened.link.openedAt === null) {
      await handoverLinks.open(opened.hash, eventOf(opened, 'handover_link_opened', request));
    }
    return show(opened, request, reply);
  });

  /**
   * Makes a new secret at this moment and shows it. A secret that was made before would have to be stored in a form from
   * which it can be read again.
   */
  app.post(REVEAL, async (request, reply) => {
    limit.takeFrom(request, reply);
    const token = requireOwnForm(request, readParameters(request.body));
    const opened = await open(token);
    if (opened === undefined || opened.application.secretHash === undefined) return showGone(request, reply);
    const secret = makeClientSecret();
    const isRevealed = await handoverLinks.reveal(
      opened.hash,
      opened.application,
      { hash: hashCredential(secret), previousEndsAt: clock() + SECRET_OVERLAP_MS },
      eventOf(opened, 'handover_secret_revealed', request),
    );
    if (isRevealed) return show(opened, request, reply, { secret: { is: 'shown', secret } });
    const present = await open(token);
    return present === undefined ? showGone(request, reply) : show(present, request, reply.code(409));
  });

  app.post(TEST, async (request, reply) => {
    limit.takeFrom(request, reply);
    const form = readParameters(request.body);
    const opened = await open(requireOwnForm(request, form));
    if (opened === undefined) return showGone(request, reply);
    testLimit.take(opened.application.id, reply);
    const address = (form.get('address') ?? '').trim().slice(0, MAX_ADDRESS);
    const asked: Asked = { application: opened.application, request, reply };
    const pasted = address === '' ? [] : [await checks.ofAddress(asked, address)];
    const findings = [...pasted, ...(await checks.ofApplication(asked))];
    await app.audit.record(eventOf(opened, 'handover_tested', request));
    return show(opened, request, reply, { tested: { address, findings } });
  });
}
