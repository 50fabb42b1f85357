/** The page where owners decide who needs a second factor to run the school. */
import type { FastifyInstance } from 'fastify';
import { SECOND_FACTOR_LEVELS, type SecondFactorLevel } from '../../../../schema/people/second-factor.ts';
import { html } from '../../kit/html.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { goTo } from '../../kit/sending.ts';
import { adminFrame, at, missing, type OperatorRequest, owns, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';

const SETTINGS = '/settings';
export const DEMAND = '/settings/second-factor';

const levelNamed = (name: string | undefined): SecondFactorLevel | undefined =>
  SECOND_FACTOR_LEVELS.find((level) => level === name);

export const mayDemand = ({ membership }: OperatorRequest): boolean => owns(membership);

export function secondFactorDemand(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { clock, originOf } = app;

  managers.post(`${SCHOOL}${DEMAND}`, (signedIn, form, reply) => {
    const level = levelNamed(form.get('level'));
    return level === undefined || !mayDemand(signedIn)
      ? missing(signedIn, reply)
      : goTo(reply, at(signedIn, `${DEMAND}/${level}`));
  });

  requireReauthentication<OperatorRequest, SecondFactorLevel>(app, managers, {
    path: `${SCHOOL}${DEMAND}/:level`,
    find: async (signedIn) =>
      mayDemand(signedIn) ? levelNamed((signedIn.request.params as { level: string }).level) : undefined,
    frame: (signedIn) => adminFrame(signedIn, SETTINGS),
    describe: (signedIn, level) => {
      const { demand } = signedIn.text.secondFactor;
      return {
        title: demand.changeTitle,
        consequences: html`<p>${demand.label}: ${demand.levels[level]}.</p><p>${demand.changeText}</p>`,
        submit: demand.save,
        tone: 'primary',
        cancelHref: at(signedIn, SETTINGS),
      };
    },
    async act(signedIn, level) {
      const { membership, request, session } = signedIn;
      await app.school.secondFactorDemands.set(membership.siteId, level, {
        ...originOf(request),
        event: 'second_factor_demand_changed',
        at: clock(),
        siteId: membership.siteId,
        personId: session.person.id,
        target: level,
      });
      return at(signedIn, `${SETTINGS}?done=second_factor`);
    },
    missing,
  });
}
