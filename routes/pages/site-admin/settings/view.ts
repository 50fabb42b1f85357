import { SECOND_FACTOR_LEVELS, type SecondFactorLevel } from '../../../../schema/people/second-factor.ts';
import { SIGN_IN_CHOICES, type SignInChoice } from '../../../../schema/school/beta-feature.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { button, linkButton, notice, postForm, select } from '../../kit/components.ts';
import { errorSummary } from '../../kit/error-summary.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { detailsSection, type SchoolDetails, wrongDetails } from './details-view.ts';

export type Switched = { on: boolean };

export type SecondFactorDemand = {
  /** Of whom the platform demands a second factor, and of whom the school does. */
  platform: SecondFactorLevel;
  school: SecondFactorLevel;
  /** Path of the form; `undefined` for people who cannot change it. */
  action: string | undefined;
  isSaved: boolean;
};

export type Settings = {
  /** Whether the school has the beta feature of its own apps. */
  isOn: boolean;
  signIn: { choice: SignInChoice; isSaved: boolean };
  /** Path of the forms that turn features on and off. */
  action: string;
  csrf: string;
  done?: Switched | undefined;
  details: SchoolDetails;
  areDetailsSaved: boolean;
  demand: SecondFactorDemand;
  staffRights: { href: string; isDefault: boolean };
  /** Where apps can be stopped while their pages are turned off. */
  connectionsHref: string;
  connectHref: string;
};

/** What becomes of connected apps while their pages are turned off, and where each can be stopped. */
const whileOff = ({ connectionsHref, connectHref }: Settings, { admin, settings }: Text): Html =>
  html`<p class="detail">${settings.features.mcp_connections.whileOff}</p>
<p class="detail"><a href="${connectionsHref}">${admin.area.pages.connections}</a> · <a href="${connectHref}">${admin.area.pages.connect}</a></p>`;

const featureItem = (view: Settings, all: Text): Html => {
  const { isOn: on, action, csrf } = view;
  const text = all.settings;
  const { name, what, whenOff } = text.features.mcp_connections;
  const badge = on ? html`<span class="badge">${text.on}</span>` : html`<span class="badge off">${text.off}</span>`;
  return html`<li><div><h3 class="name">${name}</h3><p class="state">${badge}</p><p class="detail">${what}</p>
${on && html`<p class="detail">${whenOff}</p>`}${!on && whileOff(view, all)}</div>
${postForm({
  action,
  csrf,
  hidden: { feature: 'mcp_connections', on: on ? 'no' : 'yes' },
  body: button(on ? text.switchOff({ feature: name }) : text.switchOn({ feature: name }), on ? 'secondary' : 'primary'),
})}</li>`;
};

/** What was turned on, or off, with what stays as it is. */
const doneText = ({ on }: Switched, { done, features }: Text['settings']): string => {
  const { name, isOff, whileOff: stays } = features.mcp_connections;
  return on ? done.on({ feature: name }) : `${done.off({ feature: name })} ${isOff} ${stays}`;
};

const signInItem = ({ signIn: { choice }, action, csrf }: Settings, { settings: { signIn } }: Text): Html => {
  const options = SIGN_IN_CHOICES.map((value) => ({ value, label: signIn.choices[value] }));
  return html`<li><div><h3 class="name">${signIn.name}</h3><p class="detail">${signIn.what}</p></div>
${postForm({
  action,
  csrf,
  hidden: { on: 'yes' },
  body: html`<div class="stack">${select({ name: 'feature', label: signIn.label, options, value: choice })}
<div class="inline">${button(signIn.change, 'secondary')}</div></div>`,
})}</li>`;
};

const demandSection = ({ demand: { platform, school, action }, csrf }: Settings, { secondFactor }: Text): Html => {
  const { title, lead, levels, ...text } = secondFactor.demand;
  const options = SECOND_FACTOR_LEVELS.map((value) => ({ value, label: levels[value] }));
  return html`<section class="stack" id="second-factor"><h2>${title}</h2><p>${lead}</p>
${platform !== 'off' && html`<p>${text.platform({ level: levels[platform] })}</p>`}
${
  action === undefined
    ? html`<p>${text.label}: ${levels[school]}.</p>`
    : postForm({
        action,
        csrf,
        body: [
          select({ name: 'level', label: text.label, options, value: school }),
          html`<div class="inline">${button(text.change, 'secondary')}</div>`,
        ],
      })
}</section>`;
};

const staffSection = ({ staffRights: { href, isDefault } }: Settings, { staffRights: text }: Text): Html =>
  html`<section class="stack" id="staff"><h2>${text.title}</h2><p>${isDefault ? text.isDefault : text.isOwn}</p>
<p>${linkButton(href, text.edit, 'secondary')}</p></section>`;

/** The page with the details of the school, the features that it tries out, and of whom it demands a second factor. */
export const settingsPage = (frame: PageFrame, settings: Settings): string => {
  const text = textFor(frame.language);
  const { title, lead, beta } = text.settings;
  const { done: last } = settings;
  const settingsText = last && doneText(last, text.settings);
  const body = html`<div class="intro"><h1>${title}</h1></div>
${errorSummary(wrongDetails(settings.details, text), text)}
${settings.areDetailsSaved && notice('info', html`<p role="status">${text.settings.details.done}</p>`)}
${settings.demand.isSaved && notice('info', html`<p>${text.secondFactor.demand.done}</p>`)}
${settings.signIn.isSaved && notice('info', html`<p>${text.settings.signIn.done}</p>`)}
${settingsText !== undefined && notice('info', html`<p>${settingsText}</p>`)}
${detailsSection(settings.details, settings.csrf, text)}
<section class="stack"><div class="intro"><h2>${beta}</h2><p>${lead}</p></div>
<ul class="rows">${featureItem(settings, text)}${signInItem(settings, text)}</ul></section>
${staffSection(settings, text)}
${demandSection(settings, text)}`;
  return page(frame, { title, body, isWrong: settings.details.wrong.length > 0 });
};
