/** The one-time link of the first start, which creates the first school and its owner. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CredentialHash, hashCredential, makeIdentifier } from '../../../schema/credential.ts';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { readParameters } from '../../../schema/parameters.ts';
import { emailKey } from '../../../schema/people/email.ts';
import { parseSetupRequest, type SetupProblems, type SetupRequest } from '../../../schema/people/setup-request.ts';
import { textFor } from '../../words/index.ts';
import { messagePage } from '../kit/message.ts';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';
import { setUpPage, setupLinkGonePage, setupPage } from './view.ts';

const PATH = '/setup';

export default async function setupSurface(app: FastifyInstance): Promise<void> {
  const { clock } = app;
  const { addressHint, validatePassword, loginSession, setup } = app.people;
  showFailures(app);

  app.get(PATH, async (request, reply) => {
    const token = readParameters(request.query).get('token') ?? '';
    if (!(await setup.isLinkLive(hashCredential(token), clock()))) return spent(app, request, reply);
    return show(app, request, reply, token, {}, {});
  });

  app.post(PATH, async (request, reply) => {
    const form = readParameters(request.body);
    const token = form.get('token') ?? '';
    const hash = hashCredential(token);
    if (loginSession.checkForm(request, form.get('csrf'), 'setup', hash) !== 'own') {
      throw new OAuthError('access_denied', 'this form was not sent from a page of this server', {
        reason: 'origin_foreign',
      });
    }
    if (!(await setup.isLinkLive(hash, clock()))) return spent(app, request, reply);
    const { request: wanted, problems } = parseSetupRequest(form, validatePassword);
    if (Object.keys(problems).length > 0) return show(app, request, reply.code(400), token, problems, wanted);
    if (!(await complete(app, request, hash, wanted))) return spent(app, request, reply);
    addressHint.leave(reply, wanted.owner_email);
    return ready(request, reply, wanted.school_slug);
  });
}

async function complete(
  { clock, originOf, people: { passwords, setup } }: FastifyInstance,
  request: FastifyRequest,
  hash: CredentialHash,
  wanted: SetupRequest,
): Promise<boolean> {
  const now = clock();
  const id = makeIdentifier('usr');
  const owner = {
    id,
    email: wanted.owner_email,
    emailKey: emailKey(wanted.owner_email),
    emailVerified: false,
    name: wanted.owner_name,
    passwordHash: await passwords.hash(wanted.password, id),
    active: true,
    createdAt: now,
  };
  const site = {
    id: makeIdentifier('site'),
    slug: wanted.school_slug,
    name: wanted.school_name,
    locale: wanted.school_locale || undefined,
    timezone: wanted.school_timezone || undefined,
    currency: wanted.school_currency || undefined,
  };
  return setup.complete(hash, owner, site, {
    ...originOf(request),
    event: 'setup_completed',
    at: now,
    personId: owner.id,
    siteId: site.id,
  });
}

function show(
  { people: { loginSession } }: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  problem: SetupProblems,
  { password: _, ...values }: Partial<SetupRequest>,
): FastifyReply {
  const csrf = loginSession.formToken('setup', hashCredential(token));
  return sendPage(
    reply,
    setupPage(frameFor(request), { action: PATH, csrf, hidden: { token }, problem, values }),
    'scripted_form',
  );
}

/**
 * The link does not sign anyone in. The owner signs in with the new password, and then sees the first steps.
 */
function ready(request: FastifyRequest, reply: FastifyReply, slug: string): FastifyReply {
  const frame = frameFor(request);
  const href = `/sign-in?${new URLSearchParams({ next: `/admin/${slug}` })}`;
  const links = [{ href, label: textFor(frame.language).home.toYourSchool }];
  return sendPage(reply, messagePage(frame, { kind: 'school_ready', links }), 'plain');
}

/** The link is spent, or too old, or a school was created otherwise. While there is none, a restart makes a new link. */
async function spent(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const frame = frameFor(request);
  const page = (await app.people.setup.hasOwner()) ? setUpPage(frame) : setupLinkGonePage(frame);
  return sendPage(reply.code(404), page, 'plain');
}
