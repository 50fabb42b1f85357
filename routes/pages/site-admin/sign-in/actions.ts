/** What owners do with the provider of a school, after they have proved two factors again. */
import type { FastifyInstance } from 'fastify';
import { memberTarget } from '../../../../schema/audit/audit-target.ts';
import { type SchoolProvider, SIGN_IN_BY, type SignInBy } from '../../../../schema/people/provider.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import type { OperatorRequest, Place } from '../operator-pages.ts';
import { matchingActions } from './matching.ts';
import { type Connected, isPossible, mayChange, SIGN_IN_ROUTE, seenOf, signInPath } from './school-provider.ts';

const MODES = { offered: 'offer', provider: 'require', account: 'turnOff' } as const;

export function providerActions(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const { providerIdentities, providerStore } = app.people;
  const done = (signedIn: OperatorRequest, isDone: boolean, what: string): string =>
    signInPath(signedIn, isDone ? `?done=${what}` : '');

  const find = async (signedIn: OperatorRequest): Promise<SchoolProvider | undefined> =>
    (await mayChange(app, signedIn)) ? providerStore.ofSite(signedIn.membership.siteId) : undefined;

  const asking = (signedIn: OperatorRequest, action: 'offer' | 'require' | 'turnOff' | 'remove') => {
    const { ask, ...words } = signedIn.text.providers;
    return {
      title: ask[action],
      consequences: html`<p>${ask[`${action}Text`]}</p>`,
      submit: words[action],
      cancelHref: signInPath(signedIn),
    };
  };

  requireReauthentication<OperatorRequest, { mode: SignInBy; provider: SchoolProvider }>(app, place.pages, {
    ...place,
    path: `${SIGN_IN_ROUTE}/mode/:mode`,
    demandsOwnFactor: true,
    async find(signedIn) {
      const mode = SIGN_IN_BY.find((one) => one === pathParameter(signedIn.request, 'mode'));
      const provider = await find(signedIn);
      return mode !== undefined && provider !== undefined && isPossible(app, signedIn, provider, mode)
        ? { mode, provider }
        : undefined;
    },
    async describe(signedIn, { mode, provider }) {
      const question = { ...asking(signedIn, MODES[mode]), tone: 'primary' } as const;
      if (mode !== 'provider') return question;
      const { ask } = signedIn.text.providers;
      const { connections, people } = await providerStore.requiring(provider, app.clock());
      const consequences = html`${question.consequences}<p>${ask.requireApps({ count: connections })} ${ask.requirePeople({ count: people })}</p>
${!provider.saysAuthTime && html`<p>${ask.requireNoAuthTime}</p>`}`;
      return { ...question, consequences };
    },
    async act(signedIn, { mode, provider }) {
      const event = signedIn.event('provider_mode_changed', { target: mode });
      return done(signedIn, await providerStore.setMode(seenOf(provider), mode, event), mode);
    },
  });

  matchingActions(app, place, find);

  requireReauthentication<OperatorRequest, SchoolProvider>(app, place.pages, {
    ...place,
    path: `${SIGN_IN_ROUTE}/remove`,
    demandsOwnFactor: true,
    find,
    describe: (signedIn) => asking(signedIn, 'remove'),
    act: async (signedIn, provider) =>
      done(signedIn, await providerStore.remove(seenOf(provider), signedIn.event('provider_removed')), 'removed'),
  });

  requireReauthentication<OperatorRequest, Connected[number]>(app, place.pages, {
    ...place,
    path: `${SIGN_IN_ROUTE}/people/:identity`,
    demandsOwnFactor: true,
    async find(signedIn) {
      const id = pathParameter(signedIn.request, 'identity').replaceAll('\0', ' ');
      return (await mayChange(app, signedIn)) ? providerIdentities.atSite(signedIn.membership.siteId, id) : undefined;
    },
    describe: (signedIn, { name, email, subject }) => {
      const { ask, people } = signedIn.text.providers;
      return {
        title: ask.disconnect,
        consequences: html`<p>${ask.disconnectText({ name: displayText(name || (email ?? subject)) })}</p>`,
        submit: people.disconnect,
        cancelHref: signInPath(signedIn),
      };
    },
    async act(signedIn, identity) {
      const event = signedIn.event('sign_in_disconnected', { target: memberTarget(identity.personId) });
      return done(signedIn, await providerIdentities.unlink(identity, 'school', event), 'disconnected');
    },
  });
}
