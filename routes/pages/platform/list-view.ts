import type { NewSchoolField } from '../../../schema/school/new-school.ts';
import { type Text, textFor } from '../../words/index.ts';
import { button, emptyList, field, linkButton, moment, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { ACCOUNTS, PLATFORM, REVIEWS, SCHOOLS } from './operator.ts';

/** A school as these pages show it. Times are milliseconds since the epoch. */
export type SchoolItem = {
  slug: string;
  name: string;
  active: boolean;
  createdAt: number;
  deleteAt: number | null;
  members: number;
};

export type SchoolList = {
  searched: string;
  schools: readonly SchoolItem[];
  /** Whether the list begins after another school. */
  isContinued: boolean;
  /** The slug after which the next page begins; `undefined` on the last. */
  next: string | undefined;
  /** How many apps nobody has reviewed as they are. */
  appsToReview: number;
};

export const schoolBadge = (
  { active, deleteAt }: Pick<SchoolItem, 'active' | 'deleteAt'>,
  { platform }: Text,
): Html => {
  const state = active ? 'open' : deleteAt === null ? 'closed' : 'toBeDeleted';
  return html`<span class="badge${!active && ' off'}">${platform.states[state]}</span>`;
};

const item = (school: SchoolItem, text: Text, language: string): Html =>
  html`<li><div><h2><a href="${SCHOOLS}/${school.slug}">${displayText(school.name)}</a></h2>
<p class="detail">${school.slug} · ${text.platform.members({ count: school.members })}</p>
<p class="detail">${text.platform.facts.created}: ${moment(school.createdAt, language)}</p></div>
<p class="made">${schoolBadge(school, text)}</p></li>`;

const listAddress = (searched: string, after?: string): string => {
  const parameters = { ...(searched === '' ? {} : { q: searched }), ...(after === undefined ? {} : { after }) };
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? PLATFORM : `${PLATFORM}?${query}`;
};

/** What reviews apps and helps with accounts on the server. */
const COMMANDS = ['schoolgate clients', 'schoolgate users'] as const;

const elsewhereSection = ({ platform, admin }: Text): Html => {
  const { title, text, commands } = platform.elsewhere;
  const { reviews, accounts } = admin.area.pages;
  return html`<section class="stack"><h2>${title}</h2><p>${text}</p>
<div class="inline">${linkButton(REVIEWS, reviews, 'secondary')}${linkButton(ACCOUNTS, accounts, 'secondary')}</div>
<p class="detail">${commands} <code>${COMMANDS[0]}</code>, <code>${COMMANDS[1]}</code></p></section>`;
};

/** Says that apps wait for a review by who runs the platform, with a link to them. */
export const waitingApps = (count: number, { schoolHome }: Text): Html =>
  notice('info', html`<p><a href="${REVIEWS}?review=unreviewed">${schoolHome.needs.reviews({ count })}</a></p>`);

/** The page of all schools, in the order of their slugs. */
export const schoolsPage = (frame: PageFrame, view: SchoolList): string => {
  const { searched, schools, isContinued, next, appsToReview } = view;
  const text = textFor(frame.language);
  const { platform } = text;
  const body = html`<div class="intro"><h1>${platform.title}</h1><p>${platform.lead}</p></div>
${appsToReview > 0 && waitingApps(appsToReview, text)}
<div class="inline">${linkButton(`${SCHOOLS}/new`, platform.create.title, 'primary')}</div>
<form method="get" action="${PLATFORM}" class="filters">
${field({ name: 'q', label: platform.search.label, type: 'search', autocomplete: 'off', optional: true, maxLength: 100, ...(searched === '' ? {} : { value: searched }) })}
<div class="inline">${button(platform.search.submit, 'secondary')}</div>
</form>
${
  schools.length === 0
    ? emptyList(platform.empty, platform.emptyText)
    : html`<ul class="rows">${schools.map((one) => item(one, text, frame.language))}</ul>`
}
<div class="inline">${isContinued && linkButton(listAddress(searched), platform.first, 'secondary')}${next !== undefined && linkButton(listAddress(searched, next), platform.more, 'secondary')}</div>
${elsewhereSection(text)}`;
  return page(frame, { title: platform.title, body });
};

export type SchoolForm = {
  csrf: string;
  values: Readonly<Record<NewSchoolField, string>>;
  problems: Readonly<Partial<Record<NewSchoolField, 'invalid' | 'taken' | 'reserved'>>>;
};

/** The form that creates a school. */
export const newSchoolPage = (frame: PageFrame, { csrf, values, problems }: SchoolForm): string => {
  const { platform } = textFor(frame.language);
  const { create } = platform;
  const input = (name: NewSchoolField, type: 'text' | 'email', hint?: string): Html => {
    const problem = problems[name];
    const error = problem === undefined ? undefined : problem === 'invalid' ? create.invalid[name] : create[problem];
    return field({
      name,
      label: create[name],
      type,
      autocomplete: 'off',
      maxLength: 254,
      hint,
      error,
      value: values[name],
    });
  };
  const fields = [
    input('name', 'text'),
    input('slug', 'text', create.slugHint),
    input('owner', 'email', create.ownerHint),
    html`<div class="inline">${button(create.submit)}${linkButton(PLATFORM, textFor(frame.language).shell.cancel, 'secondary')}</div>`,
  ];
  const body = html`<div class="intro"><h1>${create.title}</h1><p>${create.lead}</p></div>
${postForm({ action: SCHOOLS, csrf, body: fields })}`;
  return page(frame, { title: create.title, body, isWrong: Object.keys(problems).length > 0 });
};
