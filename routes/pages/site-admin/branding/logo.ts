/** Uploads a picture from a form and makes it the logo of a school. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  contentTypeOfLogo,
  type LogoFault,
  type LogoImage,
  MAX_LOGO_FORM_BYTES,
  readLogo,
} from '../../../../schema/school/logo-image.ts';
import { acceptFile } from '../../kit/form-with-file.ts';
import { html } from '../../kit/html.ts';
import { signedInBy, signedInLately } from '../../kit/reauthentication.ts';
import { goTo } from '../../kit/sending.ts';
import { signInAgain } from '../../kit/signed-in.ts';
import { runAs } from '../operator.ts';
import {
  adminFrame,
  at,
  type OperatorRequest,
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
      if (!signedInLately(app, signedIn)) return goTo(reply, signInAgain(signedIn.request, at(signedIn, '/look')));
      const logo = readLogo(signedIn.request.sentFile ?? Buffer.of());
      if (typeof logo === 'string') return refuse(signedIn, reply.code(400), logo);
      const logoAssetId = await store(app, signedIn, logo);
      await runAs(app, signedIn, app.school.operations.update_appearance, { logoAssetId });
      return goTo(reply, at(signedIn, '/look?done=logo'));
    });
  });

  managers.post(`${SCHOOL}${PATH}/remove`, async (signedIn, form, reply) => {
    const sent = { signedIn, form, reply };
    const proof = await signedInBy(app, managers, sent, changingTheLook(signedIn));
    if ('sent' in proof) return proof.sent;
    await runAs(app, proof.entered, app.school.operations.update_appearance, { logoAssetId: null });
    return goTo(reply, at(signedIn, '/look?done=logo_removed'));
  });
}

/** The page that asks to sign in again before a change that everybody sees who signs in. */
export const changingTheLook = (signedIn: OperatorRequest, hidden = {}) => ({
  hidden,
  frame: adminFrame(signedIn, '/look'),
  unlessLately: true,
  title: signedIn.text.look.title,
  consequences: html`<p>${signedIn.text.look.lead}</p>`,
  submit: signedIn.text.shell.save,
  tone: 'primary' as const,
  cancelHref: at(signedIn, '/look'),
});

/** Stores the picture among the files of the school, as an upload through the API does. @returns the id of the file */
async function store(app: FastifyInstance, signedIn: OperatorRequest, { name, image }: LogoImage): Promise<string> {
  const { operations, storage } = app.school;
  const { siteId } = signedIn.membership;
  const contentType = contentTypeOfLogo(name) ?? '';
  const extension = name.slice(name.lastIndexOf('.'));
  const announced = { filename: `logo${extension}`, contentType, size: image.length };
  const { id } = await runAs(app, signedIn, operations.create_upload, announced);
  const expected = { size: image.length, contentType, checksum: null };
  await storage.receive({ siteId, assetId: id }, Readable.from([image]), expected);
  await runAs(app, signedIn, operations.complete_upload, { id });
  return id;
}
