/** The links by which a school hands an application over to whoever builds it: made, listed and revoked by its managers. */
import type { FastifyInstance } from 'fastify';
import { type CredentialHash, hashCredential, makeHandoverToken } from '../../../../schema/credential.ts';
import { HANDOVER_LINK_LIFETIME, MAX_HANDOVER_LINKS } from '../../../../schema/handover-link.ts';
import type { StoredApplication } from '../../../../schema/oauth/site-application.ts';
import { goTo } from '../../../http.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { sendPage } from '../../kit/sending.ts';
import { missing, type OperatorRequest, type SiteAdminPages } from '../operator-pages.ts';
import { applicationPath, applicationsFrame, findApplication, ONE } from './application.ts';
import { handOverLinkPage } from './hand-over-view.ts';

export function applicationHandOver(app: FastifyInstance, site: SiteAdminPages): void {
  const pages = site.with('mcp_connections');
  const { siteApplications } = app.oauth;
  const { handoverLinks } = siteApplications;

  // Whoever has the link can replace the secret, so making one asks for the same as replacing the secret does.
  requireReauthentication<OperatorRequest, StoredApplication>(app, pages, {
    path: `${ONE}/hand-over`,
    async find(signedIn) {
      const application = await findApplication(app, signedIn);
      return application?.active === true ? application : undefined;
    },
    frame: applicationsFrame,
    describe(signedIn, application) {
      const { confirm, create } = signedIn.text.handOver.admin;
      return {
        title: confirm.title({ app: displayText(application.name) }),
        consequences: html`<p>${application.secretHash === undefined ? confirm.noSecret : confirm.text}</p>`,
        submit: create,
        tone: 'primary',
        cancelHref: applicationPath(signedIn, application),
      };
    },
    async act(signedIn, application, _form, reply) {
      const href = applicationPath(signedIn, application);
      const links = await handoverLinks.ofApplication(application, MAX_HANDOVER_LINKS);
      const usable = links.filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > app.clock());
      if (usable.length >= MAX_HANDOVER_LINKS) return `${href}?done=links_full`;
      const token = makeHandoverToken();
      const event = signedIn.event('handover_link_created', { clientId: application.id });
      await handoverLinks.create(
        {
          hash: hashCredential(token),
          application,
          createdBy: signedIn.session.person.id,
          expiresAt: event.at + HANDOVER_LINK_LIFETIME,
        },
        event,
      );
      const page = handOverLinkPage(applicationsFrame(signedIn), {
        name: application.name,
        url: `${app.config.baseUrl}/hand-over?${new URLSearchParams({ token })}`,
        href,
      });
      return sendPage(reply, page, 'own');
    },
    missing,
  });

  pages.post(`${ONE}/hand-over/revoke`, async (signedIn, form, reply) => {
    const application = await findApplication(app, signedIn);
    if (application === undefined) return missing(signedIn, reply);
    const hash = Buffer.from(form.get('link') ?? '', 'base64url') as CredentialHash;
    await handoverLinks.revoke(
      application,
      hash,
      signedIn.event('handover_link_revoked', { clientId: application.id }),
    );
    return goTo(reply, `${applicationPath(signedIn, application)}?done=link_revoked`);
  });
}
