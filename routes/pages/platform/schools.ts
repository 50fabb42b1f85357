/** The schools of the platform, for the people who run it: finding one, and creating another. */
import type { FastifyInstance } from 'fastify';
import type { Parameters } from '../../../schema/data/parameters.ts';
import {
  NEW_SCHOOL_FIELDS,
  type NewSchool,
  type NewSchoolField,
  parseNewSchool,
  wrongFieldsOf,
} from '../../../schema/school/new-school.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { beginningOf } from '../../../schema/text/readable.ts';
import type { Text } from '../../words/index.ts';
import { button, emptyList, field, linkButton, moment, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage, type Place, type Visit } from '../kit/page.ts';
import { signedInBy } from '../kit/reauthentication.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { ACCOUNTS, PLATFORM, REVIEWS, SCHOOLS } from './operator.ts';
import { type ShowSchool, schoolBadge } from './school.ts';

const MAX_SEARCHED = 100;
const SCHOOLS_PER_PAGE = 40;

export function listOfSchools(app: FastifyInstance, place: Place): void {
  definePage(app, place, {
    at: PLATFORM,
    async load({ query }) {
      // No name contains NUL, which PostgreSQL does not accept.
      const textOf = (name: string): string =>
        beginningOf((query.get(name) ?? '').replaceAll('\0', '\u{fffd}').trim(), MAX_SEARCHED).toWellFormed();
      const [searched, after] = [textOf('q'), textOf('after')];
      const found = await app.school.sites.list(searched, after, SCHOOLS_PER_PAGE + 1);
      const schools = found.slice(0, SCHOOLS_PER_PAGE);
      const next = found.length > schools.length ? schools.at(-1)?.slug : undefined;
      return { searched, after, schools, next, appsToReview: await app.oauth.connections.appsToReview() };
    },
    title: (_schools, { text }) => text.platform.title,
    lead: (_schools, { text }) => html`<p>${text.platform.lead}</p>`,
    body({ searched, after, schools, next, appsToReview }, { text, language, timeZone }) {
      const { platform } = text;
      const search = { name: 'q', label: platform.search.label, type: 'search', autocomplete: 'off' } as const;
      const value = searched === '' ? {} : { value: searched };
      return html`${appsToReview > 0 && waitingApps(appsToReview, text)}
<div class="inline">${linkButton(`${SCHOOLS}/new`, platform.create.title, 'primary')}</div>
<form method="get" action="${PLATFORM}" class="filters">
${field({ ...search, optional: true, maxLength: MAX_SEARCHED, ...value })}
<div class="inline">${button(platform.search.submit, 'secondary')}</div>
</form>
${
  schools.length === 0
    ? emptyList(platform.empty, platform.emptyText)
    : html`<ul class="rows">${schools.map(
        (school) => html`<li><div><h2><a href="${SCHOOLS}/${school.slug}">${displayText(school.name)}</a></h2>
<p class="detail">${school.slug} · ${platform.members({ count: school.members })}</p>
<p class="detail">${platform.facts.created}: ${moment(school.createdAt, language, timeZone)}</p></div>
<p class="made">${schoolBadge(school, text)}</p></li>`,
      )}</ul>`
}
<div class="inline">${after !== '' && linkButton(listAddress(searched), platform.first, 'secondary')}${next !== undefined && linkButton(listAddress(searched, next), platform.more, 'secondary')}</div>
${elsewhereSection(text)}`;
    },
  });
}

const listAddress = (q: string, after = ''): string => {
  const query = new URLSearchParams(Object.entries({ q, after }).filter(([, value]) => value !== ''));
  return query.size === 0 ? PLATFORM : `${PLATFORM}?${query}`;
};

/** Says that apps wait for a review by who runs the platform, with a link to them. */
export const waitingApps = (count: number, { schoolHome }: Text): Html =>
  notice('info', html`<p><a href="${REVIEWS}?review=unreviewed">${schoolHome.needs.reviews({ count })}</a></p>`);

/** Commands for which the server has no page. */
const COMMANDS = ['schoolgate clients', 'schoolgate users'] as const;

