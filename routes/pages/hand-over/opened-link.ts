/** A hand-over link as a request brings it, and the page that it opens. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEvent, AuditEventName } from '../../../schema/audit/audit-event.ts';
import { type CredentialHash, hashCredential } from '../../../schema/credential.ts';
import type { LiveHandoverLink } from '../../../schema/handover-link.ts';
import type { StoredApplication } from '../../../schema/oauth/site-application.ts';
import type { Parameters } from '../../../schema/parameters.ts';
import { foreignForm } from '../../form.ts';
import { explorerApplication } from '../kit/explorer-application.ts';
import { frameFor, sendPage } from '../kit/sending.ts';
import { requestParameters } from './checks.ts';
import type { Finding } from './finding.ts';
import { samplesOf } from './samples.ts';
import { handOverGonePage, handOverPage, type SecretState } from './view.ts';

export const PATH = '/hand-over';
export const REVEAL = '/hand-over/secret';
export const TEST = '/hand-over/test';
const PURPOSE = 'hand-over';

/** A link that can be used, with its application. */
export interface Opened {
  hash: CredentialHash;
  token: string;
  link: LiveHandoverLink;
  application: StoredApplication;
}

/** What is shown of a test. */
interface Tested {
  address: string;
  findings: readonly Finding[];
}

export function openedLinks(app: FastifyInstance) {
  const { clock, config, originOf } = app;
  const { siteApplications } = app.oauth;
  const { loginSession } = app.people;

  const secretOf = ({ hash, token, link, application }: Opened): SecretState => {
    if (application.secretHash === undefined) return { is: 'none' };
    if (link.revealedAt !== null) return { is: 'used', at: link.revealedAt };
    return { is: 'waiting', action: REVEAL, csrf: loginSession.formToken(PURPOSE, hash), hidden: { token } };
  };

  return {
    async open(token: string): Promise<Opened | undefined> {
      const hash = hashCredential(token);
      const link = await siteApplications.handoverLinks.find(hash, clock());
      const application = link && (await siteApplications.find(link.siteId, link.clientId));
      return link && application && { hash, token, link, application };
    },

    /** Nobody is signed in, so the event names no person. */
    eventOf: ({ link }: Opened, event: AuditEventName, request: FastifyRequest): AuditEvent => ({
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
      opened: Opened,
      request: FastifyRequest,
      reply: FastifyReply,
      {
        secret = secretOf(opened),
        tested = { address: '', findings: [] },
      }: { secret?: SecretState; tested?: Tested } = {},
    ): Promise<FastifyReply> {
      const { hash, token, link, application } = opened;
      const { baseUrl, docsUrl } = config;
      const [redirectUri = ''] = application.redirectUris;
      const query = new URLSearchParams(requestParameters(application, redirectUri, baseUrl));
      const page = handOverPage(frameFor(request, undefined, link.siteName), {
        school: link.siteName,
        application,
        baseUrl,
        hasExplorer: (await explorerApplication(app, link.siteId)) !== undefined,
        samples: samplesOf(application, baseUrl, app.school.catalogue),
        expiresAt: link.expiresAt,
        secret,
        test: {
          ...tested,
          action: TEST,
          csrf: loginSession.formToken(PURPOSE, hash),
          hidden: { token },
          signInHref: `/oauth/authorize?${query}`,
          docsUrl,
        },
      });
      return sendPage(reply, page, 'scripted_form');
    },

    showGone: (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
      sendPage(reply.code(404), handOverGonePage(frameFor(request)), 'plain'),
  };
}
