/** The cover of a course, a post or a product: a page that uploads a picture for it, or removes it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../../../schema/oauth/scope.ts';
import { CONTENT_HEAD, typeOf } from '../../../../schema/school/file-content.ts';
import { LOGO_CONTENT_TYPES } from '../../../../schema/school/logo-image.ts';
import type { Resource } from '../../../../schema/school/resource.ts';
import { course } from '../../../../schema/school/resources/courses.ts';
import { digitalProduct } from '../../../../schema/school/resources/digital-products.ts';
import { post } from '../../../../schema/school/resources/posts.ts';
import { MAX_COVER_BYTES } from '../../../../schema/school/upload.ts';
import { goTo } from '../../../http.ts';
import { backLink, notice, postForm } from '../../kit/components.ts';
import { cover } from '../../kit/cover.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage } from '../../kit/page.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { signedInLately } from '../../kit/reauthentication.ts';
import { pathOf, type Related, sameByProgram } from '../../kit/resource/area.ts';
import { notThere } from '../../kit/resource/form.ts';
import type { AreaPlace, Row } from '../../kit/resource/place.ts';
import { type PostHandler, signInAgain } from '../../kit/signed-in.ts';
import { logoUploadForm } from '../applications/logo.ts';
import { acceptFile } from '../form-with-file.ts';
import { at, type OperatorRequest, siteAdminPages } from '../operator-pages.ts';
import { refusalOf, runsThatSchool, storeFile } from './files.ts';

const MEGABYTES = String(MAX_COVER_BYTES / 1024 / 1024);
/** A form with a picture that is a little too large is read, so that the page can say so. */
const MAX_FORM_BYTES = MAX_COVER_BYTES + 64 * 1024;
/** In which strangers see it. */
const SEEN = new Set<unknown>(['published', 'scheduled']);

interface Covered {
  readonly row: Row;
  readonly picture: string | undefined;
  readonly problem?: Html;
}

type Place = AreaPlace<OperatorRequest>;

export function coverForms(app: FastifyInstance, place: Place): void {
  for (const resource of [course, post, digitalProduct]) coverForm(app, place, resource);
}

/** The button that leads to the page, for those who can change the cover. @param address of the record */
export const coverLink = (
  place: Place,
  signedIn: OperatorRequest,
  { write }: Pick<Resource, 'write'>,
  address: string,
): Related[] =>
  write !== undefined && place.may(signedIn, write) && place.may(signedIn, 'storage:write')
    ? [{ href: `${address}/cover`, label: `${signedIn.text.content.cover.title}…`, icon: 'pencil' }]
    : [];

