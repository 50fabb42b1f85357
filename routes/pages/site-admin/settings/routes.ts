/** The settings of a school: its details, the features that it tries out, and of whom it demands a second factor. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApprovalPolicy } from '../../../../schema/school/approval.ts';
import {
  BETA_FEATURES,
  type BetaFeature,
  SIGN_IN_CHOICES,
  type SignInChoice,
} from '../../../../schema/school/beta-feature.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../../schema/text/language.ts';
import { goTo } from '../../../http.ts';
import type { Text } from '../../../words/index.ts';
import {
  button,
  errorSummary,
  field,
  linkButton,
  notice,
  optionsOf,
  postForm,
  select,
  tabs,
} from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { signedInBy } from '../../kit/reauthentication.ts';
import { settingsLinks } from '../menu.ts';
import {
  adminFrame,
  at,
  belowSchool,
  missing,
  type OperatorRequest,
  owns,
  runAs,
  SCHOOL,
  type SiteAdminPages,
  STAFF_RIGHTS,
  triesOut,
} from '../operator-pages.ts';
import { signInPath } from '../sign-in/school-provider.ts';
import { AGENTS, levelForms, levelSection, SECOND_FACTOR } from './levels.ts';

const SETTINGS = '/settings';
const SWITCH = `${SETTINGS}/features`;
const DETAILS = `${SETTINGS}/details`;

const REQUIRED = ['locale', 'timezone', 'currency'] as const;
/** Fields that may be empty. */
const OPTIONAL = ['contactEmail', 'supportUrl', 'termsUrl', 'privacyUrl'] as const;
const FIELDS = [...REQUIRED, ...OPTIONAL];
type DetailField = (typeof FIELDS)[number];

interface SchoolDetails {
  values: Record<DetailField, string>;
  wrong: readonly DetailField[];
  approvalPolicy: ApprovalPolicy;
}

export function settingsPages(app: FastifyInstance, pages: SiteAdminPages): void {
  const { managers } = pages;
  const show = definePage<OperatorRequest, SchoolDetails>(app, belowSchool(managers, SETTINGS), {
    at: `${SCHOOL}${SETTINGS}`,
    load: ({ signedIn }) => detailsOf(app, signedIn),
    title: (_details, { text }) => text.settings.title,
    lead: (_details, { signedIn }) => tabs(settingsLinks(signedIn, at(signedIn)), at(signedIn, SETTINGS)),
    done: ({ text: { settings } }) => ({ details: settings.details.done, agents: settings.agents.done }),
    isWrong: ({ wrong }) => wrong.length > 0,
    body(details, visit) {
      const { text } = visit;
      const changed = switchedText(visit);
      const wrong = details.wrong.map((id) => ({ id, label: text.settings.details[id] }));
      return html`${errorSummary(wrong, text)}
${changed !== undefined && notice('info', html`<p>${changed}</p>`)}
${detailsSection(details, visit)}
<section class="stack"><div class="intro"><h2>${text.settings.beta}</h2><p>${text.settings.lead}</p></div>
<ul class="rows">${featureItem(visit)}${signInItem(visit)}</ul></section>
${staffSection(visit)}
${levelSection(AGENTS, { chosen: details.approvalPolicy, demanded: app.config.approvalPolicy }, visit)}
${levelSection(SECOND_FACTOR, { chosen: visit.signedIn.membership.secondFactorFor, demanded: app.config.secondFactor }, visit)}
${owns(visit.signedIn.membership) && providerSection(visit)}`;
    },
  });

  levelForms(app, pages, AGENTS);
  levelForms(app, pages, SECOND_FACTOR);
  schoolDetails(app, pages, show);

  managers.set(`${SCHOOL}${SWITCH}`, async (signedIn, form, reply) => {
    const [feature = '', on = ''] = [form.get('feature'), form.get('on')];
    const changes = changesOf(feature, on);
    if (changes.length === 0) return missing(signedIn, reply);
    for (const [one, isOn] of changes) {
      const event = signedIn.event(isOn ? 'beta_feature_on' : 'beta_feature_off');
      await app.school.betaFeatures.switch(signedIn.membership.siteId, one, isOn, event);
    }
    if (form.get('next') === 'connect') return goTo(reply, at(signedIn, '/connect?done=feature'));
    return goTo(reply, at(signedIn, `${SETTINGS}?done=${feature}.${on}`));
  });
}