const elsewhereSection = ({ platform, admin }: Text): Html => {
  const { title, text, commands } = platform.elsewhere;
  const { reviews, accounts } = admin.area.pages;
  return html`<section class="stack"><h2>${title}</h2><p>${text}</p>
<div class="inline">${linkButton(REVIEWS, reviews, 'secondary')}${linkButton(ACCOUNTS, accounts, 'secondary')}</div>
<p class="detail">${commands} <code>${COMMANDS[0]}</code>, <code>${COMMANDS[1]}</code></p></section>`;
};

interface SchoolForm {
  values: Readonly<Record<NewSchoolField, string>>;
  problems: Readonly<Partial<Record<NewSchoolField, 'invalid' | 'taken' | 'reserved'>>>;
}

export function creation(app: FastifyInstance, place: Place, showSchool: ShowSchool): void {
  const show = definePage<SignedInRequest, SchoolForm>(app, place, {
    at: `${SCHOOLS}/new`,
    load: () => ({ values: { name: '', slug: '', owner: '' }, problems: {} }),
    title: (_form, { text }) => text.platform.create.title,
    lead: (_form, { text }) => html`<p>${text.platform.create.lead}</p>`,
    body: creationForm,
    isWrong: ({ problems }) => Object.keys(problems).length > 0,
  });

  /** @returns the slug and the link of the invitation, or why there is no new school */
  async function create(wanted: NewSchool, { request, session }: SignedInRequest) {
    try {
      const created = await app.school.schools.create(wanted, { name: session.person.id, requestId: request.id });
      return created ?? { problems: { slug: 'taken' } as const };
    } catch (error) {
      // The address belonged to another account until lately.
      if (error instanceof ProblemError) return { problems: { owner: 'reserved' } as const };
      throw error;
    }
  }

  place.pages.post(SCHOOLS, async (signedIn, form, reply) => {
    const values = valuesOf(form);
    const wanted = parseNewSchool(givenIn(values));
    if (typeof wanted === 'string') {
      const problems = Object.fromEntries(wrongFieldsOf(givenIn(values)).map((name) => [name, 'invalid'] as const));
      return show(signedIn, reply.code(400), { values, problems });
    }
    const { create: text } = signedIn.text.platform;
    const sent = { signedIn, form, reply };
    const proof = await signedInBy(app, place.pages, sent, {
      frame: place.frame(signedIn),
      unlessLately: true,
      title: text.title,
      consequences: html`<p>${displayText(wanted.name)} · ${text.owner}: ${displayText(wanted.owner)}</p>`,
      hidden: values,
      submit: text.submit,
      tone: 'primary',
      cancelHref: PLATFORM,
    });
    if ('sent' in proof) return proof.sent;
    const created = await create(wanted, proof.entered);
    if ('problems' in created) return show(signedIn, reply.code(409), { values, problems: created.problems });
    const school = await app.school.sites.bySlug(created.slug);
    if (school === undefined) return place.missing(signedIn, reply);
    const link = app.people.mailer.isOn ? undefined : created.link;
    return showSchool(signedIn, reply, school, { invited: wanted.owner, link });
  });
}

/** The values of a form whose slug may be empty. */
const givenIn = ({ slug, ...values }: SchoolForm['values']) => ({ ...values, ...(slug === '' ? {} : { slug }) });

const valuesOf = (form: Parameters): SchoolForm['values'] => {
  const [name = '', slug = '', owner = ''] = NEW_SCHOOL_FIELDS.map((one) => (form.get(one) ?? '').trim());
  return { name, slug, owner };
};

function creationForm({ values, problems }: SchoolForm, { csrf, text }: Visit): Html {
  const { create } = text.platform;
  const input = (name: NewSchoolField, type: 'text' | 'email', hint?: string): Html => {
    const problem = problems[name];
    const error = problem === undefined ? undefined : problem === 'invalid' ? create.invalid[name] : create[problem];
    const of = { name, label: create[name], type, hint, error, value: values[name] };
    return field({ ...of, autocomplete: 'off', maxLength: 254, optional: name === 'slug' });
  };
  const fields = [
    input('name', 'text'),
    input('slug', 'text', create.slugHint),
    input('owner', 'email', create.ownerHint),
    html`<div class="inline">${button(create.submit)}${linkButton(PLATFORM, text.shell.cancel, 'secondary')}</div>`,
  ];
  return postForm({ action: SCHOOLS, csrf, body: fields });
}
