/** The one-time link of the first start, which creates the first school and its owner. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CredentialHash, hashCredential, makeIdentifier } from '../../../schema/credential.ts';
import { readParameters } from '../../../schema/parameters.ts';
import { emailKey } from '../../../schema/people/email.ts';
import { parseSetupRequest, type SetupProblems, type SetupRequest } from '../../../schema/people/setup-request.ts';
import { foreignForm } from '../../form.ts';
import { textFor } from '../../words/index.ts';
import { button, errorSummary, linkButton, postForm } from '../kit/components.ts';
import { html } from '../kit/html.ts';
import { page } from '../kit/layout.ts';
import { messagePage, outcomePage } from '../kit/message.ts';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';
import { type Entered, setupFields, wrongFields } from './fields.ts';

const PATH = '/setup';

export default async function setupSurface(app: FastifyInstance): Promise<void> {
  const { clock } = app;
  const { addressHint, validatePassword, loginSession, setup } = app.people;
  showFailures(app);

  app.get(PATH, async (request, reply) => {
    const token = readParameters(request.query).get('token') ?? '';
    if (!(await setup.isLinkLive(hashCredential(token), clock()))) return spent(reply);
    return show(reply, token, {}, {});
  });

  app.post(PATH, async (request, reply) => {
    const form = readParameters(request.body);
    const token = form.get('token') ?? '';
    const hash = hashCredential(token);
    if (loginSession.checkForm(request, form.get('csrf'), 'setup', hash) !== 'own') throw foreignForm();
    if (!(await setup.isLinkLive(hash, clock()))) return spent(reply);
    const { request: wanted, problems } = parseSetupRequest(form, validatePassword);
    if (Object.keys(problems).length > 0) return show(reply.code(400), token, problems, wanted);
    if (!(await complete(request, hash, wanted))) return spent(reply);
    addressHint.leave(reply, wanted.owner_email);
    return ready(reply, wanted.school_slug);
  });
}

async function complete(request: FastifyRequest, hash: CredentialHash, wanted: SetupRequest): Promise<boolean> {
  const { clock, originOf, people } = request.server;
  const { passwords, setup } = people;
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

function show(reply: FastifyReply, token: string, problems: SetupProblems, entered: Entered): FastifyReply {
  const csrf = reply.server.people.loginSession.formToken('setup', hashCredential(token));
  const frame = frameFor(reply.request);
  const text = textFor(frame.language);
  const { lead, submit, title } = text.setup;
  const wrong = wrongFields(problems, text);
  const fields = [...setupFields(frame.language, problems, entered), button(submit)];
  const body = html`<div class="intro"><h1>${title}</h1><p>${lead}</p></div>
${errorSummary(wrong, text)}
${postForm({ action: PATH, csrf, hidden: { token }, body: fields })}`;
  const parts = { title, body, revealsPassword: true, wide: true, isWrong: wrong.length > 0 };
  return sendPage(reply, page(frame, parts), 'scripted_form');
}

/**
 * The link does not sign anyone in. The owner signs in with the new password, and then sees the first steps.
 */
function ready(reply: FastifyReply, slug: string): FastifyReply {
  const frame = frameFor(reply.request);
  const href = `/sign-in?${new URLSearchParams({ next: `/admin/${slug}` })}`;
  const links = [{ href, label: textFor(frame.language).home.toYourSchool }];
  return sendPage(reply, messagePage(frame, { kind: 'school_ready', links }), 'plain');
}

const CREATE_SCHOOL = 'schoolgate schools create <slug> --name <name> --owner <e-mail>';

/** The link is spent, or too old, or a school was created otherwise. While there is none, a restart makes a new link. */
async function spent(reply: FastifyReply): Promise<FastifyReply> {
  const frame = frameFor(reply.request);
  const { message, recovery, setup } = textFor(frame.language);
  const { title } = recovery.gone;
  if (!(await reply.server.people.setup.hasOwner())) {
    const next = { href: '/', label: message.start };
    return sendPage(reply.code(404), outcomePage(frame, { title, sentences: [setup.waiting.again], next }), 'plain');
  }
  const { command, more, owner, text } = setup.done;
  const body = html`<div class="intro"><h1>${title}</h1><p>${text}</p><p>${owner}</p></div>
<div class="inline">${linkButton('/account', recovery.confirm.toAccount, 'secondary')}</div>
<section class="stack"><h2>${more}</h2><p>${command}</p><pre><code>${CREATE_SCHOOL}</code></pre></section>`;
  return sendPage(reply.code(404), page(frame, { title, body }), 'plain');
}
