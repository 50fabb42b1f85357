/**
 * Serves stylesheets, scripts, the icon and the logos of applications. Their names contain a hash of the content, so they
 * can be cached for ever.
 */
import type { FastifyInstance } from 'fastify';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';
import { contentTypeOfLogo } from '../../schema/school/logo-image.ts';
import { colorsOf, schoolStylesheet } from '../../schema/school/school-colors.ts';
import { COLORS_PATH, LOGOS_PATH } from './kit/branding.ts';
import { icon, iconPath } from './kit/icon.ts';
import { scripts } from './kit/scripts.ts';
import { consentStylesheet, explorerStylesheet, manualStylesheet, stylesheet } from './kit/styles.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const CSS = 'text/css; charset=utf-8';

export default async function assetSurface(app: FastifyInstance): Promise<void> {
  const serve = (path: string, type: string, content: string) =>
    app.get(path, (_request, reply) =>
      reply.headers({ 'content-type': type, 'cache-control': FOR_EVER }).send(content),
    );

  for (const { path, css } of [stylesheet, manualStylesheet, consentStylesheet, explorerStylesheet])
    serve(path, CSS, css);
  serve(iconPath, 'image/svg+xml', icon);
  for (const { path, source } of scripts) serve(path, 'text/javascript; charset=utf-8', source);

  // There is a stylesheet for every pair of colours.
  app.get<{ Params: { colors: string } }>(`${COLORS_PATH}/:colors.css`, (request, reply) => {
    const colors = colorsOf(request.params.colors);
    if (colors === undefined) throw nothingHere();
    return reply.headers({ 'content-type': CSS, 'cache-control': FOR_EVER }).send(schoolStylesheet(colors));
  });

  app.get<{ Params: { logo: string } }>(`${LOGOS_PATH}/:logo`, async (request, reply) => {
    const { logo } = request.params;
    const type = contentTypeOfLogo(logo);
    const image = type && (await app.school.applicationLogos.find(logo));
    if (!image) throw nothingHere();
    return reply.headers({ 'content-type': type, 'cache-control': FOR_EVER }).send(image);
  });
}

const nothingHere = (): OAuthError =>
  new OAuthError('invalid_request', 'there is nothing at this URL', { reason: 'malformed_request', status: 404 });
