/** The settings of a school: its details, the features that it tries out, and of whom it demands a second factor. */
import type { FastifyInstance } from 'fastify';
import {
  BETA_FEATURES,
  type BetaFeature,
  SIGN_IN_CHOICES,
  type SignInChoice,
} from '../../../../schema/school/beta-feature.ts';
import { goTo } from '../../../http.ts';
import type { Text } from '../../../words/index.ts';
import { button, errorSummary, linkButton, notice, postForm, select } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import {
  at,
  missing,
  type OperatorRequest,
  SCHOOL,
  type SiteAdminPages,
  STAFF_RIGHTS,
  triesOut,
} from '../operator-pages.ts';
import { belowSchool } from '../placed-pages.ts';
import { detailsOf, detailsSection, type SchoolDetails, schoolDetails } from './details.ts';
import { demandSection, secondFactorDemand } from './second-factor.ts';

const PATH = '/settings';
const SWITCH = '/settings/features';

export function settingsPages(app: FastifyInstance, pages: SiteAdminPages): void {
  const { managers } = pages;
  const show = definePage<OperatorRequest, SchoolDetails>(app, belowSchool(managers, PATH), {
    at: `${SCHOOL}${PATH}`,
    load: ({ signedIn }) => detailsOf(app, signedIn),
    title: (_details, { text }) => text.settings.title,
    done: ({ text }) => ({ details: text.settings.details.done }),
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
${demandSection(app.config.secondFactor, visit)}`;
    },
  });

  secondFactorDemand(app, pages);
  schoolDetails(app, pages, show);

  managers.post(`${SCHOOL}${SWITCH}`, async (signedIn, form, reply) => {
    const [feature = '', on = ''] = [form.get('feature'), form.get('on')];
    const changes = changesOf(feature, on);
    if (changes.length === 0) return missing(signedIn, reply);
    for (const [one, isOn] of changes) {
      const event = signedIn.event(isOn ? 'beta_feature_on' : 'beta_feature_off');
      await app.school.betaFeatures.switch(signedIn.membership.siteId, one, isOn, event);
    }
    if (form.get('next') === 'connect') return goTo(reply, at(signedIn, '/connect?done=feature'));
    return goTo(reply, at(signedIn, `${PATH}?done=${feature}.${on}`));
  });
}

const signInOf = ({ membership }: OperatorRequest): SignInChoice =>
  SIGN_IN_CHOICES.find((one) => one !== 'auto' && triesOut(membership, one)) ?? 'auto';

/** What a form turns on and off: one feature, or those that stand for another choice of the same thing. */
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
  const options = SIGN_IN_CHOICES.map((value) => ({ value, label: signIn.choices[value] }));
  return html`<li><div><h3 class="name">${signIn.name}</h3><p class="detail">${signIn.what}</p></div>
${postForm({
  action: at(signedIn, SWITCH),
  csrf,
  hidden: { on: 'yes' },
  body: html`<div class="stack">${select({ name: 'feature', label: signIn.label, options, value: signInOf(signedIn) })}
<div class="inline">${button(signIn.change, 'secondary')}</div></div>`,
})}</li>`;
}

const staffSection = ({ signedIn, text: { staffRights } }: Visit<OperatorRequest>): Html =>
  html`<section class="stack" id="staff"><h2>${staffRights.title}</h2><p>${signedIn.membership.staffScope === null ? staffRights.isDefault : staffRights.isOwn}</p>
<p>${linkButton(at(signedIn, STAFF_RIGHTS), staffRights.edit, 'secondary')}</p></section>`;
