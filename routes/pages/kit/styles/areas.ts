/** Styles of the pages for signed-in people: the header, the navigation beside or above the page, and lists. */
export const areas = `.skip { position: absolute; inset-inline-start: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--card); border-radius: var(--radius); }
.skip:focus { top: 0.5rem; z-index: 2; }
.column.area { max-width: 70.5rem; }
.area header { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding-bottom: 0.75rem; }
.beside { display: none; }
.folded { padding: 0 1.25rem; }
.folded summary { padding: 0.25rem 0.75rem; border: 1px solid var(--edge); border-radius: var(--radius); font-weight: 600; }
.area > nav .detail { padding: 0.75rem 0.75rem 0.25rem; font-size: 0.8125rem; }
.area > nav a { display: block; padding: 0.5rem 0.75rem; border-radius: var(--radius); color: var(--ink); text-decoration: none; font-size: 0.9375rem; }
.area > nav a:hover { background: var(--sunken); }
.area > nav a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.menu { position: relative; }
.menu summary { padding: 0.25rem 0.5rem; font-weight: 600; }
:is(.menu, .folded, .scopes, .assistants) summary { display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; list-style: none; color: var(--ink); }
.menu summary > span { max-width: 11rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.folded summary { justify-content: space-between; }
.assistants summary { padding-inline-end: 0.25rem; }
:is(.menu, .folded, .scopes, .assistants) summary::-webkit-details-marker { display: none; }
:is(.menu, .folded, .scopes, .assistants) summary::after { content: ""; flex: none; width: 0.5rem; height: 0.5rem; border: solid var(--quiet); border-width: 0 2px 2px 0; rotate: 45deg; translate: 0 -0.125rem; }
.menu > .panel { position: absolute; inset-inline-end: 0; z-index: 1; min-width: 14rem; max-width: calc(100vw - 2.5rem); background: var(--card); box-shadow: var(--shadow); }
.menu li a { display: block; padding: 0.5rem 0; }
@media (min-width: 40rem) {
  .area header { grid-area: bar; padding: 0 0.25rem 1rem; }
  .column.area, .column.broad { padding-inline: 1.25rem; }
  .folded { padding: 0 0 1rem; }
  .area main { grid-area: content; padding: 2rem; min-width: 0; }
}
@media (min-width: 60rem) {
  .column.area { display: grid; grid-template: "bar bar" auto "pages content" 1fr "foot foot" auto / 13rem minmax(0, 1fr); gap: 0 2rem; }
  .folded { display: none; }
  .beside { display: block; position: sticky; top: 1rem; }
  .area > nav { grid-area: pages; }
  .area footer { grid-area: foot; }
}

.head { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: 1rem; }
.head > .intro { flex: 1 1 18rem; }
.rows { display: grid; }
.rows > li { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: 0.75rem 1.5rem; padding: 1rem 0; border-top: 1px solid var(--rule); }
.rows > li > div:first-child { flex: 1 1 16rem; display: grid; gap: 0.25rem; min-width: 0; }
.rows form { display: block; }
.area main > section:not(.panel) > h2, .area main > section > .intro > h2 { font-size: 1.125rem; }
.rows h2, .rows h3 { margin: 0; font-size: 1.0625rem; color: var(--ink); }
.area main form:not(.filters) { max-width: 40rem; }
.rows .tile { float: left; }
.empty { padding: 2rem 1rem; display: grid; gap: 0.5rem; justify-items: center; text-align: center; background: var(--sunken); border-radius: var(--radius); color: var(--quiet); }
.facts.plain-facts { border: 0; padding-top: 0; }
.inline { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; }
.danger { background: var(--bad-soft); border-color: var(--bad-edge); color: var(--bad-ink); }
.danger:hover { background: var(--bad-edge); color: var(--card); }
.badge.off { background: var(--sunken); color: var(--quiet); border: 1px solid var(--rule); }
.more { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.filters { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; }
main form.filters { display: flex; }
.filters .field { flex: 1 1 10rem; }
.filters button, .filters input:not([type="checkbox"], [type="radio"]), .filters select { height: 2.75rem; min-height: 0; padding-block: 0; }
.filters.roomy .field { flex-basis: 13rem; }
.assistants > li { padding: 0.25rem 0 0.75rem; border-top: 1px solid var(--rule); }
.assistants details.snippets { border: 0; }
.guides td { width: 37%; }
.guides td > span:not(.badge) { display: block; margin-block: 0.25rem; }
.guides .secondary, .guides button { min-height: 2.25rem; padding-block: 0.25rem; }
.guides .below > td { border-top: 0; padding-top: 0; width: auto; }
.guides summary { color: var(--accent); }
.particulars { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 1rem; padding-top: 0.5rem; font-size: 0.875rem; overflow-wrap: anywhere; }
.particulars dt { color: var(--quiet); }
select, textarea { display: block; width: 100%; min-height: 3rem; padding: 0.625rem 0.875rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: var(--radius); }
textarea { min-height: 6rem; resize: vertical; }
select[aria-invalid="true"], textarea[aria-invalid="true"] { border-color: var(--bad-edge); border-width: 2px; }
.table { overflow-x: auto; }
form > details, .stack > details { min-width: 0; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th, td { padding: 0.625rem 0.75rem 0.625rem 0; text-align: start; vertical-align: top; border-top: 1px solid var(--rule); }
th { font-size: 0.875rem; color: var(--quiet); border-top: 0; }
tbody th { color: inherit; font-size: inherit; font-weight: 400; border-top: 1px solid var(--rule); }
thead th, .cards time { white-space: nowrap; }
.cards th a { font-weight: 600; }
.cards th .detail { display: block; overflow-wrap: anywhere; }
.area main form.whole { max-width: none; }
.whole > .filters { max-width: 30rem; }
@media (max-width: 47.9375rem) {
  .cards thead { display: none; }
  .cards, .cards tbody { display: block; }
  .cards tr { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; padding: 0.875rem 0; border-top: 1px solid var(--rule); }
  .cards th, .cards td { padding: 0; border: 0; }
  .cards tbody th { flex: 1 1 80%; }
  .cards td[data-label]::before { content: attr(data-label); margin-inline-end: 0.375rem; color: var(--quiet); }
}
.intro [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
.number { text-align: end; font-variant-numeric: tabular-nums; }
.needs { display: grid; }
.needs > li { position: relative; padding: 0.75rem 0 0.75rem 1.5rem; border-top: 1px solid var(--rule); }
.needs > li::before { content: ""; position: absolute; left: 0.25rem; top: 1.25rem; width: 0.625rem; height: 0.625rem; border-radius: 50%; background: var(--edge); }
.needs > .urgent::before { background: var(--bad-edge); border-radius: 0.125rem; }
.amount { text-align: end; }
.progress { display: flex; align-items: center; gap: 0.625rem; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.progress span { min-width: 3.5ch; text-align: end; }
progress { width: 6rem; height: 0.375rem; border: 0; border-radius: 1rem; appearance: none; background: var(--rule); }
progress::-webkit-progress-bar { border-radius: 1rem; background: var(--rule); }
progress::-webkit-progress-value { border-radius: 1rem; background: var(--accent); }
progress::-moz-progress-bar { border-radius: 1rem; background: var(--accent); }
.diff .sign { font-weight: 650; padding-inline-start: 0.75rem; border-inline-start: 3px solid var(--edge); }
.diff .is-error .sign { border-inline-start-color: var(--warn-edge); color: var(--warn-ink); }
.diff :is(.is-new, .is-changed) .sign { border-inline-start-color: var(--accent); color: var(--accent); }
.diff mark { background: var(--warn-soft); color: var(--warn-ink); }
.diff ins { background: var(--accent-soft); color: var(--accent); text-decoration: none; font-weight: 600; }
.diff del { color: var(--quiet); }
.chips [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
`;