const signInOf = ({ membership }: OperatorRequest): SignInChoice =>
  SIGN_IN_CHOICES.find((one) => one !== 'auto' && triesOut(membership, one)) ?? 'auto';

/** Returns the features that a form switches: one, or those that stand for another choice of the same thing. */
function changesOf(name: string, on: string): (readonly [BetaFeature, boolean])[] {
  const isChoice = on === 'yes' && SIGN_IN_CHOICES.some((one) => one === name);
  const features = BETA_FEATURES.filter((one) => one === name || (isChoice && one !== 'mcp_connections'));
  return on === 'yes' || on === 'no' ? features.map((one) => [one, one === name && on === 'yes']) : [];
}

/** Says which change led here, with what stays as it is, if the change is still in effect. */
function switchedText({
  query,
  signedIn,
  text: { secondFactor, settings },
}: Visit<OperatorRequest>): string | undefined {
  const done = query.get('done') ?? '';
  if (done === 'second_factor') return secondFactor.demand.done;
  if (done === `${signInOf(signedIn)}.yes`) return settings.signIn.done;
  const [name, on] = done.split('.');
  if (name !== 'mcp_connections' || triesOut(signedIn.membership, name) !== (on === 'yes')) return undefined;
  const { name: feature, isOff, whileOff } = settings.features.mcp_connections;
  return on === 'yes' ? settings.done.on({ feature }) : `${settings.done.off({ feature })} ${isOff} ${whileOff}`;
}

/** Connected apps stay while their pages are turned off, and each can be stopped on other pages. */
const whileOff = (signedIn: OperatorRequest, { admin, settings }: Text): Html =>
  html`<p class="detail">${settings.features.mcp_connections.whileOff}</p>
<p class="detail"><a href="${at(signedIn, '/connections')}">${admin.area.pages.connections}</a> · <a href="${at(signedIn, '/connect')}">${admin.area.pages.connect}</a></p>`;

function featureItem({ csrf, signedIn, text }: Visit<OperatorRequest>): Html {
  const { settings: words } = text;
  const { name, what, whenOff } = words.features.mcp_connections;
  const isOn = triesOut(signedIn.membership, 'mcp_connections');
  return html`<li><div><h3 class="name">${name}</h3><p class="state"><span class="badge${!isOn && ' off'}">${isOn ? words.on : words.off}</span></p><p class="detail">${what}</p>
${isOn ? html`<p class="detail">${whenOff}</p>` : whileOff(signedIn, text)}</div>
${postForm({
  action: at(signedIn, SWITCH),
  csrf,
  hidden: { feature: 'mcp_connections', on: isOn ? 'no' : 'yes' },
  body: isOn ? button(words.switchOff({ feature: name }), 'secondary') : button(words.switchOn({ feature: name })),
})}</li>`;
}

function signInItem({ csrf, signedIn, text }: Visit<OperatorRequest>): Html {
  const { signIn } = text.settings;
  const options = optionsOf(SIGN_IN_CHOICES, signIn.choices);
  return html`<li><div><h3 class="name">${signIn.name}</h3><p class="detail">${signIn.what}</p></div>
${postForm({
  action: at(signedIn, SWITCH),
  csrf,
  hidden: { on: 'yes' },
  body: html`<div class="stack">${select({ name: 'feature', label: signIn.label, options, value: signInOf(signedIn) })}
<div class="inline">${button(signIn.change, 'secondary')}</div></div>`,
})}</li>`;
}

const providerSection = ({ signedIn, text: { providers } }: Visit<OperatorRequest>): Html =>
  html`<section class="stack" id="school-sign-in"><h2>${providers.title}</h2><p>${providers.lead}</p>
<p>${linkButton(signInPath(signedIn), providers.open, 'secondary')}</p></section>`;

const staffSection = ({ signedIn, text: { staffRights } }: Visit<OperatorRequest>): Html =>
  html`<section class="stack" id="staff"><h2>${staffRights.title}</h2><p>${signedIn.membership.staffScope === null ? staffRights.isDefault : staffRights.isOwn}</p>
<p>${linkButton(at(signedIn, STAFF_RIGHTS), staffRights.edit, 'secondary')}</p></section>`;

const valuesOf = (of: (name: DetailField) => string): SchoolDetails['values'] =>
  Object.fromEntries(FIELDS.map((name) => [name, of(name)])) as SchoolDetails['values'];

