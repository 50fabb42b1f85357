/** Matching people again whose `sub` has changed at the provider, which owners open for some days and end. */
import type { FastifyInstance } from 'fastify';
import { MATCHING_MS, type SchoolProvider } from '../../../../schema/people/provider.ts';
import { dayText, linkButton, moment } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';
import type { Visit } from '../../kit/page.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import type { OperatorRequest, Place } from '../operator-pages.ts';
import { type Connected, isOutdated, SIGN_IN_ROUTE, seenOf, signInPath } from './school-provider.ts';

const isOpen = ({ matchUntil }: SchoolProvider, now: number): boolean => (matchUntil ?? 0) > now;

/** The section of the page, if the `sub` of somebody may have changed. */
export function matching(
  provider: SchoolProvider,
  { identities, hasFactor }: { identities: Connected; hasFactor: boolean },
  { language, signedIn, text, timeZone }: Visit<OperatorRequest>,
  now: number,
): Html | false {
  const count = identities.filter((one) => isOutdated(provider, one)).length;
  const open = isOpen(provider, now);
  const { matching: words } = text.providers;
  const action = open
    ? linkButton(signInPath(signedIn, '/match/end'), words.end, 'secondary')
    : linkButton(signInPath(signedIn, '/match/start'), words.start, 'secondary');
  return (
    (count > 0 || open) &&
    html`<section class="stack" id="matching"><h2>${words.title}</h2><p>${words.count({ count })} ${open ? html`${words.open} ${moment(provider.matchUntil ?? 0, language, timeZone)}` : words.lead}</p>
${hasFactor && html`<div class="inline">${action}</div>`}</section>`
  );
}

const KINDS = {
  start: { event: 'provider_match_opened', done: 'match_start' },
  end: { event: 'provider_match_closed', done: 'match_end' },
} as const;
type Kind = keyof typeof KINDS;

export function matchingActions(
  app: FastifyInstance,
  place: Place<OperatorRequest>,
  find: (signedIn: OperatorRequest) => Promise<SchoolProvider | undefined>,
): void {
  requireReauthentication<OperatorRequest, { kind: Kind; provider: SchoolProvider }>(app, place.pages, {
    ...place,
    path: `${SIGN_IN_ROUTE}/match/:kind`,
    demandsOwnFactor: true,
    async find(signedIn) {
      const kind = (['start', 'end'] as const).find((one) => one === pathParameter(signedIn.request, 'kind'));
      const provider = await find(signedIn);
      const isPossible = provider !== undefined && isOpen(provider, app.clock()) === (kind === 'end');
      return kind !== undefined && isPossible ? { kind, provider } : undefined;
    },
    describe(signedIn, { kind, provider: { domains } }) {
      const { matching: words } = signedIn.text.providers;
      const day = dayText(app.clock() + MATCHING_MS, signedIn.frame.language, signedIn.membership.timezone ?? 'UTC');
      const asked = kind === 'end' ? words.askEnd : words.ask;
      const consequences =
        kind === 'end'
          ? html`<p>${words.endText}</p>`
          : html`<p>${words.text({ day })}</p><p>${words.who}</p>${domains.length === 0 && html`<p>${words.noDomains}</p>`}`;
      return {
        title: asked,
        consequences,
        submit: words[kind],
        tone: 'primary' as const,
        cancelHref: signInPath(signedIn),
      };
    },
    async act(signedIn, { kind, provider }) {
      const event = signedIn.event(KINDS[kind].event);
      const until = kind === 'end' ? null : event.at + MATCHING_MS;
      const isDone = await app.people.providerStore.setMatching(seenOf(provider), until, event);
      return signInPath(signedIn, isDone ? `?done=${KINDS[kind].done}` : '');
    },
  });
}
