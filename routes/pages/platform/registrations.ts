/** Programs that still register clients instead of using a metadata document, and the effect of switching that off. */
import type { FastifyInstance } from 'fastify';
import type { RegisteringProgram } from '../../../schema/clients/registering-program.ts';
import { day, emptyList, notice } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage, type Place, type Visit } from '../kit/page.ts';
import { REGISTRATIONS } from './operator.ts';

/** How many days count as lately. */
const DAYS = 30;
const DAY = 86_400_000;

export function registrations(app: FastifyInstance, place: Place): void {
  const { config, registrations: store } = app;

  definePage(app, place, {
    at: REGISTRATIONS,
    async load({ now }) {
      const since = now - DAYS * DAY;
      const [integrations, others] = await Promise.all([store.of('vendor', since), store.of('registered', since)]);
      // Each preset has a client from the start, which says nothing before somebody uses it.
      const used = integrations.filter((one) => one.lastUsedAt !== undefined || one.lastRegisteredAt !== undefined);
      return { integrations: used, others };
    },
    title: (_programs, { text }) => text.registrations.title,
    lead: (_programs, { text }) => html`<p>${text.registrations.lead}</p>`,
    body({ integrations, others }, visit) {
      const { registrations: text } = visit.text;
      const { off } = text;
      const tables = [
        others.length > 0 && table(text.others, others, visit),
        integrations.length > 0 && table(text.integrations, integrations, visit),
      ];
      const mode = config.registration;
      return html`${notice('info', html`<p>${text.modes[mode]}</p>${mode !== 'off' && html`<p>${text.howTo}</p>`}`)}
${tables.some(Boolean) ? tables : emptyList(text.empty, text.emptyText)}
<section class="stack"><h2>${off.title}</h2><ul><li>${off.existing}</li><li>${off.unused}</li><li>${off.refused}</li></ul></section>`;
    },
  });
}

function table(title: string, programs: readonly RegisteringProgram[], { language, text, timeZone }: Visit): Html {
  const { columns, never, always } = text.registrations;
  const heads = [
    columns.name,
    columns.registered({ days: DAYS }),
    columns.used({ days: DAYS }),
    columns.clients,
    columns.lastRegistered,
    columns.lastUsed,
  ];
  const when = (at: number | undefined, otherwise: string) =>
    at === undefined ? otherwise : day(at, language, timeZone);
  const row = ({ name, registered, used, clients, lastRegisteredAt, lastUsedAt }: RegisteringProgram): Html => {
    const values = [registered, used, clients, when(lastRegisteredAt, always), when(lastUsedAt, never)];
    return html`<tr><th scope="row">${displayText(name)}</th>${values.map((value, index) => html`<td data-label="${heads[index + 1] ?? ''}">${value}</td>`)}</tr>`;
  };
  return html`<section class="stack"><h2>${title}</h2>
<table class="cards"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${programs.map(row)}</tbody></table></section>`;
}
