/** Adds the name, logo and colours of a school to the pages that belong to it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Parameters, readParameters } from '../../../schema/data/parameters.ts';
import { legalDocuments } from '../../../schema/school/legal-links.ts';
import { colorsPath } from '../../../schema/school/school-colors.ts';
import type { PageFrame } from './layout.ts';
import { frameFor } from './sending.ts';

/** Path of the stylesheets with the colours of schools. */
export const COLORS_PATH = '/assets/colors';
/** Path of the stylesheets with which colours are tried out. They change with a version, and are not kept for long. */
export const PREVIEWS_PATH = '/assets/previews';
/** Path of the logos of applications. */
export const LOGOS_PATH = '/assets/logos';
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
  const { name, colors, logo, legal } = found;
  // A broken image would be worse than none.
  const hasLogo = logo !== undefined && (await storage.isThere({ siteId, assetId: logo.assetId }));
  const expiresAt = (Math.floor(clock() / HOUR_MS) + 2) * HOUR_MS;
  const brand = {
    legal: legalDocuments(legal, config.baseUrl),
    ...(colors === undefined ? {} : { stylesheet: `${COLORS_PATH}/${colorsPath(colors)}.css` }),
    ...(!hasLogo ? {} : { logoSrc: signedUrls.make({ method: 'GET', siteId, assetId: logo.assetId }, expiresAt) }),
  };
  return { ...frame, schoolName: name, brand };
}

/** The frame of a page about a school that is known by its id, or only by its slug. */
export const schoolFrame = async (
  app: FastifyInstance,
  frame: PageFrame,
  { siteId, slug }: { siteId?: string | undefined; slug?: string | undefined },
): Promise<PageFrame> => {
  const named = siteId === undefined && slug !== undefined ? await app.school.platform.openSiteBySlug(slug) : undefined;
  return brandedFrame(app, frame, siteId ?? named?.id);
};

/** The frame of a page for whoever opened the link of an e-mail, and so is not told more than the e-mail told. */
export const framedFor = async (
  app: FastifyInstance,
  request: FastifyRequest,
  personId: string,
  cameFrom?: string,
): Promise<PageFrame> =>
  brandedFrame(app, frameFor(request), await app.people.memberships.schoolOf(personId, cameFrom));

const SCHOOL_ID = /^[A-Za-z0-9_-]{1,100}$/;

/** The school on whose page a person was before, as links and forms say. It decides about the look of a page and nothing else. */
export function cameFromOf(parameters: Parameters): string | undefined {
  const siteId = parameters.get('school') ?? '';
  return SCHOOL_ID.test(siteId) ? siteId : undefined;
}

/** The frame of a page that looks the same for every account: like the school that the person came from. */
export const framedAsBefore = (app: FastifyInstance, request: FastifyRequest, form?: Parameters): Promise<PageFrame> =>
  brandedFrame(app, frameFor(request), cameFromOf(form ?? readParameters(request.query)));