function coverForm(app: FastifyInstance, place: Place, { one, many, read, write = read }: Resource): void {
  const here = place.within([read, write, 'storage:write'], pathOf(many));
  const path = `${place.path}${pathOf(many)}/:${one}/cover`;
  const update = place.operation(`update_${one}`);
  const recordOf = (signedIn: OperatorRequest): string =>
    at(signedIn, `${pathOf(many)}/${encodeURIComponent(pathParameter(signedIn.request, one))}`);
  const load = async (signedIn: OperatorRequest): Promise<Covered | undefined> => {
    const get = place.operation(`get_${one}`);
    const id = pathParameter(signedIn.request, one);
    const row = get && ((await place.run(signedIn, get, { id }).catch(notThere)) as Row | undefined);
    return row && { row, picture: await place.picture(signedIn, row.coverImageUrl) };
  };

  const send = definePage<OperatorRequest, Covered>(app, here, {
    at: path,
    load: ({ signedIn }) => load(signedIn),
    title: ({ row }, { text: { content } }) =>
      content.question({ action: content.cover.title, name: displayText(String(row.title)) }),
    top: ({ row }, { signedIn, text }) => html`<div class="intro">
${backLink(recordOf(signedIn), displayText(String(row.title)))}
<h1>${text.content.cover.title}</h1>
<p>${text.content.cover.lead({ megabytes: MEGABYTES })}</p></div>`,
    isWrong: ({ problem }) => problem !== undefined,
    body({ row, picture, problem }, { csrf, frame, signedIn, text }) {
      const form = { action: `${recordOf(signedIn)}/cover`, csrf, hidden: { seen: String(row.updatedAt) } };
      const remove = html`<div class="inline"><button type="submit" class="secondary" name="remove" value="1">${text.content.cover.remove}</button></div>`;
      return html`${problem !== undefined && notice('problem', problem)}
<p class="head">${cover(String(row.slug), frame, picture)}</p>
${logoUploadForm(form.action, csrf, text.applications.logo, form.hidden)}
${row.coverImageUrl != null && postForm({ ...form, body: remove })}
${sameByProgram(['create_upload', 'complete_upload', `update_${one}`].map(place.operation), text)}`;
    },
  });
  const refuse = async (signedIn: OperatorRequest, reply: FastifyReply, problem: Html): Promise<FastifyReply> => {
    const present = await load(signedIn);
    return present === undefined ? here.missing(signedIn, reply) : send(signedIn, reply, { ...present, problem });
  };
  takeCover(app, path, [read, write, 'storage:write'], {
    show: (signedIn, reply) =>
      refuse(signedIn, reply, html`<p>${signedIn.text.content.cover.tooLarge({ megabytes: MEGABYTES })}</p>`),
    async take(signedIn, form, reply) {
      const found = await load(signedIn);
      if (found === undefined || update === undefined) return here.missing(signedIn, reply);
      const { row } = found;
      const address = `${recordOf(signedIn)}/cover`;
      // A page that asks for the password cannot send the file once more.
      if (SEEN.has(row.status) && !signedInLately(app, signedIn))
        return goTo(reply, signInAgain(signedIn.request, signedIn.session, address));
      const isRemoved = form.get('remove') !== undefined;
      if (!isRemoved && !isPicture(signedIn.request))
        return refuse(signedIn, reply.code(400), html`<p>${signedIn.text.applications.logo.faults.not_an_image}</p>`);
      const seen = form.get('seen') ?? '';
      try {
        // Nothing is stored for what has changed meanwhile, which the operation refuses.
        const coverImageUrl = isRemoved || seen !== row.updatedAt ? null : await storePicture(app, signedIn);
        await place.run(signedIn, update, { id: row.id, coverImageUrl }, seen);
        return goTo(reply, `${recordOf(signedIn)}?done=saved`);
      } catch (error) {
        const { status, message } = refusalOf(error);
        const said = html`<p>${signedIn.text.content.upload.refused}</p><p lang="en">${message}</p>`;
        return refuse(signedIn, reply.code(status), said);
      }
    },
  });
}

const isPicture = ({ sentFile = Buffer.of(), sentFileName = '' }: FastifyRequest): boolean =>
  LOGO_CONTENT_TYPES.includes(typeOf(sentFileName, sentFile.subarray(0, CONTENT_HEAD)) ?? '');

async function storePicture(app: FastifyInstance, signedIn: OperatorRequest): Promise<string> {
  const { sentFile = Buffer.of(), sentFileName = '' } = signedIn.request;
  const id = await storeFile(app, signedIn, sentFileName, sentFile);
  return app.school.covers.addressOf({ siteId: signedIn.membership.siteId, assetId: id });
}

interface Taking {
  show(signedIn: OperatorRequest, reply: FastifyReply): Promise<FastifyReply>;
  take: PostHandler<OperatorRequest>;
}

function takeCover(app: FastifyInstance, path: string, scopes: readonly Scope[], { show, take }: Taking): void {
  app.register(async (scope) => {
    const pages = siteAdminPages(scope).seeing(...scopes);
    acceptFile(scope, MAX_FORM_BYTES, { pages, show });
    pages.post(path, take, { bodyLimit: MAX_FORM_BYTES, isFor: runsThatSchool });
  });
}
