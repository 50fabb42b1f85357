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
import { goTo } from '../../kit/sending.ts';
import { runAs } from '../operator.ts';
import { at, type OperatorRequest, SCHOOL, type SiteAdminPages, siteAdminPages } from '../operator-pages.ts';

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
      const logo = readLogo(signedIn.request.sentFile ?? Buffer.of());
      if (typeof logo === 'string') return refuse(signedIn, reply.code(400), logo);
      const logoAssetId = await store(app, signedIn, logo);
      await runAs(app, signedIn, app.school.operations.update_appearance, { logoAssetId });
      return goTo(reply, at(signedIn, '/look?done=logo'));
    });
  });

  managers.post(`${SCHOOL}${PATH}/remove`, async (signedIn, _form, reply) => {
    await runAs(app, signedIn, app.school.operations.update_appearance, { logoAssetId: null });
    return goTo(reply, at(signedIn, '/look?done=logo_removed'));
  });
}

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
