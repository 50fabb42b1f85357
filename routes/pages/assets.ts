/**
 * Serves stylesheets, scripts, the icon and the logos of applications. Their names contain a hash of the content, so they
 * can be cached for ever. The logos of schools, for e-mails, keep their address when they change.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';
import { schoolLogoPath } from '../../schema/school/addresses.ts';
import { contentTypeOfLogo, LOGO_CONTENT_TYPES } from '../../schema/school/logo-image.ts';
import { colorsOf, schoolStylesheet } from '../../schema/school/school-colors.ts';
import { COLORS_PATH, LOGOS_PATH, PREVIEWS_PATH } from './kit/branding.ts';
import { COVERS_PATH, coverOf } from './kit/cover.ts';
import { pageIcon, pageIconPath, sprite, spritePath } from './kit/icons.ts';
import { scripts } from './kit/scripts.ts';
import { previewStylesheet, stylesheets } from './kit/styles.ts';

/** An e-mail is opened for years, and shows the logo that the school has then. */
const FOR_AN_HOUR = 'public, max-age=3600';
const FOR_EVER = 'public, max-age=31536000, immutable';
const THEME = /^[0-9a-f]{6}$/;
const SLUG = /^[a-z0-9-]{1,200}$/;
const CSS = 'text/css; charset=utf-8';

export default async function assetSurface(app: FastifyInstance): Promise<void> {
  const serve = (path: string, type: string, content: string) =>
    app.get(path, (_request, reply) =>
      reply.headers({ 'content-type': type, 'cache-control': FOR_EVER }).send(content),
    );

  for (const { path, css } of stylesheets) serve(path, CSS, css);
  serve(pageIconPath, 'image/svg+xml', pageIcon);
  serve(spritePath, 'image/svg+xml', sprite);
  for (const { path, source } of scripts) serve(path, 'text/javascript; charset=utf-8', source);

  // There is a stylesheet for every pair of colours.
  app.get<{ Params: { colors: string } }>(`${COLORS_PATH}/:colors.css`, (request, reply) => {
    const colors = colorsOf(request.params.colors);
    if (colors === undefined) throw nothingHere();
    return reply.headers({ 'content-type': CSS, 'cache-control': FOR_EVER }).send(schoolStylesheet(colors));
  });

  app.get<{ Params: { colors: string } }>(`${PREVIEWS_PATH}/:colors.css`, (request, reply) => {
    const colors = colorsOf(request.params.colors);
    if (colors === undefined) throw nothingHere();
    return reply.headers({ 'content-type': CSS, 'cache-control': 'no-cache' }).send(previewStylesheet(colors));
  });

  app.get<{ Params: { theme: string; slug: string } }>(`${COVERS_PATH}/:theme/:slug.svg`, (request, reply) => {
    const { theme, slug } = request.params;
    if (!THEME.test(theme) || !SLUG.test(slug)) throw nothingHere();
    const headers = { 'content-type': 'image/svg+xml', 'cache-control': FOR_EVER };
    return reply.headers(headers).send(coverOf(slug, `#${theme}`));
  });

  app.get<{ Params: { logo: string } }>(`${LOGOS_PATH}/:logo`, async (request, reply) => {
    const { logo } = request.params;
    const type = contentTypeOfLogo(logo);
    const image = type && (await app.school.applicationLogos.find(logo));
    if (!image) throw nothingHere();
    return reply.headers({ 'content-type': type, 'cache-control': FOR_EVER }).send(image);
  });

  serveSchoolLogos(app);
}

/** The logo of a school for e-mails, which are read on pages of other origins, too. */
function serveSchoolLogos(app: FastifyInstance): void {
  const { brands, sites, storage } = app.school;
  const limit = app.volumeLimit(REQUESTS_PER_MINUTE.downloads, 60_000);

  const answer = async (request: FastifyRequest<{ Params: { siteId: string } }>, reply: FastifyReply) => {
    limit.takeFrom(request, reply);
    const { siteId } = request.params;
    const logo = (await brands.find(siteId))?.logo;
    if (logo === undefined || !LOGO_CONTENT_TYPES.includes(logo.contentType)) throw nothingHere();
    const file = { siteId, assetId: logo.assetId };
    const size = (await sites.isOpen(siteId)) ? await storage.sizeOf(file) : undefined;
    if (size === undefined) throw nothingHere();
    reply.headers({
      'content-type': logo.contentType,
      'content-length': size,
      'cache-control': FOR_AN_HOUR,
      'cross-origin-resource-policy': 'cross-origin',
    });
    return request.method === 'HEAD' ? reply.send() : reply.send(await storage.read(file));
  };
  // The HEAD route that Fastify adds would read the file.
  app.route<{ Params: { siteId: string } }>({
    method: ['GET', 'HEAD'],
    url: schoolLogoPath(':siteId'),
    handler: answer,
  });
}

const nothingHere = (): OAuthError =>
  new OAuthError('malformed_request.fault', { fault: 'there is nothing at this URL' }, { status: 404 });
