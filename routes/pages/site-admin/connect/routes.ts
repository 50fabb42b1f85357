/** The page that explains how to connect clients to this server, with its current configuration. */
import type { FastifyInstance } from 'fastify';
import { SCOPE_SUBJECTS } from '../../../../schema/oauth/scope.ts';
import { kindOf } from '../../../../schema/oauth/site-application.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import { keysOf } from '../../../../schema/record.ts';
import { toolUrl } from '../../../../schema/tool-url.ts';
import { displayText } from '../../kit/display-text.ts';
import { sendPage } from '../../kit/sending.ts';
import { developerFacts } from '../developer-facts.ts';
import {
  adminFrame,
  at,
  missing,
  type OperatorRequest,
  SCHOOL,
  type SiteAdminPages,
  triesOut,
} from '../operator-pages.ts';
import { deciders } from '../reviews/reviewed-apps.ts';
import { ATTEMPTS, attemptPages } from './attempts.ts';
import { CLIENTS, guideOf, slugInAddresses } from './clients.ts';
import type { KnownClient } from './guides.ts';
import {
  applicationFor,
  membersSwitch,
  type Standing,
  serveMembers,
  staffSwitch,
  standingsAt,
  type Who,
} from './standing.ts';
import { assistantSwitches, CONNECT as PATH, reviewsOf } from './switch-routes.ts';
import type { SwitchView } from './switch-view.ts';
import { type Addresses, addressesPage, connectPage, guidePage, type Switching } from './view.ts';

const ADDRESSES = `${PATH}/addresses`;

const SWITCHES = ['staff', 'members'] as const;

const stateOf = (who: Who, standing: Standing, decides: boolean) =>
  who === 'staff' ? staffSwitch(standing, decides) : membersSwitch(standing, decides);

/** The application whose `client_id` members are given, and how many others would do. */
function usedAt(signedIn: OperatorRequest, standing: Standing): SwitchView['used'] {
  const used = applicationFor(standing) ?? (serveMembers(standing) ? undefined : standing.dedicated[0]);
  return (
    used && {
      name: used.name,
      // The page of an application belongs to the feature.
      href: triesOut(signedIn.membership, 'mcp_connections')
        ? at(signedIn, `/applications/${encodeURIComponent(used.id)}`)
        : undefined,
      count: standing.serving.length,
    }
  );
}

function switchingOf(
  signedIn: OperatorRequest,
  standings: readonly Standing[],
  key: KnownClient,
  decides: boolean,
): Switching {
  const standing = standings.find(({ known }) => known.key === key);
  if (standing === undefined) return undefined;
  const [application] = standing.serving.filter((one) => !standing.dedicated.includes(one));
  const switches = SWITCHES.map((who): SwitchView => {
    const state = stateOf(who, standing, decides);
    return {
      who,
      state,
      href: at(signedIn, `${PATH}/${key}/${who}/${state.turns}`),
      application: application && {
        name: application.name,
        href: at(signedIn, `/applications/${encodeURIComponent(application.id)}`),
      },
      used: who === 'members' ? usedAt(signedIn, standing) : undefined,
    };
  });
  return { standing, switches };
}

/** Returns the sentence about the switch, or the form of the beta feature, that led here, if it still is in that position. */
function doneText(
  { membership, text }: OperatorRequest,
  standings: readonly Standing[],
  decides: boolean,
  done = '',
): string | undefined {
  if (done === 'feature') return triesOut(membership, 'mcp_connections') ? text.connect.offer.done : undefined;
  const [key, name, to] = done.split('.');
  const standing = standings.find(({ known }) => known.key === key);
  const who = SWITCHES.find((one) => one === name);
  if (standing === undefined || who === undefined || (to !== 'on' && to !== 'off')) return undefined;
  const { is } = stateOf(who, standing, decides);
  const isOff = is === 'off' || is === 'blocked';
  return isOff === (to === 'off')
    ? text.connect.switches.done[who][to]({ client: displayText(standing.known.name) })
    : undefined;
}

