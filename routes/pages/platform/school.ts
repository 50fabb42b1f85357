/** The page of one school, and what the people who run the platform do with it, after they have signed in again themselves. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Site } from '../../../plugins/school/stores.ts';
import { type Parameters, readParameters } from '../../../schema/data/parameters.ts';
import type { ActingOperator } from '../../../schema/people/platform-operator.ts';
import { DELETED_AFTER_DAYS, SCHOOL_EXPORTS } from '../../../schema/school/new-school.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { emailValue } from '../../../schema/text/email.ts';
import { isSlug } from '../../../schema/text/slug.ts';
import { fill, type Text } from '../../words/index.ts';
import { button, fact, field, linkButton, moment, notice, statusNotice } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage, type Place, type Visit } from '../kit/page.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { requireReauthentication } from '../kit/reauthentication.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { statusBadge } from '../site-admin/members/member.ts';
import { notFound, platformFrame, SCHOOLS } from './operator.ts';

const DAY = 86_400_000;

type ActionName = keyof Text['platform']['actions'];

/** The result of an action on the school. */
export type SchoolResult =
  | { done: ActionName }
  /** To a folder of the server, which the export or the deletion has written. */
  | { done: 'export' | 'delete'; folder: string }
  /** `link`: of the invitation, if the server sends no e-mails. */
  | { invited: string; link: string | undefined }
  | { problem: keyof Text['platform']['problems'] };

/** A school, and the address that the action is about, if it is about one. */
type Subject = { school: Site; email: string };

interface Action {
  /** Below the path of the school. */
  path: string;
  /** True if it can be undone, or takes nothing away. */
  isHarmless?: true;
  isPossible(school: Site, now: number): boolean;
  /** @returns `false` if there was nothing to do, because the school has changed */
  run(app: FastifyInstance, subject: Subject, by: ActingOperator): Promise<SchoolResult | boolean>;
}

const staysForNow = ({ deleteAt }: Site): boolean => deleteAt === null;

const ACTIONS: Readonly<Record<ActionName, Action>> = {
  close: {
    path: 'close',
    isPossible: ({ active }) => active,
    run: (app, { school }, by) => app.school.schools.close(school, by),
  },
  reopen: {
    path: 'reopen',
    isHarmless: true,
    isPossible: (school) => !school.active && staysForNow(school),
    run: (app, { school }, by) => app.school.schools.reopen(school, by),
  },
  handOver: { path: 'hand-over', isPossible: staysForNow, run: handOver },
  export: {
    path: 'export',
    isHarmless: true,
    isPossible: () => true,
    run: (app, { school }, by) => exported(app, school, by, 'export'),
  },
  delete: {
    path: 'delete',
    isPossible: staysForNow,
    async run(app, { school }, by) {
      const { schools } = app.school;
      // Nothing changes any more once the school is closed, so that the export is complete.
      if (school.active && !(await schools.close(school, by))) return false;
      const result = await exported(app, school, by, 'delete');
      if ('problem' in result) return result;
      const deleteAt = app.clock() + DELETED_AFTER_DAYS * DAY;
      return (await schools.scheduleDeletion({ ...school, active: false }, deleteAt, by)) && result;
    },
  },
  cancelDeletion: {
    path: 'cancel-deletion',
    isHarmless: true,
    // Once it is due, a part of the school may be gone.
    isPossible: ({ deleteAt }, now) => deleteAt !== null && deleteAt > now,
    run: (app, { school }, by) => app.school.schools.cancelDeletion(school, by),
  },
};
const ACTION_NAMES = Object.keys(ACTIONS) as readonly ActionName[];

async function handOver(
  { people, school: { schools } }: FastifyInstance,
  { school, email }: Subject,
  by: ActingOperator,
): Promise<SchoolResult> {
  try {
    const result = await schools.handOver(school, email, by);
    if (result === true) return { done: 'handOver' };
    if (result === false) return { problem: 'invitedAlready' };
    return { invited: email, link: people.mailer.isOn ? undefined : result.link };
  } catch (error) {
    // The address belonged to another account until lately.
    if (error instanceof ProblemError) return { problem: 'reserved' };
    throw error;
  }
}

