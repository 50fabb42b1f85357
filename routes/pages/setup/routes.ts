/** The one-time link of the first start, whose form creates the first school and its owner. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CredentialHash, hashCredential, makeIdentifier } from '../../../schema/credential.ts';
import { readParameters } from '../../../schema/data/parameters.ts';
import { CURRENCY_CODES } from '../../../schema/school/money.ts';
import { parseSetupRequest, type SetupProblems, type SetupRequest } from '../../../schema/school/setup-request.ts';
import { emailKey } from '../../../schema/text/email.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../schema/text/language.ts';
import { SLUG } from '../../../schema/text/slug.ts';
import { foreignForm } from '../../form.ts';
import { textFor } from '../../words/index.ts';
import { button, errorSummary, field, linkButton, postForm, select, type WrongField } from '../kit/components.ts';
import { type Html, html } from '../kit/html.ts';
import { page } from '../kit/layout.ts';
import { messagePage, outcomePage } from '../kit/message.ts';
import { revealing } from '../kit/person-fields.ts';
import { zoneScript } from '../kit/scripts.ts';
import { frameFor, sendPage, showFailures } from '../kit/sending.ts';

const PATH = '/setup';
const DEFAULT_CURRENCY = 'EUR';

/** The values entered before, never the password. */
type EnteredValues = Partial<Omit<SetupRequest, 'password'>>;

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

function show(reply: FastifyReply, token: string, problems: SetupProblems, entered: EnteredValues): FastifyReply {
  const csrf = reply.server.people.loginSession.formToken('setup', hashCredential(token));
  const frame = frameFor(reply.request);
  const text = textFor(frame.language);
  const { lead, submit, title } = text.setup;
  const { fields, wrong } = setupFields(frame.language, problems, entered);
  const body = html`<div class="intro"><h1>${title}</h1><p>${lead}</p></div>
${errorSummary(wrong, text)}
${postForm({ action: PATH, csrf, hidden: { token }, body: [...fields, button(submit)] })}`;
  const parts = { title, body, revealsPassword: true, headExtra: zoneScript, isWrong: wrong.length > 0 };
  return sendPage(reply, page(frame, parts), 'scripted_form');
}

const LINE = { type: 'text', autocomplete: 'off', maxLength: 100 } as const;

/**
 * Returns the fields, and those whose values are wrong. The language is that of the page, and the time zone that of the
 * server, until changed.
 */
function setupFields(language: Language, problems: SetupProblems, entered: EnteredValues) {
  const text = textFor(language);
  const { setup, settings } = text;
  const { details } = settings;
  const wrong: WrongField[] = [];
  const about = (name: keyof SetupRequest, label: string) => {
    const problem = problems[name];
    if (problem !== undefined) wrong.push({ id: name, label });
    return { name, label, error: problem && setup.problems[problem] };
  };
  const languages = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
  const {
    school_locale: locale = language,
    school_timezone: zone = Intl.DateTimeFormat().resolvedOptions().timeZone,
    school_currency: code = DEFAULT_CURRENCY,
    ...values
  } = entered;
  const name = { autocomplete: 'organization', value: values.school_name, hint: setup.schoolNameHint };
  const slug = { pattern: SLUG.source, value: values.school_slug, hint: setup.schoolSlugHint, optional: true };
  // Browsers know the time zones and the names of currencies.
  const timezone = { maxLength: 64, value: zone, hint: details.timezoneHint, offers: [] };
  const currency = { maxLength: 3, value: code, hint: details.currencyHint, offers: CURRENCY_CODES };
  const email = { type: 'email', autocomplete: 'username', maxLength: 254, value: values.owner_email } as const;
  const password = { type: 'password', autocomplete: 'new-password', minLength: 10, reveal: revealing(text) } as const;
  const fields = [
    fieldset(setup.school, [
      field({ ...about('school_name', setup.schoolName), ...LINE, ...name }),
      field({ ...about('school_slug', setup.schoolSlug), ...LINE, ...slug }),
      select({ ...about('school_locale', details.locale), options: languages, value: locale }),
      field({ ...about('school_timezone', details.timezone), ...LINE, ...timezone }),
      field({ ...about('school_currency', details.currency), ...LINE, ...currency }),
    ]),
    fieldset(setup.owner, [
      field({ ...about('owner_name', setup.ownerName), ...LINE, autocomplete: 'name', value: values.owner_name }),
      field({ ...about('owner_email', setup.ownerEmail), ...email, hint: setup.ownerEmailHint }),
      field({ ...about('password', setup.password), ...password, hint: setup.passwordHint }),
    ]),
  ];
  return { fields, wrong };
}

const fieldset = (legend: string, fields: readonly Html[]): Html =>
  html`<fieldset class="stack"><legend>${legend}</legend>${fields}</fieldset>`;

/**
 * The link does not sign anyone in. The owner signs in with the new password, and then sees the first steps.
 */
function ready(reply: FastifyReply, slug: string): FastifyReply {
  const frame = frameFor(reply.request);
  const href = `/sign-in?${new URLSearchParams({ next: `/admin/${slug}` })}`;
  const links = [{ href, label: textFor(frame.language).home.toYourSchool }];
  return sendPage(reply, messagePage(frame, { kind: 'school_ready', links }), 'plain');
}

const CREATE_SCHOOL = 'schoolgate schools create --name <name> --owner <e-mail>';

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

/** Returns whether there is no school yet. Once there is an account, the database is not asked again. */
export function waitsForSetup({ people: { setup } }: FastifyInstance): () => Promise<boolean> {
  let isSetUp = false;
  return async () => {
    if (!isSetUp) isSetUp = !(await setup.isEmpty());
    return !isSetUp;
  };
}
