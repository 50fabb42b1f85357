/** The pages on which a school turns an assistant on and off, for staff and for members. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { randomSecret } from '../../../../schema/credential.ts';
import type { Parameters } from '../../../../schema/parameters.ts';
import { html } from '../../kit/html.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import {
  adminFrame,
  at,
  missing,
  type OperatorRequest,
  SCHOOL,
  type SiteAdminPages,
  triesOut,
} from '../operator-pages.ts';
import { CLIENTS } from './clients.ts';
import { consequencesOf, reviewsLink, switchPage, titleOf, turnOnText } from './switch-view.ts';
import { carryOut, needsProof, type Plan, planOf } from './switching.ts';

export const CONNECT = '/connect';
const SWITCH = `${CONNECT}/:client/:who/:to`;
const PROOF = `${SWITCH}/confirm`;
const ONE_TIME_ID = /^[A-Za-z0-9_-]{43}$/;

const frameOf = (signedIn: OperatorRequest) => adminFrame(signedIn, CONNECT);

/** The page with the reviews that the person can open. The one of a school belongs to the feature. */
export function reviewsOf(signedIn: OperatorRequest): string | undefined {
  if (triesOut(signedIn.membership, 'mcp_connections')) return at(signedIn, '/reviews');
  return signedIn.runsPlatform ? '/platform/reviews' : undefined;
}

const requestedPath = ({ request }: OperatorRequest): string => {
  const { client, who, to } = request.params as Record<'client' | 'who' | 'to', string>;
  return [CONNECT, ...[client, who, to].map((part) => encodeURIComponent(part))].join('/');
};

const pathOf = ({ standing, who, turns }: Plan): string => `${CONNECT}/${standing.known.key}/${who}/${turns}`;

export function assistantSwitches(app: FastifyInstance, { managers }: SiteAdminPages): void {
  managers.get(`${SCHOOL}${SWITCH}`, async (signedIn, reply) => {
    const plan = await planOf(app, signedIn);
    if (plan === undefined) return nothingToDo(signedIn, reply);
    if (needsProof(plan)) return goTo(reply, at(signedIn, `${pathOf(plan)}/confirm`));
    const page = switchPage(frameOf(signedIn), {
      plan,
      action: at(signedIn, pathOf(plan)),
      csrf: signedIn.csrf,
      once: randomSecret(),
      cancelHref: at(signedIn, CONNECT),
    });
    return sendPage(reply, page, 'own');
  });

  managers.post(`${SCHOOL}${SWITCH}`, async (signedIn, form, reply) => {
    const plan = await planOf(app, signedIn);
    if (plan === undefined) return nothingToDo(signedIn, reply);
    if (needsProof(plan)) return goTo(reply, at(signedIn, `${pathOf(plan)}/confirm`));
    return goTo(reply, await doIt(app, signedIn, plan, form));
  });

  requireReauthentication<OperatorRequest, Plan>(app, managers, {
    path: `${SCHOOL}${PROOF}`,
    find: async (signedIn) => {
      const plan = await planOf(app, signedIn);
      return plan !== undefined && needsProof(plan) ? plan : undefined;
    },
    frame: frameOf,
    describe: (signedIn, plan) => {
      const { text } = signedIn;
      const { blockAll, does, turnOff } = text.connect.switches;
      const off = plan.blocks ? blockAll : turnOff;
      const link = reviewsLink({ reviewsHref: reviewsOf(signedIn) }, text);
      const again = plan.blocks && link !== false && html`<p>${does.allowAgain}${link}</p>`;
      return {
        title: titleOf(plan, signedIn.text),
        consequences: html`${consequencesOf(plan, signedIn.text)}${again}`,
        hidden: { changedAt: String(plan.client?.changedAt), once: randomSecret() },
        submit: plan.turns === 'on' ? turnOnText(plan.standing, signedIn.text) : off,
        tone: plan.turns === 'on' ? 'primary' : 'danger',
        cancelHref: at(signedIn, CONNECT),
      };
    },
    act: (signedIn, plan, form) => doIt(app, signedIn, plan, form),
    // What has changed meanwhile is said on the page before.
    missing: (signedIn, reply) => goTo(reply, at(signedIn, requestedPath(signedIn))),
  });
}

/** Does what the plan says, and returns the path of the page that tells how it ended. */
async function doIt(app: FastifyInstance, signedIn: OperatorRequest, plan: Plan, form: Parameters): Promise<string> {
  const { standing, who, turns, problem } = plan;
  if (problem !== undefined) return at(signedIn, pathOf(plan));
  const result = await carryOut(app, signedIn, plan, {
    seenChangedAt: form.get('changedAt'),
    newId: applicationId(app, signedIn, form.get('once') ?? ''),
  });
  const query = result === 'done' ? { done: `${standing.known.key}.${who}.${turns}` } : { undone: result };
  return at(signedIn, `${CONNECT}?${new URLSearchParams(query)}`);
}

/**
 * Derives the id of a new application from the form, so that sending it twice creates one. The secret prevents others
 * from choosing an id.
 */
function applicationId(
  { people: { loginSession } }: FastifyInstance,
  { membership, session }: OperatorRequest,
  once: string,
): string {
  const seed = ONE_TIME_ID.test(once) ? once : randomSecret();
  return `c_${loginSession.formToken('application', membership.siteId, session.person.id, seed).slice(0, 22)}`;
}

/** A switch that is in this position already, or that this person cannot use, is explained on the page with all of them. */
const nothingToDo = (signedIn: OperatorRequest, reply: FastifyReply): FastifyReply => {
  const { client, who, to } = signedIn.request.params as { client: string; who: string; to: string };
  const isThere =
    CLIENTS.some(({ key }) => key === client) && ['staff', 'members'].includes(who) && ['on', 'off'].includes(to);
  return isThere ? goTo(reply, at(signedIn, CONNECT)) : missing(signedIn, reply);
};
