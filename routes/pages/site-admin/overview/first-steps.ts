/**
 * The list of first steps of a new school. A step is done when the school or the person is as it says. Whoever hides the
 * list keeps that in the browser.
 */
import type { FastifyInstance } from 'fastify';
import { FIRST_STEPS_MS } from '../../../../schema/school/figures.ts';
import { goTo } from '../../../http.ts';
import type { Text } from '../../../words/index.ts';
import { button, postForm } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import { at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import type { OwnNeeds } from './needs.ts';

type FirstStep = {
  name: keyof Text['schoolHome']['steps']['all'];
  isDone: boolean;
  href: string;
  /** Whether an authenticator app is the only second factor that can be added here. */
  isAppOnly?: boolean;
};

export interface FirstSteps {
  /** @returns nothing if they are all done, the school is older, or the person has hidden them or cannot do them */
  of(signedIn: OperatorRequest, own: OwnNeeds, usedApps: number): Promise<FirstStep[] | undefined>;
}

/** Also registers the form that hides them. */
export function firstSteps(app: FastifyInstance, pages: SiteAdminPages): FirstSteps {
  const { hiddenFirstSteps } = app.people;

  pages.managers.post(`${SCHOOL}/first-steps`, (signedIn, _form, reply) => {
    hiddenFirstSteps.hide(signedIn.request, reply, signedIn.membership.slug);
    return goTo(reply, at(signedIn));
  });

  return {
    async of(signedIn, own, usedApps) {
      const { siteId, slug } = signedIn.membership;
      if (!signedIn.manages || hiddenFirstSteps.isHidden(signedIn.request, slug)) return undefined;
      const createdAt = (await app.school.platform.siteCreatedAt(siteId)) ?? 0;
      if (createdAt + FIRST_STEPS_MS <= app.clock()) return undefined;
      const steps = await stepsOf(app, signedIn, own, usedApps);
      return steps.every(({ isDone }) => isDone) ? undefined : steps;
    },
  };
}

async function stepsOf(
  { people: { mailer, passkeys }, school: { brands, figures }, oauth: { connections } }: FastifyInstance,
  signedIn: OperatorRequest,
  own: OwnNeeds,
  usedApps: number,
): Promise<FirstStep[]> {
  const { siteId } = signedIn.membership;
  const [brand, hasAnother, apps] = await Promise.all([
    brands.find(siteId),
    figures.hasAnother(siteId, signedIn.session.person.id),
    usedApps > 0 ? undefined : connections.clientsOfSite(siteId, true),
  ]);
  return [
    // Without a mail server, nobody can confirm an address.
    ...(mailer.isOn ? [{ name: 'email', isDone: !own.email, href: '/account/profile' } as const] : []),
    {
      name: 'look',
      isDone: brand?.colors !== undefined || brand?.logo !== undefined,
      href: at(signedIn, '/look'),
    },
    { name: 'invitation', isDone: hasAnother, href: at(signedIn, '/members/invite') },
    { name: 'app', isDone: usedApps > 0 || (apps?.length ?? 0) > 0, href: at(signedIn, '/connect') },
    { name: 'factor', isDone: !own.factor, href: '/account/sign-in', isAppOnly: !passkeys.available },
  ];
}

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
