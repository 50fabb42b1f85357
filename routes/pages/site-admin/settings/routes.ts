/** The settings of a school: its details, and the features that it tries out. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readParameters } from '../../../../schema/parameters.ts';
import { BETA_FEATURES, type BetaFeature } from '../../../../schema/school/beta-feature.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import {
  adminFrame,
  at,
  missing,
  type OperatorRequest,
  SCHOOL,
  type SiteAdminPages,
  STAFF_RIGHTS,
  triesOut,
} from '../operator-pages.ts';
import { detailsOf, schoolDetails } from './details.ts';
import type { SchoolDetails } from './details-view.ts';
import { DEMAND, mayDemand, secondFactorDemand } from './second-factor.ts';
import { type Switched, settingsPage } from './view.ts';

const PATH = '/settings';
const SWITCH = '/settings/features';

const featureOf = (name: string | undefined): BetaFeature | undefined =>
  BETA_FEATURES.find((feature) => feature === name);

export function settingsPages(app: FastifyInstance, pages: SiteAdminPages): void {
  const { managers } = pages;
  const { clock, originOf } = app;
  const { betaFeatures } = app.school;
  secondFactorDemand(app, pages);
  schoolDetails(app, pages, show);

  managers.get(`${SCHOOL}${PATH}`, async (signedIn, reply) => show(signedIn, reply, await detailsOf(app, signedIn)));

  async function show(signedIn: OperatorRequest, reply: FastifyReply, details: SchoolDetails): Promise<FastifyReply> {
    const done = readParameters(signedIn.request.query).get('done');
    const page = settingsPage(adminFrame(signedIn, PATH), {
      isOn: (feature) => triesOut(signedIn.membership, feature),
      action: at(signedIn, SWITCH),
      csrf: signedIn.csrf,
      done: switched(signedIn),
      details,
      areDetailsSaved: done === 'details',
      demand: {
        platform: app.config.secondFactor,
        school: signedIn.membership.secondFactorFor,
        action: mayDemand(signedIn) ? at(signedIn, DEMAND) : undefined,
        isSaved: done === 'second_factor',
      },
      connectionsHref: at(signedIn, '/connections'),
      connectHref: at(signedIn, '/connect'),
      staffRights: { href: at(signedIn, STAFF_RIGHTS), isDefault: signedIn.membership.staffScope === null },
    });
    return sendPage(reply, page, 'own');
  }

  managers.post(`${SCHOOL}${SWITCH}`, async (signedIn, form, reply) => {
    const feature = featureOf(form.get('feature'));
    const on = form.get('on');
    if (feature === undefined || (on !== 'yes' && on !== 'no')) return missing(signedIn, reply);
    await betaFeatures.switch(signedIn.membership.siteId, feature, on === 'yes', {
      ...originOf(signedIn.request),
      at: clock(),
      personId: signedIn.session.person.id,
    });
    if (form.get('next') === 'connect') return goTo(reply, at(signedIn, '/connect?done=feature'));
    return goTo(reply, at(signedIn, `${PATH}?done=${feature}.${on}`));
  });

  /** Returns the change that led here, if it is still in effect. */
  function switched({ request, membership }: OperatorRequest): Switched | undefined {
    const [name, on] = (readParameters(request.query).get('done') ?? '').split('.');
    const feature = featureOf(name);
    return feature !== undefined && triesOut(membership, feature) === (on === 'yes')
      ? { feature, on: on === 'yes' }
      : undefined;
  }
}
