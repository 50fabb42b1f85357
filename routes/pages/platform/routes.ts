/** The schools of the platform, for the people who run it: finding one, and creating another. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Parameters, readParameters } from '../../../schema/parameters.ts';
import { NEW_SCHOOL_FIELDS, type NewSchool, parseNewSchool, wrongFieldsOf } from '../../../schema/school/new-school.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { displayText } from '../kit/display-text.ts';
import { html } from '../kit/html.ts';
import { signedInBy } from '../kit/reauthentication.ts';
import { sendPage, showFailures } from '../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { accountPages } from '../site-admin/accounts/routes.ts';
import { type Place, timeZoneOf } from '../site-admin/placed-pages.ts';
import { reviewPages } from '../site-admin/reviews/routes.ts';
import { schoolActions } from './actions.ts';
import { platformAttempts } from './attempts.ts';
import { newSchoolPage, type SchoolForm, schoolsPage } from './list-view.ts';
import { ACCOUNTS, notFound, PLATFORM, platformFrame, platformPages, REVIEWS, SCHOOLS } from './operator.ts';
import { registrations } from './registrations/routes.ts';
import { findSchool, showSchool } from './school.ts';

const MAX_SEARCHED = 100;
const SCHOOLS_PER_PAGE = 40;

export default async function platformSurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  const pages = platformPages(app);
  listOfSchools(app, pages);
  creation(app, pages);
  platformAttempts(app, pages);

  pages.get(`${SCHOOLS}/:school`, async (signedIn, reply) => {
    const school = await findSchool(app, signedIn);
    if (school === undefined) return notFound(signedIn, reply);
    const done = readParameters(signedIn.request.query).get('done');
    return showSchool(app, signedIn, reply, school, done);
  });

  schoolActions(app, pages);
  registrations(app, pages);
  reviewPages(app, placeAt(pages, REVIEWS), () => undefined);
  accountPages(app, placeAt(pages, ACCOUNTS));
}

const placeAt = (pages: SignedInPages<SignedInRequest>, path: string): Place<SignedInRequest> => ({
  timeZone: timeZoneOf,
  pages,
  path,
  base: () => path,
  frame: (signedIn) => platformFrame(signedIn, path),
  missing: notFound,
});

function listOfSchools(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  pages.get(PLATFORM, async (signedIn, reply) => {
    const query = readParameters(signedIn.request.query);
    // No name contains NUL, which PostgreSQL does not accept.
    const given = (name: string): string =>
      (query.get(name) ?? '').replaceAll('\0', '\u{fffd}').trim().slice(0, MAX_SEARCHED).toWellFormed();
    const [searched, after] = [given('q'), given('after')];
    const found = await app.school.sites.list(searched, after, SCHOOLS_PER_PAGE + 1);
    const schools = found.slice(0, SCHOOLS_PER_PAGE);
    const next = found.length > schools.length ? schools.at(-1)?.slug : undefined;
    const page = schoolsPage(platformFrame(signedIn), {
      searched,
      schools,
      isContinued: after !== '',
      next,
      appsToReview: await app.oauth.connections.appsToReview(),
    });
    return sendPage(reply, page, 'own');
  });
}

function creation(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { mailer } = app.people;
  const show = (
    signedIn: SignedInRequest,
    reply: FastifyReply,
    form: Pick<SchoolForm, 'values' | 'problems'>,
  ): FastifyReply => sendPage(reply, newSchoolPage(platformFrame(signedIn), { ...form, csrf: signedIn.csrf }), 'own');

  /** @returns the link of the invitation, or why there is no new school */
  async function create(wanted: NewSchool, { request, session }: SignedInRequest) {
    try {
      const link = await app.school.schools.create(wanted, { name: session.person.id, requestId: request.id });
      return link === undefined ? ({ slug: 'taken' } as const) : link;
    } catch (error) {
      // The address belonged to another account until lately.
      if (error instanceof ProblemError) return { owner: 'reserved' } as const;
      throw error;
    }
  }

  pages.get(`${SCHOOLS}/new`, (signedIn, reply) =>
    show(signedIn, reply, { values: { name: '', slug: '', owner: '' }, problems: {} }),
  );

  pages.post(SCHOOLS, async (signedIn, form, reply) => {
    const values = valuesOf(form);
    const wanted = parseNewSchool(values);
    if (typeof wanted === 'string') {
      const problems = Object.fromEntries(wrongFieldsOf(values).map((name) => [name, 'invalid'] as const));
      return show(signedIn, reply.code(400), { values, problems });
    }
    const { create: text } = signedIn.text.platform;
    const proof = await signedInBy(
      app,
      pages,
      { signedIn, form, reply },
      {
        frame: platformFrame(signedIn),
        unlessLately: true,
        title: text.title,
        consequences: html`<p>${displayText(wanted.name)} · ${text.owner}: ${displayText(wanted.owner)}</p>`,
        hidden: values,
        submit: text.submit,
        tone: 'primary',
        cancelHref: PLATFORM,
      },
    );
    if ('sent' in proof) return proof.sent;
    const created = await create(wanted, proof.entered);
    if (typeof created === 'object') return show(signedIn, reply.code(409), { values, problems: created });
    const school = await app.school.sites.bySlug(wanted.slug);
    if (school === undefined) return notFound(signedIn, reply);
    const link = mailer.isOn ? undefined : created;
    return showSchool(app, signedIn, reply, school, { invited: wanted.owner, link });
  });
}

const valuesOf = (form: Parameters): SchoolForm['values'] => {
  const [name = '', slug = '', owner = ''] = NEW_SCHOOL_FIELDS.map((one) => (form.get(one) ?? '').trim());
  return { name, slug, owner };
};
