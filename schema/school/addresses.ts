/**
 * The URLs of a school's public pages: on the school's own domain, if it states one, otherwise here, where the same paths
 * are served below `/schools/<slug>`.
 */

export interface AddressedSchool {
  slug: string;
  primaryDomain: string | null;
}

export type SchoolPath = `/schools/${string}`;

/** The path of a school on this server. */
export const schoolPath = (slug: string): SchoolPath => `/schools/${slug}`;

export const schoolUrl = (baseUrl: string, { slug, primaryDomain }: AddressedSchool): string =>
  primaryDomain === null ? `${baseUrl}${schoolPath(slug)}` : `https://${primaryDomain}`;

/** The path of what a member has at a school, on this server. Below it, a course and an event have the same paths. */
export const memberPath = (slug: string): string => `/account/schools/${slug}`;

/** Where a member finds courses and events: on the school's own site, if it states one, otherwise on the member's pages here. */
export const memberUrl = (baseUrl: string, school: AddressedSchool): string =>
  school.primaryDomain === null ? `${baseUrl}${memberPath(school.slug)}` : schoolUrl(baseUrl, school);

/** The path of a school's logo, whichever picture that is at the time. */
export const schoolLogoPath = (siteId: string): string => `/assets/schools/${siteId}/logo`;

/** Paths below the URL of the school. */
export const coursePath = (slug: string): string => `/courses/${slug}`;
export const lecturePath = (courseSlug: string, lectureId: string): string =>
  `${coursePath(courseSlug)}/lectures/${lectureId}`;
export const eventPath = (slug: string): string => `/events/${slug}`;
export const postPath = (slug: string): string => `/posts/${slug}`;
export const pagePath = (slug: string): string => `/pages/${slug}`;

/** Members keep courses that the school no longer publishes. These have no page, so the school's page stands for it. */
export const reachablePage =
  (siteUrl: string, isPublished: boolean) =>
  (path: string): string =>
    isPublished ? `${siteUrl}${path}` : siteUrl;