/** Writes the school to a new folder of the server: nobody else can read it there, and a large school takes long. */
async function exported(
  app: FastifyInstance,
  school: Site,
  by: ActingOperator,
  done: 'export' | 'delete',
): Promise<Extract<SchoolResult, { folder: string } | { problem: string }>> {
  const parent = join(app.config.dataDir, SCHOOL_EXPORTS);
  const time = new Date(app.clock()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    const { folder, missing } = await app.school.schools.export(school, join(parent, `${school.slug}-${time}`), by);
    if (missing > 0) app.log.warn({ siteId: school.id, missing }, 'an export lacks files that the storage has lost');
    return { done, folder };
  } catch (error) {
    app.log.error({ err: error, siteId: school.id }, 'a school could not be exported');
    return { problem: 'notExported' };
  }
}

/** Sends the page of a school, with what happened to it. */
export type ShowSchool = (
  signedIn: SignedInRequest,
  reply: FastifyReply,
  school: Site,
  result: SchoolResult,
) => Promise<FastifyReply>;

const schoolPath = ({ slug }: Pick<Site, 'slug'>, more = ''): string => `${SCHOOLS}/${slug}${more}`;

async function findSchool(app: FastifyInstance, { request }: SignedInRequest): Promise<Site | undefined> {
  const slug = pathParameter(request, 'school');
  return isSlug(slug) ? app.school.sites.bySlug(slug) : undefined;
}

/** @returns what sends the page of a school, with what happened to it */
export function schoolPages(app: FastifyInstance, place: Place): ShowSchool {
  const read = async (school: Site, result?: SchoolResult) => {
    const owners = await app.school.sites.owners(school.id);
    return { school, result, owners: owners.filter(({ status }) => status !== 'removed') };
  };

  const show = definePage<SignedInRequest, Awaited<ReturnType<typeof read>>>(app, place, {
    at: `${SCHOOLS}/:school`,
    async load({ signedIn, query }) {
      const school = await findSchool(app, signedIn);
      const done = ACTION_NAMES.find((name) => name === query.get('done'));
      return school && read(school, done && { done });
    },
    title: ({ school }) => displayText(school.name),
    lead: ({ school }) => html`<p>${school.slug}</p>`,
    body({ school, result, owners }, { text, language, now, timeZone }) {
      const { platform } = text;
      const possible = ACTION_NAMES.filter((name) => ACTIONS[name].isPossible(school, now));
      return html`${result !== undefined && resultNotice(result, text)}
${facts(school, { text, language, timeZone })}
<section class="stack"><h2>${platform.owners}</h2>${
        owners.length === 0
          ? html`<p class="quiet">${platform.noOwner}</p>`
          : html`<ul class="rows">${owners.map(
              ({ name, email, status }) => html`<li><div><h3 class="name">${displayText(name)}</h3>
<p class="detail">${displayText(email)}</p></div>
<p class="made">${status !== 'removed' && statusBadge(status, text)}</p></li>`,
            )}</ul>`
      }</section>
<section class="stack"><h2>${platform.whatToDo}</h2><ul class="rows">${possible.map((name) => actionItem(name, schoolPath(school, `/${ACTIONS[name].path}`), text))}</ul></section>`;
    },
    isWrong: ({ result }) => result !== undefined && 'problem' in result,
  });
  const showSchool: ShowSchool = async (signedIn, reply, school, result) =>
    show(signedIn, reply, await read(school, result));
  for (const name of ACTION_NAMES) registerAction(app, place, showSchool, name);
  return showSchool;
}

export const schoolBadge = ({ active, deleteAt }: Pick<Site, 'active' | 'deleteAt'>, { platform }: Text): Html => {
  const state = active ? 'open' : deleteAt === null ? 'closed' : 'toBeDeleted';
  return html`<span class="badge${!active && ' off'}">${platform.states[state]}</span>`;
};

