/** What the people who run the platform do with a school, after they have signed in again themselves. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Site } from '../../../plugins/school/stores.ts';
import { type Parameters, readParameters } from '../../../schema/parameters.ts';
import { emailKey, isEmail, MAX_EMAIL_LENGTH } from '../../../schema/people/email.ts';
import type { ActingOperator } from '../../../schema/people/platform-operator.ts';
import { DELETED_AFTER_DAYS, SCHOOL_EXPORTS } from '../../../schema/school/new-school.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { fill } from '../../words/index.ts';
import { displayText } from '../kit/display-text.ts';
import { html } from '../kit/html.ts';
import { requireReauthentication } from '../kit/reauthentication.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { notFound, platformFrame, SCHOOLS } from './operator.ts';
import {
  ACTION_PATHS,
  findSchool,
  HARMLESS,
  isPossible,
  type SchoolActionName,
  type SchoolResult,
  type ShowSchool,
  schoolPath,
} from './school.ts';

type Pages = SignedInPages<SignedInRequest>;

/** A school, and the address that the action is about, if it is about one. */
type Subject = { school: Site; email: string };

type Run = (subject: Subject, by: ActingOperator) => Promise<SchoolResult>;

const DAY = 86_400_000;

export function schoolActions(app: FastifyInstance, pages: Pages, showSchool: ShowSchool): void {
  const { schools } = app.school;
  /** Says that the school has changed if there was nothing to do. */
  const doing =
    (done: SchoolActionName, act: (school: Site, by: ActingOperator) => Promise<boolean>): Run =>
    async ({ school }, by) =>
      (await act(school, by)) ? { done } : { problem: 'changed' };

  const register = (name: SchoolActionName, run: Run): void => registerAction(app, pages, showSchool, name, run);
  register('close', doing('close', schools.close));
  register('reopen', doing('reopen', schools.reopen));
  register('cancelDeletion', doing('cancelDeletion', schools.cancelDeletion));
  register('handOver', handingOver(app));
  register('export', ({ school }, by) => exported(app, school, by, 'export'));
  register('delete', async ({ school }, by) => {
    // Nothing changes any more once the school is closed, so that the export is complete.
    if (school.active && !(await schools.close(school, by))) return { problem: 'changed' };
    const result = await exported(app, school, by, 'delete');
    if ('problem' in result) return result;
    const deleteAt = app.clock() + DELETED_AFTER_DAYS * DAY;
    const isPlanned = await schools.scheduleDeletion({ ...school, active: false }, deleteAt, by);
    return isPlanned ? result : { problem: 'changed' };
  });
}

const handingOver =
  ({ people, school: { schools } }: FastifyInstance): Run =>
  async ({ school, email }, by) => {
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
  };

/** Writes the school to a new folder of the server: nobody else can read it there, and a large school takes long. */
async function exported(
  app: FastifyInstance,
  school: Site,
  by: ActingOperator,
  done: 'export' | 'delete',
): Promise<SchoolResult> {
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

/** Returns the address of a new owner; `undefined` if it is none. */
function addressIn(given: Parameters): string | undefined {
  const email = (given.get('email') ?? '').trim();
  return email.length <= MAX_EMAIL_LENGTH && isEmail(emailKey(email)) ? email : undefined;
}

const givenIn = ({ request }: SignedInRequest): Parameters =>
  readParameters(request.method === 'POST' ? request.body : request.query);

function registerAction(
  app: FastifyInstance,
  pages: Pages,
  showSchool: ShowSchool,
  name: SchoolActionName,
  run: Run,
): void {
  async function find(signedIn: SignedInRequest): Promise<Subject | undefined> {
    const school = await findSchool(app, signedIn);
    if (school === undefined || !isPossible(app, school, name)) return undefined;
    const email = name === 'handOver' ? addressIn(givenIn(signedIn)) : '';
    return email === undefined ? undefined : { school, email };
  }

  async function missing(signedIn: SignedInRequest, reply: FastifyReply): Promise<FastifyReply> {
    const school = await findSchool(app, signedIn);
    return school !== undefined && name === 'handOver' && isPossible(app, school, name)
      ? showSchool(signedIn, reply.code(400), school, { problem: 'noAddress' })
      : notFound(signedIn, reply);
  }

  requireReauthentication<SignedInRequest, Subject>(app, pages, {
    path: `${SCHOOLS}/:school/${ACTION_PATHS[name]}`,
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
        tone: HARMLESS.has(name) ? 'primary' : 'danger',
        cancelHref: schoolPath(school),
      };
    },
    async act(signedIn, subject, _form, reply) {
      const { request, session } = signedIn;
      const result = await run(subject, { name: session.person.id, requestId: request.id });
      if ('done' in result && !('folder' in result)) return schoolPath(subject.school, `?done=${result.done}`);
      const school = await findSchool(app, signedIn);
      if (school === undefined) return notFound(signedIn, reply);
      return showSchool(signedIn, reply.code('problem' in result ? 409 : 200), school, result);
    },
  });
}
