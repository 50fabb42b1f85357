/** A school's own name, picture and colours on the pages where people sign in to it and decide. */
import type { FastifyInstance } from 'fastify';
import { colorsPath } from '../../../schema/school/school-colors.ts';
import type { PageFrame } from './layout.ts';

/** The stylesheets of schools follow from their addresses. */
export const COLORS_PATH = '/assets/colors';
/** A page that stays open this long shows no picture any more. */
const PICTURE_FOR_MS = 3_600_000;

/** The frame with the school's name and, where it has chosen any, its colours and picture. */
export async function brandedFrame(
  { clock, signedUrls, school: { brands, storage } }: FastifyInstance,
  frame: PageFrame,
  siteId: string | undefined,
): Promise<PageFrame> {
  const found = siteId === undefined ? undefined : await brands.find(siteId);
  if (siteId === undefined || found === undefined) return frame;
  const { name, colors, logoAssetId } = found;
  // A row may be there before its file, or in another place after a move: a broken picture is worse than none.
  const hasLogo = logoAssetId !== undefined && (await storage.sizeOf({ siteId, assetId: logoAssetId })) !== undefined;
  const brand = {
    ...(colors === undefined ? {} : { stylesheet: `${COLORS_PATH}/${colorsPath(colors)}.css` }),
    ...(!hasLogo
      ? {}
      : { logoSrc: signedUrls.make({ method: 'GET', siteId, assetId: logoAssetId }, clock() + PICTURE_FOR_MS) }),
  };
  return { ...frame, schoolName: name, brand };
}
