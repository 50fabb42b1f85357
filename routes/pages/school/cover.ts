/** The covers of a school's courses and events, from this origin: an uploaded picture of the school, otherwise a tile. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import { coursePath, eventPath, type SchoolPath, schoolPath } from '../../../schema/school/addresses.ts';
import { LOGO_CONTENT_TYPES } from '../../../schema/school/logo-image.ts';
import { OWN_COLORS } from '../../../schema/school/school-colors.ts';
import { OPEN_COURSES, OPEN_EVENTS } from '../../../schema/school/visibility.ts';
import { coverOf } from '../kit/cover.ts';
import { type Html, html } from '../kit/html.ts';

const COVER = '/cover';
const MAX_COVER_BYTES = 5 * 1024 * 1024;
/** A school may choose another picture or another colour. */
const CACHED = 'public, max-age=3600';

/** @param path of the course or event below the school's */
export const coverImage = (base: SchoolPath, path: string): Html =>
  html`<img class="cover" src="${base}${path}${COVER}" alt="" aria-hidden="true" width="300" height="200">`;

type Covered = { Params: { school: string; course?: string; event?: string } };

export function covers(app: FastifyInstance): void {
  const { assets, brands, publicContent, records, storage } = app.school;
  const limit = app.volumeLimit(REQUESTS_PER_MINUTE.downloads, 60_000);
  const found = {
    course: async (siteId: string, slug: string) => records('courses').findBy(siteId, { slug, ...OPEN_COURSES }),
    event: async (siteId: string, slug: string) => {
      const event = await records('events').findBy(siteId, { slug, ...OPEN_EVENTS });
      return event && { coverImageUrl: null };
    },
  };

  /** The picture, if its address is that of a file of the school, whatever else it says. */
  async function pictureAt(siteId: string, address: string | null) {
    const url = address === null ? null : URL.parse(address);
    const [, folder, ofSite, assetId = ''] = url?.pathname.split('/') ?? [];
    if (url?.origin !== new URL(app.config.baseUrl).origin || folder !== 'uploads' || ofSite !== siteId)
      return undefined;
    const asset = await records('assets').find(siteId, assetId);
    const isPicture = asset?.status === 'ready' && LOGO_CONTENT_TYPES.includes(asset.contentType);
    // A file of a product or a lecture is for those who may have it.
    const isShown = isPicture && (await assets.useOf(siteId, assetId)) === undefined;
    const size = isShown ? await storage.sizeOf({ siteId, assetId }) : undefined;
    return size === undefined || size > MAX_COVER_BYTES || asset === undefined
      ? undefined
      : { file: { siteId, assetId }, type: asset.contentType, size };
  }

  const serve = (kind: keyof typeof found, pathOf: (slug: string) => string): void => {
    const answer = async (request: FastifyRequest<Covered>, reply: FastifyReply) => {
      limit.takeFrom(request, reply);
      const { school: at, [kind]: slug = '' } = request.params;
      const school = await publicContent.school(at);
      const isOpen = school?.active === true && school.status !== 'paused';
      const covered = isOpen ? await found[kind](school.id, slug) : undefined;
      if (school === undefined || covered === undefined) return reply.callNotFound();
      reply.header('cache-control', CACHED);
      const picture = await pictureAt(school.id, covered.coverImageUrl);
      if (picture === undefined) {
        const { colors = OWN_COLORS } = (await brands.find(school.id)) ?? {};
        return reply.type('image/svg+xml').send(coverOf(slug, colors.theme));
      }
      reply.headers({ 'content-type': picture.type, 'content-length': picture.size });
      return request.method === 'HEAD' ? reply.send() : reply.send(await storage.read(picture.file));
    };
    // The HEAD route that Fastify adds would read the file.
    app.route<Covered>({
      method: ['GET', 'HEAD'],
      url: `${schoolPath(':school')}${pathOf(`:${kind}`)}${COVER}`,
      handler: answer,
    });
  };
  serve('course', coursePath);
  serve('event', eventPath);
}
