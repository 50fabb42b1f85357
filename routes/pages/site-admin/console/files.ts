/** The files of a school: the list, a form that uploads one, and what makes one part of a product. */

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { roleMayGrant } from '../../../../schema/oauth/scope.ts';
import { CONTENT_HEAD, typeOf } from '../../../../schema/school/file-content.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { asset } from '../../../../schema/school/resources/storage.ts';
import { ALLOWED_CONTENT_TYPES, UploadError } from '../../../../schema/school/upload.ts';
import { goTo } from '../../../http.ts';
import { button, bytesText, notice, postForm } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { pageSender } from '../../kit/page.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { sameByProgram } from '../../kit/resource/area.ts';
import { problemOf } from '../../kit/resource/form.ts';
import { resourceArea } from '../../kit/resource/index.ts';
import type { AreaPlace, Row } from '../../kit/resource/place.ts';
import { type FormOptions, runsSchool } from '../../kit/signed-in.ts';
import { acceptFile } from '../form-with-file.ts';
import { at, type OperatorRequest, runAs, siteAdminPages } from '../operator-pages.ts';

const PATH = '/assets';
const MEGABYTE = 1024 * 1024;
/** Of a form. It is read into memory, so larger files are uploaded by apps, to their own address. */
const MOST_MEGABYTES = 8;
const CHUNK = 64 * 1024;

export function fileAreas(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  resourceArea(app, place, {
    resource: asset,
    name: 'assets',
    usual: 'ready',
    columns: ['contentType', 'size', 'createdAt'],
    facts: ['status', 'contentType', 'size', 'checksumSha256', 'createdAt'],
    pages: ({ text }, address) => [{ href: `${address}/new`, label: text.content.upload.title }],
    related: ({ url }, { text }) =>
      typeof url === 'string' ? [{ href: url, label: text.shell.download, icon: 'download' }] : [],
  });
  uploadForm(app, place);
  detaching(app, place);
}

/** A page with a form that has a file, which needs no script. */
function uploadForm(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  const here = place.within(['storage:write'], PATH);
  const send = pageSender<OperatorRequest, { problem: string | undefined }>(app, here, {
    title: (_data, { text }) => text.content.upload.title,
    lead: (_data, { text }) => html`<p>${text.content.upload.lead({ megabytes: String(MOST_MEGABYTES) })}</p>`,
    isWrong: ({ problem }) => problem !== undefined,
    body({ problem }, { csrf, signedIn, text }) {
      const { upload } = text.content;
      const body = html`<div class="field"><label for="upload">${upload.file}</label>
<input id="upload" name="upload" type="file" accept="${ALLOWED_CONTENT_TYPES.join(',')}" required></div>
<div class="inline">${button(upload.submit)}</div>`;
      return html`${problem !== undefined && notice('problem', html`<p>${upload.refused}</p><p lang="en">${problem}</p>`)}
${postForm({ action: at(signedIn, `${PATH}/new`), csrf, hasFile: true, body })}
${sameByProgram(['create_upload', 'complete_upload'].map(place.operation), text)}`;
    },
  });
  here.pages.get(`${place.path}${PATH}/new`, (signedIn, reply) => send(signedIn, reply, { problem: undefined }));

  app.register(async (scope) => {
    const pages = siteAdminPages(scope).seeing('storage:write');
    const tooLarge = `the file is larger than ${MOST_MEGABYTES} MB`;
    acceptFile(scope, MOST_MEGABYTES * MEGABYTE, {
      pages,
      show: async (signedIn, reply) => send(signedIn, reply, { problem: tooLarge }),
    });
    pages.post(
      `${place.path}${PATH}/new`,
      async (signedIn, _form, reply) => {
        const { sentFile = Buffer.of(), sentFileName = '' } = signedIn.request;
        try {
          const id = await storeFile(app, signedIn, sentFileName, sentFile);
          return goTo(reply, at(signedIn, `${PATH}/${id}?done=uploaded`));
        } catch (error) {
          const { status, message } = refusalOf(error);
          return send(signedIn, reply.code(status), { problem: message });
        }
      },
      {
        bodyLimit: MOST_MEGABYTES * MEGABYTE,
        isFor: runsThatSchool,
      },
    );
  });
}