export function connectPages(app: FastifyInstance, pages: SiteAdminPages): void {
  const { config } = app;
  const { managers } = pages;
  assistantSwitches(app, pages);
  attemptPages(app, pages);

  managers.get(`${SCHOOL}${PATH}`, async (signedIn, reply) => {
    const standings = await standingsAt(app, signedIn.membership.siteId);
    const { decides, isDecided } = await deciders(app, signedIn);
    const query = readParameters(signedIn.request.query);
    const { slug } = signedIn.membership;
    const page = connectPage(adminFrame(signedIn, PATH), {
      clients: CLIENTS.map(({ key, name }) => ({
        ...{ key, name, href: at(signedIn, `${PATH}/${key}`) },
        switching: switchingOf(signedIn, standings, key, decides),
      })),
      memberGuideHref: `/account/assistants/${slug}`,
      done: doneText(signedIn, standings, decides, query.get('done')),
      undone: keysOf(signedIn.text.connect.switches.undone).find((key) => key === query.get('undone')),
      offer: triesOut(signedIn.membership, 'mcp_connections')
        ? undefined
        : { action: at(signedIn, '/settings/features'), csrf: signedIn.csrf },
      addressesHref: at(signedIn, ADDRESSES),
      attemptsHref: at(signedIn, ATTEMPTS),
      applicationsHref: at(signedIn, '/applications'),
      platform: { reviewsHref: reviewsOf(signedIn), isDecided },
    });
    return sendPage(reply, page, 'own');
  });

  managers.get(`${SCHOOL}${PATH}/:client`, async (signedIn, reply) => {
    const { client: key } = signedIn.request.params as { client: string };
    const known = CLIENTS.find((one) => one.key === key);
    if (known === undefined) return missing(signedIn, reply);
    const { slug, siteId } = signedIn.membership;
    const named = readParameters(signedIn.request.query).all('tools');
    const chosen = SCOPE_SUBJECTS.filter((subject) => named.includes(subject));
    const tools = chosen.length > 0 ? chosen.join(',') : undefined;
    const url = toolUrl(config.baseUrl, { auth: 'required', school: await slugInAddresses(app, slug), tools });
    const standings = await standingsAt(app, siteId);
    const page = guidePage(adminFrame(signedIn, PATH), {
      client: guideOf(known, config, slug, url),
      standing: standings.find((one) => one.known.key === key),
      reviewsHref: reviewsOf(signedIn),
      isLoopback: config.isLoopback,
      chosen: new Set(chosen),
      listHref: at(signedIn, PATH),
    });
    return sendPage(reply, page, 'own');
  });

  managers.get(`${SCHOOL}${ADDRESSES}`, async (signedIn, reply) => {
    if (!triesOut(signedIn.membership, 'mcp_connections')) return reply.redirect(at(signedIn, PATH), 303);
    const page = addressesPage(adminFrame(signedIn, PATH), {
      addresses: addresses(await slugInAddresses(app, signedIn.membership.slug)),
      ownApplication: await ownApplication(signedIn),
    });
    return sendPage(reply, page, 'own');
  });

  const addresses = (school: string | undefined): Addresses['addresses'] => [
    { name: 'issuer', url: config.baseUrl },
    { name: 'mcp', url: toolUrl(config.baseUrl, { school }) },
    { name: 'mcp_operators', url: toolUrl(config.baseUrl, { auth: 'required', school }) },
    { name: 'mcp_members', url: toolUrl(config.baseUrl, { auth: 'member', school }) },
    { name: 'graphql', url: `${config.baseUrl}/account/graphql` },
    { name: 'openapi', url: `${config.baseUrl}/openapi.json` },
    { name: 'resource', url: `${config.baseUrl}/.well-known/oauth-protected-resource` },
  ];

  /** Returns the newest public application that the command line client can use. */
  async function ownApplication({ membership }: OperatorRequest): Promise<Addresses['ownApplication']> {
    const all = await app.oauth.siteApplications.ofSite(membership.siteId);
    for (const one of all) {
      if (!one.active || kindOf(one) !== 'public') continue;
      const { command } = developerFacts(config.baseUrl, one);
      if (command !== undefined) return { name: one.name, command };
    }
    return undefined;
  }
}
