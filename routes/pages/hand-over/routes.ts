/**
 * The page that a link opens for whoever builds an application of a school. It needs no account. Opening it reveals
 * nothing that is secret, because mail programs open links, too.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEvent, AuditEventName } from '../../../schema/audit/audit-event.ts';
import { hashCredential, makeClientSecret } from '../../../schema/credential.ts';
import { type Parameters, readParameters } from '../../../schema/data/parameters.ts';
import { REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import { SECRET_OVERLAP_MS } from '../../../schema/oauth/site-application.ts';
import { foreignForm } from '../../form.ts';
import { textFor } from '../../words/index.ts';
import { explorerApplication } from '../kit/explorer-application.ts';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';
import { handOverChecks, requestParameters, type TestContext } from './checks.ts';
import { samplesOf } from './samples.ts';
import {
  type HandOver,
  handOverGonePage,
  handOverPage,
  MAX_ADDRESS,
  type OpenedHandOver,
  PATH,
  REVEAL,
  TEST,
} from './view.ts';

const PURPOSE = 'hand-over';

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
    if (opened === undefined) return showGone(reply);
    if (opened.link.openedAt === null) {
      await handoverLinks.open(opened.hash, eventOf(opened, 'handover_link_opened', request));
    }
    return show(opened, reply);
  });

  /**
   * Makes a new secret at this moment and shows it. A secret that was made before would have to be stored in a form from
   * which it can be read again.
   */
  app.post(REVEAL, async (request, reply) => {
    limit.takeFrom(request, reply);
    const token = requireOwnForm(request, readParameters(request.body));
    const opened = await open(token);
    if (opened?.application.secretHash === undefined) return showGone(reply);
    const newSecret = makeClientSecret();
    const isRevealed = await handoverLinks.reveal(
      opened.hash,
      opened.application,
      { hash: hashCredential(newSecret), previousEndsAt: clock() + SECRET_OVERLAP_MS },
      eventOf(opened, 'handover_secret_revealed', request),
    );
    if (isRevealed) return show(opened, reply, { newSecret });
    const present = await open(token);
    return present === undefined ? showGone(reply) : show(present, reply.code(409));
  });

  app.post(TEST, { config: { repeats: true } }, async (request, reply) => {
    limit.takeFrom(request, reply);
    const form = readParameters(request.body);
    const opened = await open(requireOwnForm(request, form));
    if (opened === undefined) return showGone(reply);
    testLimit.take(opened.application.id, reply);
    const address = (form.get('address') ?? '').trim().slice(0, MAX_ADDRESS);
    const { test: text } = textFor(frameFor(request).language).handOver;
    const test: TestContext = { application: opened.application, request, reply, text };
    const pasted = address === '' ? [] : [await checks.ofAddress(test, address)];
    const findings = [...pasted, ...(await checks.ofApplication(test))];
    await app.audit.record(eventOf(opened, 'handover_tested', request));
    return show(opened, reply, { address, findings });
  });
}

/** A hand-over link as a request brings it, and the page that it opens. */
function openedLinks(app: FastifyInstance) {
  const { clock, config, originOf } = app;
  const { siteApplications } = app.oauth;
  const { loginSession } = app.people;

  return {
    async open(token: string): Promise<OpenedHandOver | undefined> {
      const hash = hashCredential(token);
      const link = await siteApplications.handoverLinks.find(hash, clock());
      const application = link && (await siteApplications.find(link.siteId, link.clientId));
      return link && application && { hash, token, link, application };
    },

    /** Nobody is signed in, so the event names no person. */
    eventOf: ({ link }: OpenedHandOver, event: AuditEventName, request: FastifyRequest): AuditEvent => ({
      ...originOf(request),
      event,
      at: clock(),
      siteId: link.siteId,
      clientId: link.clientId,
    }),

    /**
     * RFC 6749 §10.12: accepts a form only from our own page, created for its link.
     * @returns the token of the link
     */
    requireOwnForm(request: FastifyRequest, form: Parameters): string {
      const token = form.get('token') ?? '';
      if (loginSession.checkForm(request, form.get('csrf'), PURPOSE, hashCredential(token)) === 'own') return token;
      throw foreignForm();
    },

    async show(
      opened: OpenedHandOver,
      reply: FastifyReply,
      result: Partial<Pick<HandOver, 'newSecret' | 'address' | 'findings'>> = {},
    ): Promise<FastifyReply> {
      const { hash, link, application } = opened;
      const { baseUrl, docsUrl } = config;
      const [redirectUri = ''] = application.redirectUris;
      const page = handOverPage(frameFor(reply.request, undefined, link.siteName), {
        opened,
        baseUrl,
        docsUrl,
        csrf: loginSession.formToken(PURPOSE, hash),
        hasExplorer: (await explorerApplication(app, link.siteId)) !== undefined,
        samples: samplesOf(application, baseUrl, app.school.catalogue),
        signInQuery: new URLSearchParams(requestParameters(application, redirectUri, baseUrl)),
        address: '',
        findings: [],
        ...result,
      });
      return sendPage(reply, page, 'scripted_form');
    },

    showGone: (reply: FastifyReply): FastifyReply =>
      sendPage(reply.code(404), handOverGonePage(frameFor(reply.request)), 'plain'),
  };
}
