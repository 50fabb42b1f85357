/** The links by which a school hands an application over to whoever builds it: made, listed and revoked by its managers. */
import type { FastifyInstance } from 'fastify';
import {
  HANDOVER_LINK_LIFETIME,
  type HandoverLink,
  MAX_HANDOVER_LINKS,
} from '../../../../schema/clients/handover-link.ts';
import { type CredentialHash, hashCredential, makeHandoverToken } from '../../../../schema/credential.ts';
import type { StoredApplication } from '../../../../schema/oauth/site-application.ts';
import { goTo } from '../../../http.ts';
import { button, day, linkButton, postForm } from '../../kit/components.ts';
import { shownLinkPage } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import type { Visit } from '../../kit/page.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { sendPage } from '../../kit/sending.ts';
import type { OperatorRequest, Place } from '../operator-pages.ts';
import { applicationPath, findApplication, ONE, takeForm } from './application.ts';

export function applicationHandOver(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const { handoverLinks } = app.oauth.siteApplications;

  // Whoever has the link can replace the secret, so making one asks for the same as replacing the secret does.
  requireReauthentication<OperatorRequest, StoredApplication>(app, place.pages, {
    ...place,
    path: `${ONE}/hand-over`,
    async find(signedIn) {
      const application = await findApplication(app, signedIn);
      return application?.active === true ? application : undefined;
    },
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
      const links = await handoverLinks.ofApplication(application, MAX_HANDOVER_LINKS);
      const usable = links.filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > app.clock());
      if (usable.length >= MAX_HANDOVER_LINKS)
        return `${applicationPath(signedIn, application)}/developer?done=links_full`;
      const token = makeHandoverToken();
      const event = signedIn.event('handover_link_created', { clientId: application.id });
      const createdBy = signedIn.session.person.id;
      const expiresAt = event.at + HANDOVER_LINK_LIFETIME;
      await handoverLinks.create({ hash: hashCredential(token), application, createdBy, expiresAt }, event);
      const { text } = signedIn;
      const { made } = text.handOver.admin;
      const url = `${app.config.baseUrl}/hand-over?${new URLSearchParams({ token })}`;
      const next = { href: applicationPath(signedIn, application), label: text.applications.issued.on };
      return sendPage(
        reply,
        shownLinkPage(place.frame(signedIn), { ...made, name: application.name, url, next }),
        'own',
      );
    },
  });

  takeForm(app, place, '/hand-over/revoke', async ({ signedIn, form, reply, application }) => {
    const hash = Buffer.from(form.get('link') ?? '', 'base64url') as CredentialHash;
    const event = signedIn.event('handover_link_revoked', { clientId: application.id });
    await handoverLinks.revoke(application, hash, event);
    return goTo(reply, `${applicationPath(signedIn, application)}/developer?done=link_revoked`);
  });
}

function linkItem(link: HandoverLink, base: string, { csrf, language, text, timeZone }: Visit<OperatorRequest>): Html {
  const { admin } = text.handOver;
  const { hash, createdBy, createdAt, expiresAt, openedAt, revealedAt, revokedAt } = link;
  const date = (at: number): Html => day(at, language, timeZone);
  const revoking = {
    action: `${base}/hand-over/revoke`,
    csrf,
    hidden: { link: hash.toString('base64url') },
    body: button(admin.revoke, 'secondary'),
  };
  return html`<li><div><h3>${date(createdAt)}</h3>
<p class="detail">${createdBy !== null && html`${admin.by({ name: displayText(createdBy) })} · `}${admin.expires} ${date(expiresAt)}</p>
<p class="detail">${openedAt === null ? admin.notOpened : html`${admin.opened} ${date(openedAt)}`}${revealedAt !== null && html` · ${admin.revealed} ${date(revealedAt)}`}</p></div>
${revokedAt === null ? postForm(revoking) : html`<span class="badge off">${admin.revoked}</span>`}</li>`;
}

/** The links of an application, on its page. None can be made for a disabled one. */
export function handOverSection(
  application: StoredApplication,
  links: readonly HandoverLink[],
  visit: Visit<OperatorRequest>,
): Html {
  const { title, lead, leadPublic, create, disabled } = visit.text.handOver.admin;
  const base = applicationPath(visit.signedIn, application);
  return html`<section class="stack"><h2>${title}</h2><p>${application.secretHash === undefined ? leadPublic : lead}</p>
${links.length > 0 && html`<ul class="rows">${links.map((link) => linkItem(link, base, visit))}</ul>`}
<p>${application.active ? linkButton(`${base}/hand-over`, create, 'secondary') : disabled}</p></section>`;
}
