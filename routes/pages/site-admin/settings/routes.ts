/** Settings of a school: the features it tries out. */
import type { FastifyInstance } from 'fastify';
import { readParameters } from '../../../../schema/parameters.ts';
import { BETA_FEATURES, type BetaFeature } from '../../../../schema/school/beta-feature.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import { adminFrame, at, missing, type OperatorVisit, SCHOOL, type SiteAdminPages, triesOut } from '../visits.ts';
import { type Switched, settingsPage } from './view.ts';

const PATH = '/settings';
const SWITCH = '/settings/features';

const featureOf = (name: string | undefined): BetaFeature | undefined =>
  BETA_FEATURES.find((feature) => feature === name);

export function settingsPages(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { clock, originOf } = app;
  const { betaFeatures } = app.school;

  managers.show(`${SCHOOL}${PATH}`, (visit, reply) => {
    const page = settingsPage(adminFrame(visit, PATH), {
      isOn: (feature) => triesOut(visit.place, feature),
      action: at(visit, SWITCH),
      csrf: visit.csrf,
      done: switched(visit),
    });
    return sendPage(reply, page, 'own');
  });

  managers.take(`${SCHOOL}${SWITCH}`, async (visit, form, reply) => {
    const feature = featureOf(form.get('feature'));
    const on = form.get('on');
    if (feature === undefined || (on !== 'yes' && on !== 'no')) return missing(visit, reply);
    await betaFeatures.switch(visit.place.siteId, feature, on === 'yes', {
      ...originOf(visit.request),
      at: clock(),
      personId: visit.session.person.id,
    });
    if (form.get('next') === 'connect') return goTo(reply, at(visit, '/connect'));
    return goTo(reply, at(visit, `${PATH}?done=${feature}.${on}`));
  });

  /** What the switch that led here did, as long as it is still so. */
  function switched({ request, place }: OperatorVisit): Switched | undefined {
    const [name, on] = (readParameters(request.query).get('done') ?? '').split('.');
    const feature = featureOf(name);
    return feature !== undefined && triesOut(place, feature) === (on === 'yes')
      ? { feature, on: on === 'yes' }
      : undefined;
  }
}
