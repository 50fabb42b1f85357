/** Adds the name, logo and colours of a school to the pages where people sign in to it and give consent. */
import type { FastifyInstance } from 'fastify';
import { colorsPath } from '../../../schema/school/school-colors.ts';
import type { PageFrame } from './layout.ts';

/** Path of the stylesheets with the colours of schools. */
export const COLORS_PATH = '/assets/colors';
/** The URL of the logo is valid for one to two hours, and the same for an hour, so that pages with it can be cached. */
const HOUR_MS = 3_600_000;

/** Returns the frame with the school's name and, if set, its colours and logo. */
export async function brandedFrame(
  { clock, config, signedUrls, school: { brands, storage } }: FastifyInstance,
  frame: PageFrame,
  siteId: string | undefined,
): Promise<PageFrame> {
  const found = siteId === undefined ? undefined : await brands.find(siteId);
  if (siteId === undefined || found === undefined) return frame;
  const { name, colors, logoAssetId } = found;
  // A file in the folder may be missing, for example because it was moved. A broken image would be worse than none.
  const hasLogo =
    logoAssetId !== undefined &&
    (config.bucket !== undefined || (await storage.sizeOf({ siteId, assetId: logoAssetId })) !== undefined);
  const expiresAt = (Math.floor(clock() / HOUR_MS) + 2) * HOUR_MS;
  const brand = {
    ...(colors === undefined ? {} : { stylesheet: `${COLORS_PATH}/${colorsPath(colors)}.css` }),
    ...(!hasLogo ? {} : { logoSrc: signedUrls.make({ method: 'GET', siteId, assetId: logoAssetId }, expiresAt) }),
  };
  return { ...frame, schoolName: name, brand };
}