/** Only forms of those who run the school are read when they are long. */
export const runsThatSchool: NonNullable<FormOptions['isFor']> = (memberships, { params }) =>
  memberships.some((one) => one.slug === (params as { school: string }).school && runsSchool(one));

/** @throws what is no refusal */
export function refusalOf(error: unknown): { status: number; message: string } {
  if (error instanceof UploadError) return { status: 400, message: error.message };
  const { faults, message, status } = problemOf(error);
  return { status, message: faults.map((one) => `${one.path} ${one.message}`).join('; ') || message };
}

/** Takes a file off a product. */
function detaching(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  const { pages, missing } = place.within(['digital_products:read', 'digital_products:write'], '/digital-products');
  pages.post(`${place.path}/digital-products/:digital_product/files`, async (signedIn, form, reply) => {
    const id = pathParameter(signedIn.request, 'digital_product');
    const { detach_digital_product_file } = app.school.operations;
    try {
      await runAs(app, signedIn, detach_digital_product_file, { id, assetId: form.get('detach') });
    } catch (error) {
      // What is no id at all is not there, either.
      if (error instanceof ProblemError && error.status < 500) return missing(signedIn, reply);
      throw error;
    }
    return goTo(reply, at(signedIn, `/digital-products/${encodeURIComponent(id)}?done=acted`));
  });
}

type Attached = readonly { readonly assetId: string; readonly name: string; readonly size: number }[];

/** The files of a product, each with a button that takes it off. @param address of the record of the product */
export async function attachedFiles({ school }: FastifyInstance, row: Row, signedIn: OperatorRequest, address: string) {
  const { csrf, frame, membership, text } = signedIn;
  const { content } = text;
  const mayChange = roleMayGrant(membership, 'digital_products:write');
  const files = (row.files ?? []) as Attached;
  const rows = files.map(
    ({ assetId, name, size }) =>
      html`<tr><th scope="row">${displayText(name)}</th><td class="number">${bytesText(size, frame.language)}</td>${mayChange && html`<td><button type="submit" class="plain" name="detach" value="${assetId}" aria-label="${`${content.upload.detach}: ${displayText(name)}`}">${content.upload.detach}</button></td>`}</tr>`,
  );
  const table = html`<div class="table" role="group" aria-label="${content.fields.files}" tabindex="0"><table><tbody>${rows}</tbody></table></div>`;
  const markup = html`<section class="stack"><h2>${content.fields.files}</h2>
${files.length === 0 ? html`<p class="quiet">${content.areas.assets.none}</p>` : mayChange ? postForm({ action: `${address}/files`, csrf, body: table }) : table}</section>`;
  return { markup, operations: [school.operations.detach_digital_product_file] };
}

/** Stores a file as an upload through the API does. @returns its id */
export async function storeFile(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  filename: string,
  content: Buffer,
): Promise<string> {
  const { operations, storage } = app.school;
  const { siteId } = signedIn.membership;
  const contentType = typeOf(filename, content.subarray(0, CONTENT_HEAD));
  if (contentType === undefined) throw new UploadError('content', 'the content does not fit the name of the file');
  const size = content.length;
  const { id } = await runAs(app, signedIn, operations.create_upload, { filename, contentType, size });
  const chunks = Array.from({ length: Math.ceil(size / CHUNK) }, (_, n) =>
    content.subarray(n * CHUNK, (n + 1) * CHUNK),
  );
  await storage.receive({ siteId, assetId: id }, Readable.from(chunks), { size, contentType, checksum: null });
  await runAs(app, signedIn, operations.complete_upload, { id });
  return id;
}
