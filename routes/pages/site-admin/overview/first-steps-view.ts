import type { Text } from '../../../words/index.ts';
import { button, postForm } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';

export type FirstStep = {
  name: keyof Text['schoolHome']['steps']['all'];
  isDone: boolean;
  href: string;
  /** Whether an authenticator app is the only second factor that can be added here. */
  isAppOnly?: boolean;
};

/** @param isOwner whether the person can make somebody else an owner */
export const firstStepsSection = (
  steps: readonly FirstStep[],
  { base, csrf, isOwner }: { base: string; csrf: string; isOwner: boolean },
  { schoolHome: { steps: text }, secondFactor }: Text,
): Html => {
  const item = ({ name, isDone, href, isAppOnly }: FirstStep): Html =>
    isDone
      ? html`<li class="done"><span>${text.all[name]}</span> <span class="badge">${text.done}</span></li>`
      : html`<li><a href="${href}">${isAppOnly ? secondFactor.setUp : text.all[name]}</a></li>`;
  const done = steps.filter(({ isDone }) => isDone).length;
  return html`<section class="panel steps"><h2>${text.title}</h2><p class="detail">${text.progress({ done, all: steps.length })}</p>
<ul>${steps.map(item)}</ul>
<p class="detail">${text.also.lead} <a href="${base}/settings">${text.also.details}</a>${isOwner && html` · <a href="${base}/members">${text.also.owner}</a>`}</p>
${postForm({ action: `${base}/first-steps`, csrf, body: button(text.hide, 'plain') })}</section>`;
};
