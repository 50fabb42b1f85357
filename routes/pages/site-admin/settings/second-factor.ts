/** The form with which owners decide who needs a second factor to run the school, and the page that confirms it. */
import type { FastifyInstance } from 'fastify';
import { SECOND_FACTOR_LEVELS, type SecondFactorLevel } from '../../../../schema/people/second-factor.ts';
import { goTo } from '../../../http.ts';
import { button, postForm, select } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import type { Visit } from '../../kit/page.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { at, missing, type OperatorRequest, owns, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { belowSchool } from '../placed-pages.ts';

const SETTINGS = '/settings';
const DEMAND = '/settings/second-factor';

/** Returns the level that is named, if the person may demand it. */
const levelNamed = (name: string | undefined, { membership }: OperatorRequest): SecondFactorLevel | undefined =>
  owns(membership) ? SECOND_FACTOR_LEVELS.find((level) => level === name) : undefined;

export function secondFactorDemand(app: FastifyInstance, { managers }: SiteAdminPages): void {
  managers.post(`${SCHOOL}${DEMAND}`, (signedIn, form, reply) => {
    const level = levelNamed(form.get('level'), signedIn);
    return level === undefined ? missing(signedIn, reply) : goTo(reply, at(signedIn, `${DEMAND}/${level}`));
  });

  requireReauthentication<OperatorRequest, SecondFactorLevel>(app, managers, {
    ...belowSchool(managers, SETTINGS),
    path: `${SCHOOL}${DEMAND}/:level`,
    find: async (signedIn) => levelNamed(pathParameter(signedIn.request, 'level'), signedIn),
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
      const event = signedIn.event('second_factor_demand_changed', { target: level });
      await app.school.secondFactorDemands.set(signedIn.membership.siteId, level, event);
      return at(signedIn, `${SETTINGS}?done=second_factor`);
    },
  });
}

/** @param platform of whom the platform demands a second factor */
export function demandSection(platform: SecondFactorLevel, { csrf, signedIn, text }: Visit<OperatorRequest>): Html {
  const { title, lead, levels, ...words } = text.secondFactor.demand;
  const { secondFactorFor: school } = signedIn.membership;
  const options = SECOND_FACTOR_LEVELS.map((value) => ({ value, label: levels[value] }));
  const choice = html`${select({ name: 'level', label: words.label, options, value: school })}
<div class="inline">${button(words.change, 'secondary')}</div>`;
  return html`<section class="stack" id="second-factor"><h2>${title}</h2><p>${lead}</p>
${platform !== 'off' && html`<p>${words.platform({ level: levels[platform] })}</p>`}
${owns(signedIn.membership) ? postForm({ action: at(signedIn, DEMAND), csrf, body: choice }) : html`<p>${words.label}: ${levels[school]}.</p>`}</section>`;
}