/** Returns the form with what is stored. */
async function detailsOf(app: FastifyInstance, signedIn: OperatorRequest): Promise<SchoolDetails> {
  const school = await runAs(app, signedIn, app.school.operations.get_school, {});
  const approvalPolicy = await app.school.approvals.policyOf(signedIn.membership.siteId);
  return { values: valuesOf((name) => school[name] ?? ''), wrong: [], approvalPolicy };
}

/** @param show answers with the page of the settings */
function schoolDetails(
  app: FastifyInstance,
  { managers }: SiteAdminPages,
  show: (signedIn: OperatorRequest, reply: FastifyReply, details: SchoolDetails) => FastifyReply,
): void {
  managers.set(`${SCHOOL}${DETAILS}`, async (signedIn, form, reply) => {
    const entered = valuesOf((name) => (form.get(name) ?? '').trim());
    const values = { ...entered, currency: entered.currency.toUpperCase() };
    const changes = await changesTo(values, signedIn);
    if (Object.keys(changes).length === 0) return goTo(reply, at(signedIn, `${SETTINGS}?done=details`));
    const { settings, look, shell } = signedIn.text;
    const sent = { signedIn, form, reply };
    const proof = await signedInBy(app, managers, sent, {
      frame: adminFrame(signedIn, SETTINGS),
      unlessLately: true,
      title: settings.details.title,
      consequences: html`<p>${look.lead}</p>`,
      hidden: values,
      submit: shell.save,
      tone: 'primary',
      cancelHref: at(signedIn, SETTINGS),
    });
    if ('sent' in proof) return proof.sent;
    try {
      await runAs(app, proof.entered, app.school.operations.update_school, changes);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const wrong = FIELDS.filter((name) => error.faults.some(({ path }) => path === name));
      if (wrong.length === 0) throw error;
      const { approvalPolicy } = await detailsOf(app, signedIn);
      return show(signedIn, reply.code(error.status), { values, wrong, approvalPolicy });
    }
    return goTo(reply, at(signedIn, `${SETTINGS}?done=details`));
  });

  /** Leaves out what stays the same: a time zone that is set again recalculates when all enrollments end. */
  async function changesTo(values: SchoolDetails['values'], signedIn: OperatorRequest) {
    const { values: stored } = await detailsOf(app, signedIn);
    const changed = FIELDS.filter((name) => values[name] !== stored[name]);
    const isOptional = (name: DetailField): boolean => OPTIONAL.some((one) => one === name);
    return Object.fromEntries(
      changed.map((name) => [name, values[name] === '' && isOptional(name) ? null : values[name]]),
    );
  }
}

/** The languages of the pages, and the language of the school if it is another one. */
const languagesWith = (locale: string): { value: string; label: string }[] => {
  const known = LANGUAGES.map((value) => ({ value: value as string, label: LANGUAGE_NAMES[value] }));
  return known.some(({ value }) => value === locale) ? known : [...known, { value: locale, label: locale }];
};

function detailsSection({ values, wrong }: SchoolDetails, { csrf, signedIn, text }: Visit<OperatorRequest>): Html {
  const { details: words } = text.settings;
  const about = (name: Exclude<DetailField, 'locale'>) => ({
    name,
    label: words[name],
    value: values[name],
    autocomplete: 'off',
    error: wrong.includes(name) ? words.problems[name] : undefined,
  });
  const link = { type: 'url', optional: true, maxLength: 2000 } as const;
  const language = { name: 'locale', label: words.locale, value: values.locale, hint: words.localeHint };
  return html`<section class="stack" id="details"><div class="intro"><h2>${words.title}</h2><p>${words.lead}</p></div>
${postForm({
  action: at(signedIn, DETAILS),
  csrf,
  body: [
    select({ ...language, options: languagesWith(values.locale) }),
    field({ ...about('timezone'), type: 'text', maxLength: 64, hint: words.timezoneHint }),
    field({ ...about('currency'), type: 'text', maxLength: 3, hint: words.currencyHint }),
    field({ ...about('contactEmail'), type: 'email', optional: true, maxLength: 254, hint: words.contactHint }),
    field({ ...about('supportUrl'), ...link, hint: words.supportHint }),
    field({ ...about('termsUrl'), ...link, hint: words.legalHint }),
    field({ ...about('privacyUrl'), ...link, hint: words.legalHint }),
    html`<div class="inline">${button(text.shell.save)}</div>`,
  ],
})}</section>`;
}
