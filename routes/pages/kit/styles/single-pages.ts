import { type SchoolColors, schemesOf } from '../../../../schema/school/school-colors.ts';
import { DEPENDENT } from '../resource/dependent.ts';
import { darkTokens, lightTokens } from './tokens.ts';

/** The list of connections: an app and a person need the room more than a day with a time of day, which has several lines. */
export const connections = `@media (min-width: 48rem) {
  .connected tbody th { min-width: 14rem; }
  .connected td:nth-last-child(3) { min-width: 7rem; }
  .connected .tile.large { width: 2.25rem; height: 2.25rem; border-radius: 8px; font-size: 1rem; }
  .connected thead th, .connected .moment time { white-space: normal; overflow-wrap: normal; }
}`;

/** The choice of what staff can do: a column for each choice, or on narrow screens the choices in a row below the area. */
export const staffRights = `.rights td, .rights tbody th { padding-block: 0; vertical-align: middle; }
.rights .pick { display: flex; gap: 0.375rem; align-items: center; min-height: 2.75rem; font-weight: 400; }
.rights input { margin: 0; }
@media (max-width: 47.9375rem) {
  .rights tr { gap: 0 0.75rem; padding-bottom: 0.25rem; }
  .rights tbody th { flex-basis: 100%; font-weight: 600; }
}
@media (min-width: 48rem) {
  .rights :is(td, th):not(:first-child) { width: 6.5rem; padding-inline: 0; text-align: center; }
  .rights .pick { justify-content: center; }
  .rights .pick span { display: none; }
}`;

/** The explorer of the Account API: query and result stand side by side where there is room. */
export const explorer = `.workbench { display: grid; gap: 1.5rem; }
.workbench > * { min-width: 0; }
.area main .workbench form { max-width: none; }
.workbench textarea, .workbench pre { font: 0.875rem/1.5 var(--mono); tab-size: 2; }
.workbench pre { min-height: 6rem; max-height: 36rem; overflow: auto; background: var(--sunken); }
.answer { display: grid; gap: 0.375rem; align-content: start; }
.answer h3 { margin: 0; }
.fields { display: grid; gap: 0.375rem; }
.chips { display: flex; flex-wrap: wrap; gap: 0.375rem; max-height: 11rem; overflow: auto; }
.chips button { min-height: 2rem; padding: 0.125rem 0.625rem; border-color: var(--field); background: var(--sunken); font: 0.875rem/1.5 var(--mono); }
@media (min-width: 64rem) {
  .workbench { grid-template-columns: 1fr 1fr; }
}`;

/**
 * Lays out the samples, which are smaller than the pages that they show. What they consist of looks as on the pages, except
 * the navigation: a page has one, and a sample is not another.
 */
const layout = `.looks { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: 1rem; }
.look { display: grid; gap: 1rem; align-content: start; margin: 0; padding: 1rem; background: var(--sunken); color: var(--text); border: 1px solid var(--line); border-radius: 8px; }
.look figcaption { font-weight: 650; }
.sample { display: grid; gap: 0.375rem; }
.sample > p { color: var(--muted); font-size: 0.875rem; }
.sample > div { display: grid; gap: 1rem; padding: 1.25rem; zoom: 0.8; background: var(--raised); border: 1px solid var(--line); border-radius: 10px; }
.sample h3 { margin: 0; color: var(--text); font-size: 1.25rem; }
.sample .letter { border-radius: 8px; border-top: 4px solid var(--brand); }
.sample .nav { display: grid; }
.sample .nav a { padding: 0.5rem 0.75rem; border-radius: 8px; color: var(--text); text-decoration: none; }
.sample .nav a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }`;

/** The page with all parts. */
export const style = `.looks { grid-template-columns: minmax(0, 1fr); }
.look { gap: 2rem; background: var(--page); }
.roles { display: grid; grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr)); gap: 0.75rem; font: var(--small); }
.swatch { display: block; height: 2.25rem; border: 1px solid var(--line); border-radius: 8px; }
.part { font: 600 1.25rem/1.4 var(--sans); }
${['page', 'sunken', 'hover', 'text', 'muted', 'field', 'accent', 'accent-soft', 'action', 'caution', 'good', 'danger'].map((role) => `.swatch.${role} { background: var(--${role}); }`).join('\n')}`;

