/** The page of one school, and what the people who run the platform can do with it. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Site } from '../../../plugins/school/stores.ts';
import { isSlug } from '../../../schema/slug.ts';
import type { Text } from '../../words/index.ts';
import { button, fact, field, linkButton, moment, notice } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage, type Place, type Visit } from '../kit/page.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { statusBadge } from '../site-admin/members/member.ts';
import { SCHOOLS } from './operator.ts';

export type SchoolActionName = keyof Text['platform']['actions'];

/** The path of each action below that of its school. */
export const ACTION_PATHS: Readonly<Record<SchoolActionName, string>> = {
  close: 'close',
  reopen: 'reopen',
  handOver: 'hand-over',
  export: 'export',
  delete: 'delete',
  cancelDeletion: 'cancel-deletion',
};
const ACTIONS = Object.keys(ACTION_PATHS) as readonly SchoolActionName[];

/** What can be undone, or takes nothing away. */
export const HARMLESS: ReadonlySet<SchoolActionName> = new Set(['reopen', 'export', 'cancelDeletion']);

/** What happened to the school. */
export type SchoolResult =
  | { done: SchoolActionName }
  /** To a folder of the server, which the export or the deletion has written. */
  | { done: 'export' | 'delete'; folder: string }
  /** `link`: of the invitation, if the server sends no e-mails. */
  | { invited: string; link: string | undefined }
  | { problem: keyof Text['platform']['problems'] };

/** Sends the page of a school, with what happened to it. */
export type ShowSchool = (
  signedIn: SignedInRequest,
  reply: FastifyReply,
  school: Site,
  result: SchoolResult,
) => Promise<FastifyReply>;

export const schoolPath = ({ slug }: Pick<Site, 'slug'>, more = ''): string => `${SCHOOLS}/${slug}${more}`;

export async function findSchool(app: FastifyInstance, { request }: SignedInRequest): Promise<Site | undefined> {
  const slug = pathParameter(request, 'school');
  return isSlug(slug) ? app.school.sites.bySlug(slug) : undefined;
}

export function isPossible({ clock }: FastifyInstance, { active, deleteAt }: Site, name: SchoolActionName): boolean {
  switch (name) {
    case 'close':
      return active;
    case 'reopen':
      return !active && deleteAt === null;
    case 'delete':
      return deleteAt === null;
    // Once it is due, a part of the school may be gone.
    case 'cancelDeletion':
      return deleteAt !== null && deleteAt > clock();
    case 'handOver':
      return deleteAt === null;
    case 'export':
      return true;
  }
}

export function schoolPage(app: FastifyInstance, place: Place): ShowSchool {
  const read = async (school: Site, result?: SchoolResult) => {
    const owners = await app.school.sites.owners(school.id);
    return { school, result, owners: owners.filter(({ status }) => status !== 'removed') };
  };

  const show = definePage<SignedInRequest, Awaited<ReturnType<typeof read>>>(app, place, {
    at: `${SCHOOLS}/:school`,
    async load({ signedIn, query }) {
      const school = await findSchool(app, signedIn);
      const done = ACTIONS.find((name) => name === query.get('done'));
      return school && read(school, done && { done });
    },
    title: ({ school }) => displayText(school.name),
    lead: ({ school }) => html`<p>${school.slug}</p>`,
    body({ school, result, owners }, { text, language }) {
      const { platform } = text;
      const possible = ACTIONS.filter((name) => isPossible(app, school, name));
      return html`${result !== undefined && resultNotice(result, text)}
${facts(school, { text, language })}
<section class="stack"><h2>${platform.owners}</h2>${
        owners.length === 0
          ? html`<p class="quiet">${platform.noOwner}</p>`
          : html`<ul class="rows">${owners.map(
              ({ name, email, status }) => html`<li><div><h3 class="name">${displayText(name)}</h3>
<p class="detail">${displayText(email)}</p></div>
<p class="made">${status !== 'removed' && statusBadge(status, text)}</p></li>`,
            )}</ul>`
      }</section>
<section class="stack"><h2>${platform.whatToDo}</h2><ul class="rows">${possible.map((name) => actionItem(name, schoolPath(school, `/${ACTION_PATHS[name]}`), text))}</ul></section>`;
    },
    isWrong: ({ result }) => result !== undefined && 'problem' in result,
  });
  return async (signedIn, reply, school, result) => show(signedIn, reply, await read(school, result));
}

export const schoolBadge = ({ active, deleteAt }: Pick<Site, 'active' | 'deleteAt'>, { platform }: Text): Html => {
  const state = active ? 'open' : deleteAt === null ? 'closed' : 'toBeDeleted';
  return html`<span class="badge${!active && ' off'}">${platform.states[state]}</span>`;
};

function facts(school: Site, { text, language }: Pick<Visit, 'text' | 'language'>): Html {
  const { facts: terms } = text.platform;
  return html`<dl class="facts plain-facts">
${fact(terms.id, html`<code>${school.id}</code>`)}
${fact(terms.slug, school.slug)}
${fact(terms.state, schoolBadge(school, text))}
${fact(terms.created, moment(school.createdAt, language))}
${fact(terms.members, String(school.members))}
${school.deleteAt !== null && fact(terms.deleteAt, moment(school.deleteAt, language))}
</dl>`;
}

const resultNotice = (result: SchoolResult, { platform }: Text): Html => {
  if ('problem' in result) return notice('problem', html`<p>${platform.problems[result.problem]}</p>`);
  if ('invited' in result) {
    const invited = html`<p role="status">${platform.invited({ email: displayText(result.invited) })}</p>`;
    if (result.link === undefined) return notice('info', invited);
    return notice('info', html`${invited}<p>${platform.link}</p><pre><code>${result.link}</code></pre>`);
  }
  return notice(
    'info',
    html`<p role="status">${platform.done[result.done]}</p>${'folder' in result && html`<p>${platform.folder} <code>${result.folder}</code></p>`}`,
  );
};

function actionItem(name: SchoolActionName, href: string, { platform }: Text): Html {
  const { button: label, hint } = platform.actions[name];
  const head = html`<div><h3 class="name">${label}</h3><p class="detail">${hint}</p></div>`;
  if (name === 'handOver') {
    return html`<li>${head}<form method="get" action="${href}" class="filters">
${field({ name: 'email', label: platform.newOwner, type: 'email', autocomplete: 'off', maxLength: 254 })}
<div class="inline">${button(label, 'secondary')}</div></form></li>`;
  }
  return html`<li>${head}${linkButton(href, label, HARMLESS.has(name) ? 'secondary' : 'secondary danger')}</li>`;
}
