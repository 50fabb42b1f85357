/** Sign-in with the provider of a school, for its owners: what is set, a test, and who is connected. */
import type { FastifyInstance } from 'fastify';
import type { SchoolProvider, SignInBy } from '../../../../schema/people/provider.ts';
import { PROVIDER_REFUSALS } from '../../../../schema/people/provider-sign-in.ts';
import { goTo } from '../../../http.ts';
import { day, dayText, fact, linkButton, moment, notice } from '../../kit/components.ts';
import { copyField } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { secondFactorFirst } from '../../kit/next-page.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { copyScript } from '../../kit/scripts.ts';
import { at, type OperatorRequest, type Place } from '../operator-pages.ts';
import { providerActions } from './actions.ts';
import { matching } from './matching.ts';
import {
  type Connected,
  connectedAt,
  isPossible,
  isTested,
  lacksFactor,
  mayChange,
  providerIdOf,
  SIGN_IN_ROUTE,
  signInPath,
} from './school-provider.ts';
import { providerForm } from './settings.ts';

const GUIDE = '/docs/run/school-sign-in';

interface SignInPage {
  provider: SchoolProvider | undefined;
  identities: Connected;
  /** Whether the owner has a second factor, without which nothing is changed here. */
  hasFactor: boolean;
}

export function schoolSignIn(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const { providerStore } = app.people;

  definePage<OperatorRequest, SignInPage>(app, place, {
    at: SIGN_IN_ROUTE,
    load: async ({ signedIn }) => ({
      provider: await providerStore.ofSite(signedIn.membership.siteId),
      identities: await connectedAt(app, signedIn),
      hasFactor: await mayChange(app, signedIn),
    }),
    title: (_page, { text }) => text.providers.title,
    lead: (_page, { text: { providers } }) =>
      html`<p>${providers.lead}</p><p><a href="${GUIDE}">${providers.guide}</a></p>`,
    done: ({ text }) => text.providers.done,
    body(page, visit) {
      const { query, signedIn, text } = visit;
      const reason = PROVIDER_REFUSALS.find((one) => one === query.get('refused'));
      const refusal = reason && text.providers.refusals[reason];
      const address = app.providers.redirectUri(providerIdOf(signedIn));
      return html`${refusal && notice('problem', html`<p>${refusal.what} ${refusal.next}</p>`)}
${page.hasFactor ? actions(app, page, visit) : factorFirst(visit)}
${page.provider === undefined ? html`<p>${text.providers.none}</p>` : facts(page.provider, visit)}
${page.provider && matching(page.provider, page, visit, app.clock())}
${copyField(text.shell, 'redirect-uri', text.providers.redirectUri, address)}
${people(page, visit)}`;
    },
    scripts: () => copyScript,
  });

  // A link, because a form of ours may lead to no other host (`form-action`).
  place.pages.get(`${SIGN_IN_ROUTE}/test`, async (signedIn, reply) => {
    const { frame, membership, request, session } = signedIn;
    const provider = await providerStore.ofSite(membership.siteId);
    if (provider === undefined || !(await mayChange(app, signedIn))) return place.missing(signedIn, reply);
    const base = signInPath(signedIn);
    const people = { personId: session.person.id, sessionId: session.id };
    const wish = { provider, purpose: 'test', ...people, maxAge: 0, locale: frame.language } as const;
    const begun = await app.providers.begin({ ...wish, next: `${base}?done=tested` }, request, reply);
    return goTo(reply, begun.refused === undefined ? begun.location : `${base}?refused=${begun.refused}`);
  });

  providerForm(app, place);
  providerActions(app, place);
}

const factorFirst = ({ signedIn, text }: Visit<OperatorRequest>): Html =>
  notice(
    'warning',
    html`<p>${text.providers.factor} <a href="${secondFactorFirst(signInPath(signedIn))}">${text.secondFactor.setUp}</a></p>`,
  );

function actions(
  app: FastifyInstance,
  { provider }: SignInPage,
  { signedIn, text: { providers } }: Visit<OperatorRequest>,
): Html {
  const link = (path: string, label: string, style: 'primary' | 'secondary' = 'secondary'): Html =>
    linkButton(signInPath(signedIn, path), label, style);
  if (provider === undefined) return html`<p>${link('/settings', providers.setUp, 'primary')}</p>`;
  const mode = (to: SignInBy, label: string, style: 'primary' | 'secondary' = 'secondary') =>
    isPossible(app, signedIn, provider, to) && link(`/mode/${to}`, label, style);
  const isOff = provider.signInBy === 'account';
  const tested = isTested(provider);
  return html`${!tested && notice('info', html`<p>${providers.untested}</p>`)}
${tested && !provider.saysAuthTime && notice('info', html`<p>${providers.noAuthTime}</p>`)}
${tested && lacksFactor(app, signedIn, provider) && notice('info', html`<p>${providers.oneFactor}</p>`)}
<div class="inline">${link('/test', providers.try, tested ? 'secondary' : 'primary')}
${mode('offered', providers.offer, isOff ? 'primary' : 'secondary')}${mode('provider', providers.require)}${mode('account', providers.turnOff)}
${link('/settings', providers.change)}${link('/remove', providers.remove)}</div>`;
}

function facts(provider: SchoolProvider, { language, text, timeZone }: Visit<OperatorRequest>): Html {
  const { facts: words, state } = text.providers;
  const { domains, joins, secretEndsAt, signInBy, testedAt } = provider;
  return html`<p class="state"><span class="badge${signInBy === 'account' && ' off'}">${state[signInBy]}</span></p>
<dl class="facts">
${fact(words.issuer, html`<code>${displayText(provider.issuer)}</code>`)}
${fact(words.clientId, html`<code>${displayText(provider.clientId)}</code>`)}
${secretEndsAt !== null && fact(words.secretEnds, day(secretEndsAt, language, timeZone))}
${testedAt !== null && fact(words.tested, moment(testedAt, language, timeZone))}
${domains.length > 0 && fact(text.providers.form.domains, displayText(domains.join(', ')))}
${fact(words.joins, joins ? words.joinsOn : words.joinsOff)}
</dl>`;
}

function people(page: SignInPage, { language, signedIn, text, timeZone }: Visit<OperatorRequest>): Html | undefined {
  const { people: words } = text.providers;
  const { identities, provider, hasFactor } = page;
  if (identities.length === 0)
    return provider && html`<section class="stack"><h2>${words.title}</h2><p>${words.none}</p></section>`;
  const rows = identities.map(
    ({ id, name, email, subject, issuer, personId, lastUsedAt }) =>
      html`<li><div><h3><a href="${at(signedIn, `/members/${personId}`)}">${displayText(name || (email ?? subject))}</a></h3>
<p class="detail">${displayText(email ?? subject)} · ${displayText(issuer)}</p><p class="detail">${words.used({ day: dayText(lastUsedAt, language, timeZone) })}</p></div>
${hasFactor && linkButton(signInPath(signedIn, `/people/${id}`), words.disconnect, 'secondary')}</li>`,
  );
  return html`<section class="stack"><h2>${words.title}</h2><ul class="rows">${rows}</ul>
</section>`;
}