/** The stylesheet of the samples: both schemes at once, whichever one the browser prefers. */
export function previewStyles(colors: SchoolColors): string {
  const { light, dark } = schemesOf(colors);
  return `${layout}
.look.light { color-scheme: light; ${lightTokens} ${light} }
.look.dark { color-scheme: dark; ${lightTokens} ${darkTokens} ${light} ${dark} }`;
}

/** Styles of records and their forms. */
export const records = `.record { display: grid; gap: 1.5rem; align-items: start; }
.record > * { min-width: 0; }
.record > .stack > form, .record .actions, .record .facts:not(.plain-facts) { padding: 1.25rem; border: 1px solid var(--line); border-radius: 10px; }
.area main .record form { max-width: none; }
.record .actions .detail { margin-top: 0.25rem; }
.record > .stack > .facts:first-child { margin-top: 0; }
.record .actions :is(a, button) { width: 100%; }
.record .facts:not(.plain-facts) > div { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0.75rem; overflow-wrap: anywhere; }
.measured { display: flex; align-items: center; border: 1px solid var(--field); border-radius: 6px; background: var(--raised); }
.measured > input { flex: 1; min-width: 0; min-height: calc(2.5rem - 2px); border: 0; }
.measured:has([aria-invalid]) { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
.measured > span { padding-inline: 0 0.75rem; color: var(--muted); font: var(--small); }
.measured:focus-within { outline: 2px solid var(--accent); outline-offset: 2px; }
.measured > :is(:focus-visible, [aria-invalid]) { outline: none; }
.conflict td, .conflict th { overflow-wrap: anywhere; white-space: pre-line; }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: 1rem; align-items: start; }
.fields input { min-width: 0; }
.fields [type="datetime-local"] { padding-inline: 0.5rem; font-size: 0.875rem; }
.ticks > legend { font: 600 var(--small); }
.ticks { grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); gap: 0 1rem; }
.ticks > :is(legend, .hint, .error, .filters) { grid-column: 1 / -1; }
.ticks > .filters { margin-block: 0.5rem 0.25rem; }
.record > .stack > section, .record > .stack > dl { margin-top: 0.5rem; }
@media (min-width: 70rem) { .record { grid-template-columns: minmax(0, 1fr) 18.75rem; } }
.field:has(> :required, > * > :required) > label::after { content: " *" / ""; color: var(--muted); }
${DEPENDENT.map(
  ([choice, values, names]) =>
    `form:has(#${choice}):not(:has(#${choice} > :is(${values.map((value) => `[value="${value}"]`).join(',')}):checked)) .field:has(${names.map((name) => `#${name}:placeholder-shown`).join(',')}) { display: none; }`,
).join('\n')}`;

/** What stands beside an application. */
export const totals = `aside .panel { padding: 1.25rem; background: none; }
aside.stack { gap: 1.5rem; }
.total { display: flex; justify-content: space-between; color: var(--muted); font: var(--small); }
.total b { color: var(--text); }`;

/** Attempts to connect, each as a timeline. */
export const attempts = `.attempts { border: 1px solid var(--line); border-radius: 10px; }
.attempts > li { padding: 1.25rem; border-top: 1px solid var(--line); font: var(--small); }
.attempts > li:first-child { border-top: 0; }
.attempts h2 { font-size: 1rem; line-height: 1.5; }
.attempt { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; color: inherit; font-weight: 400; }
.attempts summary.attempt { list-style: none; }
.attempts summary.attempt::-webkit-details-marker { display: none; }
.attempt > h2 { flex: 1 1 12rem; }
.attempt h2 > .detail { display: block; }
.outcome { display: flex; gap: 1rem; align-items: center; color: var(--muted); }
.outcome time { min-width: 6rem; text-align: end; }
.outcome .detail { display: flex; gap: 0.375rem; align-items: center; }
:is(.outcome, .mark) > .icon, .outcome .detail > .icon { width: 1rem; height: 1rem; stroke-width: 2; }
.steps-taken { margin: 0.75rem 0 0; padding: 0; list-style: none; }
.step { position: relative; display: grid; grid-template-columns: 2rem 5.75rem minmax(0, 1fr); gap: 0 0.75rem; padding-bottom: 0.75rem; }
.step:last-child { padding-bottom: 0; }
.step:not(:last-child)::before { content: ""; position: absolute; inset: 1.25rem auto 0 1rem; border-inline-start: 1px solid var(--line); }
.step > time { color: var(--muted); text-align: end; font-variant-numeric: tabular-nums; }
.step > div { display: grid; gap: 0.375rem; min-width: 0; }
.mark { justify-self: center; display: grid; place-items: center; width: 1.25rem; height: 1.25rem; border-radius: 50%; background: var(--hover); color: var(--muted); }
.awaited > .mark { background: var(--accent-soft); color: var(--accent); }
.refused > .mark { background: var(--caution); color: var(--page); }
.said { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; justify-content: space-between; }
.said strong { flex: 1 1 16rem; font-weight: 600; }
.step .facts { padding: 1rem; background: var(--sunken); border-radius: 8px; }
mark { background: var(--caution-bg); color: var(--caution); }
@media (max-width: 43.6875rem) {
  .attempts > li { padding: 1rem; }
  .step { grid-template-columns: 1.25rem minmax(0, 1fr); }
  .step:not(:last-child)::before { inset-inline-start: 0.625rem; }
  .step > time { text-align: start; }
  .step > div { grid-column: 2; }
  .outcome time { min-width: 0; }
}`;

/** What happened on each of some days. */
export const bars = `.bars { display: block; width: 100%; height: 3.5rem; margin-top: 1rem; fill: var(--bar-dim); }
.bars path + path { fill: var(--accent); }
.weekdays { display: grid; grid-template-columns: repeat(7, 1fr); margin-top: 0.25rem; color: var(--muted); font: var(--small); text-align: center; }
.weekdays :last-child { color: var(--text); font-weight: 600; }`;

/** Styles of the overview of a school. */
export const overview = `.steps ul { display: grid; }
.steps li { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; min-height: 2.75rem; padding: 0.375rem 0; border-top: 1px solid var(--line); }
.steps .done { color: var(--muted); }
.area h2 { font-size: 1rem; line-height: 1.5; }
.figures { display: grid; grid-template-columns: repeat(2, 1fr); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.figures > li { min-width: 0; padding: 1.25rem; box-shadow: 1px 1px var(--line); }
.figures h3 { display: flex; gap: 0.5rem; align-items: center; color: var(--muted); font: 500 var(--small); }
.figure { margin-top: 0.25rem; font-size: 1.75rem; line-height: 1.2143; font-weight: 650; }
.columns, .columns > div { display: grid; gap: 1.5rem; align-content: start; min-width: 0; }
.card { border: 1px solid var(--line); border-radius: 10px; font: var(--small); }
.title { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 1rem 1.25rem; }
.card > .quiet { padding: 0 1.25rem 1rem; }
.card li { display: flex; gap: 0.75rem; padding: 0.75rem 1.25rem; border-top: 1px solid var(--line); }
.card li > .icon { color: var(--muted); }
.card li a { color: inherit; text-decoration: none; }
.card li :is(a:hover, a:focus-visible) { text-decoration: underline; }
.card li > div { flex: 1; min-width: 0; }
.card li > .amount { flex: none; }
.card li :is(.progress, .secondary) { flex: none; align-self: center; }
.date { flex: none; display: grid; align-content: center; width: 2.75rem; height: 3.125rem; border: 1px solid var(--line); border-radius: 8px; color: var(--muted); text-align: center; }
.date b { color: var(--text); font-size: 1rem; }
.learning h2 { font-size: 1rem; line-height: 1.5; }
.learning > div:empty { display: none; }
.learning li { flex-wrap: wrap; }
.learning li > div:not(.amount) { flex: 1 1 8rem; }
.learning li > div:has(+ .progress) { flex-basis: 12rem; }
.learning .panel h2 { font-size: 1.25rem; line-height: 1.4; }
.needs a, .next a { font-weight: 600; }
.latest p, .next a { flex: 1; min-width: 0; }
.latest time, .next :is(time, span) { flex: none; color: var(--muted); font-variant-numeric: tabular-nums; }
.next time { min-width: 7.5rem; }
.access { gap: 0.25rem 1.25rem; color: var(--muted); font: var(--small); }
.access h2 { font: 600 var(--small); }
.access ul { gap: 0.25rem 1.25rem; }
@media (max-width: 43.6875rem) { .figures > li { padding: 1rem; } .figures h3 .icon { display: none; } }
@media (min-width: 60rem) {
  .figures { grid-template-columns: repeat(4, 1fr); }
  .columns { grid-template-columns: 1fr 1fr; }
  .columns.learning { grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); }
}`;
