/**
 * Settings of a school with a few levels, and one that the platform demands at least: of whom a second factor is demanded, and
 * which calls of apps wait for a person. They are changed only by page, after signing in again.
 */
import type { FastifyInstance } from 'fastify';
import { SECOND_FACTOR_LEVELS, type SecondFactorLevel } from '../../../../schema/people/second-factor.ts';
import { APPROVAL_POLICIES, type ApprovalPolicy } from '../../../../schema/school/approval.ts';
import { goTo } from '../../../http.ts';
import type { Text } from '../../../words/index.ts';
import { button, optionsOf, postForm, select } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import type { Visit } from '../../kit/page.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import {
  at,
  belowSchool,
  missing,
  type OperatorRequest,
  owns,
  SCHOOL,
  type SiteAdminPages,
} from '../operator-pages.ts';

const SETTINGS = '/settings';

interface LevelWords<Level extends string> {
  readonly title: string;
  readonly lead: string;
  readonly label: string;
  readonly levels: Readonly<Record<Level, string>>;
  readonly change: string;
  readonly changeTitle: string;
  /** What a change means; by default, the lead. */
  readonly changeText?: string;
  readonly platform: (words: { level: string }) => string;
}

interface LevelSetting<Level extends string> {
  /** Of its form, below that of the settings, and of its section. */
  readonly id: string;
  /** Of its field. */
  readonly name: string;
  readonly levels: readonly Level[];
  /** The level that demands nothing. */
  readonly none: Level;
  readonly done: string;
  words(text: Text): LevelWords<Level>;
  mayChange(signedIn: OperatorRequest): boolean;
  set(app: FastifyInstance, signedIn: OperatorRequest, level: Level): Promise<unknown>;
}

/** Only owners choose it. */
export const SECOND_FACTOR: LevelSetting<SecondFactorLevel> = {
  id: 'second-factor',
  name: 'level',
  levels: SECOND_FACTOR_LEVELS,
  none: 'off',
  done: 'second_factor',
  words: ({ secondFactor }) => secondFactor.demand,
  mayChange: ({ membership }) => owns(membership),
  set: ({ school }, { event, membership }, target) =>
    school.secondFactorDemands.set(membership.siteId, target, event('second_factor_demand_changed', { target })),
};

/** Owners and administrators choose it. */
export const AGENTS: LevelSetting<ApprovalPolicy> = {
  id: 'agents',
  name: 'policy',
  levels: APPROVAL_POLICIES,
  none: 'nothing',
  done: 'agents',
  words: ({ settings }) => settings.agents,
  mayChange: () => true,
  set: ({ school }, { event, membership }, target) =>
    school.approvals.setPolicy(membership.siteId, target, event('agents_ask_changed', { target })),
};

export function levelForms<Level extends string>(
  app: FastifyInstance,
  { managers }: SiteAdminPages,
  setting: LevelSetting<Level>,
): void {
  const path = `${SETTINGS}/${setting.id}`;
  /** The level that is named, if the person may choose it. */
  const levelNamed = (name: string | undefined, signedIn: OperatorRequest): Level | undefined =>
    setting.mayChange(signedIn) ? setting.levels.find((one) => one === name) : undefined;

  managers.post(`${SCHOOL}${path}`, (signedIn, form, reply) => {
    const level = levelNamed(form.get(setting.name), signedIn);
    return level === undefined ? missing(signedIn, reply) : goTo(reply, at(signedIn, `${path}/${level}`));
  });

  requireReauthentication<OperatorRequest, Level>(app, managers, {
    ...belowSchool(managers, SETTINGS),
    path: `${SCHOOL}${path}/:${setting.name}`,
    find: async (signedIn) => levelNamed(pathParameter(signedIn.request, setting.name), signedIn),
    describe: (signedIn, level) => {
      const { changeText, changeTitle, label, lead, levels } = setting.words(signedIn.text);
      return {
        title: changeTitle,
        consequences: html`<p>${label}: ${levels[level]}.</p><p>${changeText ?? lead}</p>`,
        submit: signedIn.text.shell.save,
        tone: 'primary',
        cancelHref: at(signedIn, SETTINGS),
      };
    },
    async act(signedIn, level) {
      await setting.set(app, signedIn, level);
      return at(signedIn, `${SETTINGS}?done=${setting.done}`);
    },
  });
}

/** @param chosen by the school @param demanded by the platform at least */
export function levelSection<Level extends string>(
  setting: LevelSetting<Level>,
  { chosen, demanded }: { chosen: Level; demanded: Level },
  { csrf, signedIn, text }: Visit<OperatorRequest>,
): Html {
  const { change, label, lead, levels, platform, title } = setting.words(text);
  const options = optionsOf(setting.levels, levels);
  const body = html`${select({ name: setting.name, label, options, value: chosen })}
<div class="inline">${button(change, 'secondary')}</div>`;
  return html`<section class="stack" id="${setting.id}"><h2>${title}</h2><p>${lead}</p>
${demanded !== setting.none && html`<p>${platform({ level: levels[demanded] })}</p>`}
${setting.mayChange(signedIn) ? postForm({ action: at(signedIn, `${SETTINGS}/${setting.id}`), csrf, body }) : html`<p>${label}: ${levels[chosen]}.</p>`}</section>`;
}