function facts(school: Site, { text, language, timeZone }: Pick<Visit, 'text' | 'language' | 'timeZone'>): Html {
  const { facts: terms } = text.platform;
  return html`<dl class="facts plain-facts">
${fact(terms.id, html`<code>${school.id}</code>`)}
${fact(terms.slug, school.slug)}
${fact(terms.state, schoolBadge(school, text))}
${fact(terms.created, moment(school.createdAt, language, timeZone))}
${fact(terms.members, String(school.members))}
${school.deleteAt !== null && fact(terms.deleteAt, moment(school.deleteAt, language, timeZone))}
</dl>`;
}

const resultNotice = (result: SchoolResult, { platform }: Text): Html => {
  if ('problem' in result) return notice('problem', html`<p>${platform.problems[result.problem]}</p>`);
  if ('invited' in result) {
    const { invited, link } = result;
    const more = link !== undefined && html`<p>${platform.link}</p><pre><code>${link}</code></pre>`;
    return statusNotice(platform.invited({ email: displayText(invited) }), more);
  }
  const folder = 'folder' in result && html`<p>${platform.folder} <code>${result.folder}</code></p>`;
  return statusNotice(platform.done[result.done], folder);
};

function actionItem(name: ActionName, href: string, { platform }: Text): Html {
  const { button: label, hint } = platform.actions[name];
  const head = html`<div><h3 class="name">${label}</h3><p class="detail">${hint}</p></div>`;
  if (name === 'handOver') {
    return html`<li>${head}<form method="get" action="${href}" class="filters">
${field({ name: 'email', label: platform.newOwner, type: 'email', autocomplete: 'off', maxLength: 254 })}
<div class="inline">${button(label, 'secondary')}</div></form></li>`;
  }
  return html`<li>${head}${linkButton(href, label, ACTIONS[name].isHarmless ? 'secondary' : 'secondary danger')}</li>`;
}

/** Returns the address of a new owner; `undefined` if it is none. */
function addressIn(parameters: Parameters): string | undefined {
  return emailValue.safeParse(parameters.get('email')).data;
}

const givenIn = ({ request }: SignedInRequest): Parameters =>
  readParameters(request.method === 'POST' ? request.body : request.query);

function registerAction(app: FastifyInstance, { pages }: Place, showSchool: ShowSchool, name: ActionName): void {
  const { isHarmless, isPossible, path, run } = ACTIONS[name];

  async function find(signedIn: SignedInRequest): Promise<Subject | undefined> {
    const school = await findSchool(app, signedIn);
    if (school === undefined || !isPossible(school, app.clock())) return undefined;
    const email = name === 'handOver' ? addressIn(givenIn(signedIn)) : '';
    return email === undefined ? undefined : { school, email };
  }

  async function missing(signedIn: SignedInRequest, reply: FastifyReply): Promise<FastifyReply> {
    const school = await findSchool(app, signedIn);
    return school !== undefined && name === 'handOver' && isPossible(school, app.clock())
      ? showSchool(signedIn, reply.code(400), school, { problem: 'noAddress' })
      : notFound(signedIn, reply);
  }

  requireReauthentication<SignedInRequest, Subject>(app, pages, {
    path: `${SCHOOLS}/:school/${path}`,
    find,
    missing,
    frame: (signedIn) => platformFrame(signedIn),
    describe: (signedIn, { school, email }) => {
      const { button, title, text } = signedIn.text.platform.actions[name];
      return {
        title: title({ name: displayText(school.name) }),
        consequences: html`<p>${fill(text, { email: displayText(email) })}</p>`,
        ...(name === 'handOver' ? { hidden: { email } } : {}),
        submit: button,
        tone: isHarmless ? 'primary' : 'danger',
        cancelHref: schoolPath(school),
      };
    },
    async act(signedIn, subject, _form, reply) {
      const { request, session } = signedIn;
      const outcome = await run(app, subject, { name: session.person.id, requestId: request.id });
      const result = outcome === true ? { done: name } : outcome || ({ problem: 'changed' } as const);
      if ('done' in result && !('folder' in result)) return schoolPath(subject.school, `?done=${result.done}`);
      const school = await findSchool(app, signedIn);
      if (school === undefined) return notFound(signedIn, reply);
      return showSchool(signedIn, reply.code('problem' in result ? 409 : 200), school, result);
    },
  });
}
