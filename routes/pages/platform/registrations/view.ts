import type { Settings } from '../../../../schema/oauth/capabilities.ts';
import type { RegisteringProgram } from '../../../../schema/registrations.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { day, emptyList, notice } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';

export type Registrations = {
  mode: Settings['registration'];
  /** How many days count as lately. */
  days: number;
  /** Both with the most clients first. */
  integrations: readonly RegisteringProgram[];
  others: readonly RegisteringProgram[];
};

const when = (at: number | undefined, never: string, language: string): Html | string =>
  at === undefined ? never : day(at, language);

const table = (
  title: string,
  programs: readonly RegisteringProgram[],
  days: number,
  { registrations: { columns, never, always } }: Text,
  language: string,
): Html => {
  const heads = [
    columns.name,
    columns.registered({ days }),
    columns.used({ days }),
    columns.clients,
    columns.lastRegistered,
    columns.lastUsed,
  ];
  const row = ({ name, registered, used, clients, lastRegisteredAt, lastUsedAt }: RegisteringProgram): Html => {
    const values = [
      registered,
      used,
      clients,
      when(lastRegisteredAt, always, language),
      when(lastUsedAt, never, language),
    ];
    return html`<tr><th scope="row">${displayText(name)}</th>${values.map((value, index) => html`<td data-label="${heads[index + 1] ?? ''}">${value}</td>`)}</tr>`;
  };
  return html`<section class="stack"><h2>${title}</h2>
<table class="cards"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${programs.map(row)}</tbody></table></section>`;
};

/** The page of the programs that register themselves. */
export const registrationsPage = (frame: PageFrame, { mode, days, integrations, others }: Registrations): string => {
  const text = textFor(frame.language);
  const { registrations } = text;
  const { modes, off } = registrations;
  const tables = [
    { title: registrations.others, programs: others },
    { title: registrations.integrations, programs: integrations },
  ].filter(({ programs }) => programs.length > 0);
  const body = html`<div class="intro"><h1>${registrations.title}</h1><p>${registrations.lead}</p></div>
${notice('info', html`<p>${modes[mode]}</p>${mode !== 'off' && html`<p>${registrations.howTo}</p>`}`)}
${tables.length === 0 ? emptyList(registrations.empty, registrations.emptyText) : tables.map(({ title, programs }) => table(title, programs, days, text, frame.language))}
<section class="stack"><h2>${off.title}</h2><ul><li>${off.existing}</li><li>${off.unused}</li><li>${off.refused}</li></ul></section>`;
  return page(frame, { title: registrations.title, body });
};
