import { type Text, textFor } from '../../words/index.ts';
import { button, fact, field, linkButton, moment, notice } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { type PageFrame, page } from '../kit/layout.ts';
import { type MemberStatus, statusBadge } from '../site-admin/members/list-view.ts';
import { type SchoolItem, schoolBadge } from './list-view.ts';
import { SCHOOLS } from './operator.ts';

export type SchoolActionName = keyof Text['platform']['actions'];

/** What happened to the school. */
export type SchoolResult =
  | { done: SchoolActionName }
  /** To a folder of the server, which the export or the deletion has written. */
  | { done: 'export' | 'delete'; folder: string }
  /** `link`: of the invitation, if the server sends no e-mails. */
  | { invited: string; link: string | undefined }
  | { problem: keyof Text['platform']['problems'] };

export type SchoolView = {
  school: SchoolItem & { id: string };
  owners: readonly { name: string; email: string; status: MemberStatus }[];
  /** The possible actions, with the paths of their forms. */
  actions: readonly { name: SchoolActionName; href: string }[];
  result: SchoolResult | undefined;
};

/** What can be undone, or takes nothing away. */
export const HARMLESS: ReadonlySet<SchoolActionName> = new Set(['reopen', 'export', 'cancelDeletion']);

const facts = ({ school }: SchoolView, text: Text, language: string): Html => {
  const { facts: terms } = text.platform;
  return html`<dl class="facts plain-facts">
${fact(terms.id, html`<code>${school.id}</code>`)}
${fact(terms.slug, school.slug)}
${fact(terms.state, schoolBadge(school, text))}
${fact(terms.created, moment(school.createdAt, language))}
${fact(terms.members, String(school.members))}
${school.deleteAt !== null && fact(terms.deleteAt, moment(school.deleteAt, language))}
</dl>`;
};

const resultNotice = (result: SchoolResult, { platform }: Text): Html => {
  if ('problem' in result) return notice('problem', html`<p>${platform.problems[result.problem]}</p>`);
  if ('invited' in result) {
    const { invited, link } = result;
    const said = html`<p role="status">${platform.invited({ email: displayText(invited) })}</p>`;
    if (link === undefined) return notice('info', said);
    return notice('info', html`${said}<p>${platform.link}</p><pre><code>${link}</code></pre>`);
  }
  return notice(
    'info',
    html`<p role="status">${platform.done[result.done]}</p>${'folder' in result && html`<p>${platform.folder} <code>${result.folder}</code></p>`}`,
  );
};

const actionItem = ({ name, href }: SchoolView['actions'][number], { platform }: Text): Html => {
  const { button: label, hint } = platform.actions[name];
  const head = html`<div><h3 class="name">${label}</h3><p class="detail">${hint}</p></div>`;
  if (name === 'handOver') {
    return html`<li>${head}<form method="get" action="${href}" class="filters">
${field({ name: 'email', label: platform.newOwner, type: 'email', autocomplete: 'off', maxLength: 254 })}
<div class="inline">${button(label, 'secondary')}</div></form></li>`;
  }
  const link = linkButton(href, label, HARMLESS.has(name) ? 'secondary' : 'secondary danger');
  return html`<li>${head}${link}</li>`;
};

/** The page of one school, and what the people who run the platform can do with it. */
export const schoolPage = (frame: PageFrame, view: SchoolView): string => {
  const text = textFor(frame.language);
  const { platform } = text;
  const { school, owners, actions, result } = view;
  const name = displayText(school.name);
  const body = html`<div class="intro"><h1>${name}</h1><p>${school.slug}</p></div>
${result !== undefined && resultNotice(result, text)}
${facts(view, text, frame.language)}
<section class="stack"><h2>${platform.owners}</h2>${
    owners.length === 0
      ? html`<p class="quiet">${platform.noOwner}</p>`
      : html`<ul class="rows">${owners.map(
          (owner) => html`<li><div><h3 class="name">${displayText(owner.name)}</h3>
<p class="detail">${displayText(owner.email)}</p></div>
<p class="made">${statusBadge(owner.status, text)}</p></li>`,
        )}</ul>`
  }</section>
<section class="stack"><h2>${platform.whatToDo}</h2><ul class="rows">${actions.map((one) => actionItem(one, text))}</ul></section>`;
  return page(frame, { title: name, body, isWrong: result !== undefined && 'problem' in result });
};

export const schoolPath = ({ slug }: Pick<SchoolItem, 'slug'>, more = ''): string => `${SCHOOLS}/${slug}${more}`;
