/** Where the pages of a school's OAuth applications are, and which application a page is about. */
import type { FastifyInstance } from 'fastify';
import type { StoredApplication } from '../../../../schema/oauth/site-application.ts';
import type { Text } from '../../../words/index.ts';
import { type Html, html } from '../../kit/html.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { adminFrame, at, type OperatorRequest, SCHOOL } from '../operator-pages.ts';

export const APPLICATIONS = '/applications';
/** The route of one application. */
export const ONE = `${SCHOOL}${APPLICATIONS}/:application`;

export const applicationPath = (signedIn: OperatorRequest, { id }: Pick<StoredApplication, 'id'>): string =>
  at(signedIn, `${APPLICATIONS}/${id}`);

export const findApplication = (
  { oauth: { siteApplications } }: FastifyInstance,
  { request, membership }: OperatorRequest,
): Promise<StoredApplication | undefined> =>
  siteApplications.find(membership.siteId, pathParameter(request, 'application'));

export const applicationsFrame = (signedIn: OperatorRequest) => adminFrame(signedIn, APPLICATIONS);

/** How the page looks that asks to sign in again before something is added. */
export const addingTo = (signedIn: OperatorRequest) =>
  ({ frame: applicationsFrame(signedIn), unlessLately: true, tone: 'primary' }) as const;

/** A badge that says whether an application is enabled. */
export const stateBadge = (active: boolean, { state }: Text['applications']): Html =>
  active ? html`<span class="badge">${state.active}</span>` : html`<span class="badge off">${state.disabled}</span>`;
