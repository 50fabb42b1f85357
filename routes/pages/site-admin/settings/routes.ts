/** The settings of a school: its details, and the features that it tries out. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readParameters } from '../../../../schema/parameters.ts';
import {
  BETA_FEATURES,
  type BetaFeature,
  SIGN_IN_CHOICES,
  type SignInChoice,
} from '../../../../schema/school/beta-feature.ts';
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

const signInOf = ({ membership }: OperatorRequest): SignInChoice =>
  SIGN_IN_CHOICES.find((one) => one !== 'auto' && triesOut(membership, one)) ?? 'auto';

/** What a form turns on and off: one feature, or those that stand for another choice of the same thing. */
function changesOf(name: string, on: string): (readonly [BetaFeature, boolean])[] {
  const isChoice = on === 'yes' && SIGN_IN_CHOICES.some((one) => one === name);
  const features = BETA_FEATURES.filter((one) => one === name || (isChoice && one !== 'mcp_connections'));
  return on === 'yes' || on === 'no' ? features.map((one) => [one, one === name && on === 'yes']) : [];
}

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
      isOn: triesOut(signedIn.membership, 'mcp_connections'),
      action: at(signedIn, SWITCH),
      csrf: signedIn.csrf,
      done: switched(signedIn),
      signIn: { choice: signInOf(signedIn), isSaved: done === `${signInOf(signedIn)}.yes` },
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
    const [feature = '', on = ''] = [form.get('feature'), form.get('on')];
    const changes = changesOf(feature, on);
    if (changes.length === 0) return missing(signedIn, reply);
    for (const [one, isOn] of changes) {
      await betaFeatures.switch(signedIn.membership.siteId, one, isOn, {
        ...originOf(signedIn.request),
        at: clock(),
        personId: signedIn.session.person.id,
      });
    }
    if (form.get('next') === 'connect') return goTo(reply, at(signedIn, '/connect?done=feature'));
    return goTo(reply, at(signedIn, `${PATH}?done=${feature}.${on}`));
  });

  /** Returns the change that led here, if it is still in effect. */
  function switched({ request, membership }: OperatorRequest): Switched | undefined {
    const [name, on] = (readParameters(request.query).get('done') ?? '').split('.');
    const feature = featureOf(name);
    return feature === 'mcp_connections' && triesOut(membership, feature) === (on === 'yes')
      ? { on: on === 'yes' }
      : undefined;
  }
}
