/** The OAuth applications of a school: where their pages are, which one a page is about, and how one is created. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { hashCredential } from '../../../../schema/credential.ts';
import type { ApplicationSettings, StoredApplication } from '../../../../schema/oauth/site-application.ts';
import type { Text } from '../../../words/index.ts';
import { type Html, html } from '../../kit/html.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import type { SentForm } from '../../kit/reauthentication.ts';
import { adminFrame, at, missing, type OperatorRequest, type Place, SCHOOL } from '../operator-pages.ts';

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

/** A form that was sent for an existing application. */
export interface SentFor extends SentForm<OperatorRequest> {
  application: StoredApplication;
}

/** Registers a form of one application. */
export const takeForm = (
  app: FastifyInstance,
  { pages }: Pick<Place<OperatorRequest>, 'pages'>,
  path: string,
  take: (sent: SentFor) => Promise<FastifyReply>,
): void =>
  pages.post(`${ONE}${path}`, async (signedIn, form, reply) => {
    const application = await findApplication(app, signedIn);
    return application === undefined ? missing(signedIn, reply) : take({ signedIn, form, reply, application });
  });

/** How the page looks that asks to sign in again before something is added. */
export const addingTo = (signedIn: OperatorRequest) =>
  ({ frame: adminFrame(signedIn, APPLICATIONS), unlessLately: true, tone: 'primary' }) as const;

/**
 * Derives the id of a new application from the form, so that sending it twice creates one. The secret prevents others
 * from choosing an id.
 */
export const newApplicationId = (
  { people: { loginSession } }: FastifyInstance,
  { membership, session }: OperatorRequest,
  once: string,
): string => `c_${loginSession.formToken('application', membership.siteId, session.person.id, once).slice(0, 22)}`;

interface NewApplication {
  id: string;
  settings: ApplicationSettings;
  /** Of an application that can keep one. */
  secret?: string | undefined;
  /** Where it was created, for the audit log. */
  target?: string;
}

/** @returns `undefined` if the form was sent before */
export async function createApplication(
  { oauth: { siteApplications } }: FastifyInstance,
  signedIn: OperatorRequest,
  { id, settings, secret, ...where }: NewApplication,
) {
  const event = signedIn.event('client_created', { clientId: id, ...where });
  const client = {
    ...settings,
    id,
    origin: 'site_application' as const,
    siteId: signedIn.membership.siteId,
    authMethod: secret === undefined ? ('none' as const) : ('client_secret_post' as const),
    createdAt: event.at,
    ...(secret === undefined ? {} : { secretHash: hashCredential(secret) }),
  };
  return (await siteApplications.create(client, event)) ? client : undefined;
}

/** A badge that says whether an application is enabled. */
export const stateBadge = (active: boolean, { state }: Text['applications']): Html =>
  active ? html`<span class="badge">${state.active}</span>` : html`<span class="badge off">${state.disabled}</span>`;
