/** The logo of a school: the form that uploads a picture, and what makes it the logo. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type LogoFault,
  MAX_LOGO_BYTES,
  MAX_LOGO_FORM_BYTES,
  MAX_LOGO_PIXELS,
  readLogo,
} from '../../../../schema/school/logo-image.ts';
import { goTo } from '../../../http.ts';
import { button, notice, postForm } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import type { Visit } from '../../kit/page.ts';
import { signInAgainFirst } from '../../kit/proof-at-school.ts';
import { signedInBy, signedInLately } from '../../kit/reauthentication.ts';
import { logoUploadForm } from '../applications/logo.ts';
import { storeFile } from '../console/files.ts';
import { acceptFile } from '../form-with-file.ts';
import {
  adminFrame,
  at,
  type OperatorRequest,
  runAs,
  SCHOOL,
  type SiteAdminPages,
  siteAdminPages,
} from '../operator-pages.ts';

const PATH = '/look/logo';

/** @param refuse answers with the page and what is wrong with the picture */
export function schoolLogo(
  app: FastifyInstance,
  { managers }: SiteAdminPages,
  refuse: (signedIn: OperatorRequest, reply: FastifyReply, fault: LogoFault) => Promise<FastifyReply>,
): void {
  app.register(async (scope) => {
    const pages = siteAdminPages(scope).managers;
    acceptFile(scope, MAX_LOGO_FORM_BYTES, { pages, show: (signedIn, reply) => refuse(signedIn, reply, 'too_large') });
    pages.post(`${SCHOOL}${PATH}/upload`, async (signedIn, _form, reply) => {
      // A page that asks for the password cannot send the file once more.
      if (!signedInLately(app, signedIn)) return signInAgainFirst(signedIn, reply, at(signedIn, '/look'));
      const logo = readLogo(signedIn.request.sentFile ?? Buffer.of());
      if (typeof logo === 'string') return refuse(signedIn, reply.code(400), logo);
      const extension = logo.name.slice(logo.name.lastIndexOf('.'));
      const logoAssetId = await storeFile(app, signedIn, `logo${extension}`, logo.image);
      await runAs(app, signedIn, app.school.operations.update_appearance, { logoAssetId });
      return goTo(reply, at(signedIn, '/look?done=logo'));
    });
  });

  managers.post(`${SCHOOL}${PATH}/remove`, async (signedIn, form, reply) => {
    const sent = { signedIn, form, reply };
    const proof = await signedInBy(app, managers, sent, brandingConfirmation(signedIn));
    if ('sent' in proof) return proof.sent;
    await runAs(app, proof.entered, app.school.operations.update_appearance, { logoAssetId: null });
    return goTo(reply, at(signedIn, '/look?done=logo_removed'));
  });
}

/** The page that asks to sign in again before a change that everybody sees who signs in. */
export const brandingConfirmation = (signedIn: OperatorRequest, hidden = {}) => ({
  hidden,
  frame: adminFrame(signedIn, '/look'),
  unlessLately: true,
  title: signedIn.text.look.title,
  consequences: html`<p>${signedIn.text.look.lead}</p>`,
  submit: signedIn.text.shell.save,
  tone: 'primary' as const,
  cancelHref: at(signedIn, '/look'),
});

/** There is no picture to show if its file is missing. */
export function logoSection(
  { hasLogo, logoFault }: { hasLogo: boolean; logoFault?: LogoFault },
  { csrf, frame, signedIn, text: { applications, look } }: Visit<OperatorRequest>,
): Html {
  const { limits, faults } = applications.logo;
  const logoSrc = frame.brand?.logoSrc;
  const remove = html`<div class="inline">${button(look.logoRemove, 'secondary')}</div>`;
  return html`<section class="stack" id="logo"><div class="intro"><h2>${look.logoTitle}</h2><p>${look.logoLead}</p>
<p>${limits({ kilobytes: Math.floor(MAX_LOGO_BYTES / 1024), pixels: `${MAX_LOGO_PIXELS}` })}</p></div>
${logoFault !== undefined && notice('problem', html`<p>${faults[logoFault]}</p>`)}
${logoSrc !== undefined && html`<p><img class="tile large" src="${logoSrc}" alt="${look.logoNow}" width="48" height="48"></p>`}
${hasLogo && logoSrc === undefined && html`<p>${look.logoNotShown}</p>`}
${logoUploadForm(at(signedIn, `${PATH}/upload`), csrf, applications.logo)}
${hasLogo && postForm({ action: at(signedIn, `${PATH}/remove`), csrf, body: remove })}</section>`;
}
