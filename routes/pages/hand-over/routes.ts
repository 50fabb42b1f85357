/**
 * The page that a link opens for whoever builds an application of a school. It needs no account. Opening it reveals
 * nothing that is secret, because mail programs open links, too.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEvent, AuditEventName } from '../../../schema/audit/audit-event.ts';
import { type CredentialHash, hashCredential, makeClientSecret } from '../../../schema/credential.ts';
import type { LiveHandoverLink } from '../../../schema/handover-link.ts';
import { REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { SECRET_OVERLAP_MS, type StoredApplication } from '../../../schema/oauth/site-application.ts';
import { readParameters } from '../../../schema/parameters.ts';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';
import { handOverGonePage, handOverPage, type SecretState } from './view.ts';

const PATH = '/hand-over';
const REVEAL = '/hand-over/secret';
const PURPOSE = 'hand-over';

/** A link that can be used, with its application. */
interface Opened {
  hash: CredentialHash;
  token: string;
  link: LiveHandoverLink;
  application: StoredApplication;
}

export default async function handOverSurface(app: FastifyInstance): Promise<void> {
  const { clock, originOf } = app;
  const { siteApplications } = app.oauth;
  const { handoverLinks } = siteApplications;
  const { loginSession } = app.people;
  showFailures(app);
  const limit = app.volumeLimit(REQUESTS_PER_MINUTE.handOver, 60_000);

  async function open(token: string): Promise<Opened | undefined> {
    const hash = hashCredential(token);
    const link = await handoverLinks.find(hash, clock());
    const application = link && (await siteApplications.find(link.siteId, link.clientId));
    return link && application && { hash, token, link, application };
  }

  /** Nobody is signed in, so the event names no person. */
  const eventOf = ({ link }: Opened, event: AuditEventName, request: FastifyRequest): AuditEvent => ({
    ...originOf(request),
    event,
    at: clock(),
    siteId: link.siteId,
    clientId: link.clientId,
  });

  function secretOf({ hash, token, link, application }: Opened): SecretState {
    if (application.secretHash === undefined) return { is: 'none' };
    if (link.revealedAt !== null) return { is: 'used', at: link.revealedAt };
    return { is: 'waiting', action: REVEAL, csrf: loginSession.formToken(PURPOSE, hash), hidden: { token } };
  }

  const show = ({ link, application }: Opened, secret: SecretState, request: FastifyRequest, reply: FastifyReply) => {
    const page = handOverPage(frameFor(request, undefined, link.siteName), {
      school: link.siteName,
      application,
      baseUrl: app.config.baseUrl,
      expiresAt: link.expiresAt,
      secret,
    });
    return sendPage(reply, page, 'scripted_form');
  };

  app.get(PATH, async (request, reply) => {
    limit.takeFrom(request, reply);
    const opened = await open(readParameters(request.query).get('token') ?? '');
    if (opened === undefined) return gone(request, reply);
    if (opened.link.openedAt === null) {
      await handoverLinks.open(opened.hash, eventOf(opened, 'handover_link_opened', request));
    }
    return show(opened, secretOf(opened), request, reply);
  });

  /**
   * Makes a new secret at this moment and shows it. A secret that was made before would have to be stored in a form from
   * which it can be read again.
   */
  app.post(REVEAL, async (request, reply) => {
    limit.takeFrom(request, reply);
    const form = readParameters(request.body);
    const token = form.get('token') ?? '';
    // RFC 6749 §10.12: accepts the form only from our own page, created for this link.
    if (loginSession.checkForm(request, form.get('csrf'), PURPOSE, hashCredential(token)) !== 'own') {
      throw new OAuthError('access_denied', 'this form was not sent from a page of this server', {
        reason: 'origin_foreign',
      });
    }
    const opened = await open(token);
    if (opened === undefined || opened.application.secretHash === undefined) return gone(request, reply);
    const secret = makeClientSecret();
    const isRevealed = await handoverLinks.reveal(
      opened.hash,
      opened.application,
      { hash: hashCredential(secret), previousEndsAt: clock() + SECRET_OVERLAP_MS },
      eventOf(opened, 'handover_secret_revealed', request),
    );
    if (isRevealed) return show(opened, { is: 'shown', secret }, request, reply);
    const present = await open(token);
    return present === undefined ? gone(request, reply) : show(present, secretOf(present), request, reply.code(409));
  });
}

const gone = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(404), handOverGonePage(frameFor(request)), 'plain');
