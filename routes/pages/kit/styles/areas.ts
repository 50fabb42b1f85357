/** Styles of the pages for signed-in people: the rail with the menu, and lists. */
export const areas = `.skip { position: absolute; inset-inline-start: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--raised); border-radius: 6px; }
.skip:focus { top: 0.5rem; z-index: 2; }
.column.area { max-width: none; }
.rail { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; border-bottom: 1px solid var(--line); font: var(--small); }
.rail header { padding: 0.625rem 1rem; }
.rail > :not(header, .fold) { grid-column: 1 / -1; }
.fold { padding-inline-end: 1rem; }
.rail nav, .rail .ends { padding: 0 0.75rem 0.5rem; }
.rail .detail { padding: 0.75rem 0.5rem 0.25rem; }
.rail :is(nav, .ends) a, .menu > summary { display: flex; align-items: center; gap: 0.75rem; min-height: 2rem; padding: 0.25rem 0.5rem; border-radius: 6px; color: var(--text); text-decoration: none; font-weight: 500; }
.rail :is(nav, .ends) a > .icon { color: var(--muted); }
.rail :is(nav, .ends) a:hover, .menu > summary:hover { background: var(--hover); }
.rail nav a[aria-current], .rail nav a[aria-current] > .icon { background: var(--accent-soft); color: var(--accent); }
.menu { position: relative; }
.menu summary > span:last-child { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.menu .tile { width: 1.25rem; height: 1.25rem; }
:is(.menu, .fold) summary { list-style: none; }
.fold summary { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border: 1px solid var(--field); border-radius: 6px; color: var(--text); }
.fold summary > .icon { width: 1.25rem; height: 1.25rem; }
:is(.menu, .fold) summary::-webkit-details-marker { display: none; }
.menu > .panel { padding: 0.5rem; }
.menu .panel .plain { justify-content: start; width: 100%; min-height: 2rem; margin: 0; padding: 0.25rem 0.5rem; border: 0; color: var(--text); font-weight: 500; }
.area main { padding: 1.25rem 1rem 2rem; }
@media (max-width: 68.6875rem) {
  .fold:not([open]) ~ * { display: none; }
}
@media (min-width: 43.75rem) {
  .area main { padding: 2rem 2.5rem 2.5rem; }
  .area > footer { padding-inline: 2.5rem; }
}
@media (min-width: 68.75rem) {
  .column.area { display: grid; grid-template: "rail content" 1fr "rail foot" auto / 15.5rem minmax(0, 1fr); }
  .area::before { content: ""; grid-area: rail; background: var(--sunken); border-inline-end: 1px solid var(--line); }
  .rail { grid-area: rail; position: sticky; top: 0; display: flex; flex-direction: column; align-items: stretch; height: 100vh; overflow-y: auto; padding: 1rem 0.75rem; border: 0; }
  .rail header { padding: 0.25rem 0.5rem 0.5rem; }
  .rail .fold { display: none; }
  .rail nav, .rail .ends { display: block; padding: 0; }
  .rail .ends { margin-top: auto; padding-top: 1.5rem; }
  .menu > .panel { position: absolute; inset-inline: 0; bottom: 100%; z-index: 1; box-shadow: var(--float); border: 0; }
  .area main { grid-area: content; max-width: 75rem; width: 100%; }
  .area > footer { grid-area: foot; }
  .narrow.area main { align-self: start; max-width: 30rem; margin: 2.5rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 10px; }
  .area .brand { font: 600 var(--small); }
}

.head { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: 0.75rem 1rem; }
.head > .intro { flex: 1 1 18rem; }
.area main form:not(.filters, .whole):not(:has(> .table)) { max-width: 40rem; }
.area main > section + section { margin-top: 1rem; }
.area main > .panel { max-width: 40rem; }
.inline { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; }
.tabs { display: flex; gap: 0.25rem 1.5rem; overflow-x: auto; border-bottom: 1px solid var(--line); font: 600 var(--small); scrollbar-width: none; }
.intro > .tabs { border: 0; }
.intro > .tabs + p { margin-top: 0.75rem; }
@media (max-width: 43.6875rem) {
  .tabs { mask-image: linear-gradient(to right, #000 calc(100% - 2.5rem), #0000); }
  .tabs::after { content: ""; flex: 0 0 1.5rem; }
}
.tabs a { display: block; padding: 0.625rem 0; border-bottom: 2px solid transparent; color: var(--muted); text-decoration: none; white-space: nowrap; }
.tabs a:hover, .tabs [aria-current] { color: var(--text); }
.tabs [aria-current] { border-color: var(--accent); }
.tabs span { color: var(--muted); font-weight: 400; }
.changing { display: inline-flex; gap: 0.375rem; align-items: center; color: var(--caution); }
.back { display: inline-flex; align-items: center; gap: 0.25rem; color: var(--muted); font: var(--small); text-decoration: none; }
.more { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; font: var(--small); color: var(--muted); }
.more > span { margin-inline-end: auto; font-variant-numeric: tabular-nums; }
form > details, .stack > details { min-width: 0; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.amount { text-align: end; }
.intro [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }`;

/** A bar above the page instead of the rail. */
export const bar = `@media (min-width: 68.75rem) {
  .topped.area { display: flex; }
  .topped.area::before { content: none; }
  .topped .rail { position: static; flex-direction: row; align-items: stretch; gap: 0 1.5rem; height: auto; overflow: visible; padding: 0 2.5rem; border-bottom: 1px solid var(--line); }
  .topped .rail header { align-self: center; padding: 0; }
  .topped .rail nav > ul { display: flex; flex-wrap: wrap; gap: 0 0.25rem; height: 100%; }
  .topped .rail nav > ul > li { display: flex; }
  .topped .rail nav > ul > li > a { gap: 0.5rem; min-height: 4rem; border-radius: 0; border-block: 2px solid transparent; }
  .topped .rail nav > ul > li > a[aria-current], .topped .rail nav > ul > li > a[aria-current] > .icon { background: none; color: var(--text); }
  .topped .rail nav > ul > li > a[aria-current] { border-bottom-color: var(--accent); }
  .topped .rail .ends { flex: none; align-self: center; margin: 0 0 0 auto; padding: 0; }
  .topped .menu .tile { width: 2rem; height: 2rem; }
  .topped .menu > .panel { inset: 100% 0 auto auto; min-width: 14rem; border: 1px solid var(--line); }
  .topped.area main, .topped.area > footer { width: 100%; max-width: 70rem; margin-inline: auto; }
  .topped.narrow.area main { max-width: 30rem; margin-block: 2.5rem; }
}
@media (min-width: 68.75rem) and (max-width: 82rem) { .topped .rail nav > ul > li > a > .icon { display: none; } }`;

/** What an entry says, field by field. */
export const particulars = `.particulars { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 1rem; padding-top: 0.5rem; font: var(--small); overflow-wrap: anywhere; }
.particulars dt { color: var(--muted); }`;

/** What has a cover: the picture, and beside it the name. */
export const covers = `.cover { flex: none; width: 6rem; height: 4rem; border-radius: 8px; object-fit: cover; }
.covered { display: flex; gap: 0.75rem; align-items: center; }
.covered > div { min-width: 0; }
.head .covered { gap: 1rem; }
:is(th, li) .cover { width: 3.75rem; height: 2.5rem; }
@media (max-width: 56.1875rem) { .cards .covered { margin-bottom: 0.375rem; } }`;

/** A list without rows. */
export const empty = `.empty { display: grid; gap: 0.5rem; justify-items: center; padding: 2rem 1rem; text-align: center; border: 1px solid var(--line); border-radius: 10px; color: var(--muted); font: var(--small); }
.empty .name { color: var(--text); }`;

/** Things below each other, each with what can be done. */
export const rows = `.rows { display: grid; }
.rows > li { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: 0.75rem 1.5rem; padding: 1rem 0; border-top: 1px solid var(--line); }
.rows > li > :is(div:first-child, .cover + div) { flex: 1 1 10rem; display: grid; gap: 0.25rem; min-width: 0; }
.rows .cover { flex: none; border-radius: 8px; object-fit: cover; }
.rows .cover ~ .detail { margin-inline-start: auto; }
.rows form { display: block; }
.rows h2, .rows h3 { font-size: 1rem; line-height: 1.5; }
.rows .tile { float: left; }
.rows :is(h2, h3, .name) a { color: var(--text); text-decoration: none; }
.rows :is(h2, h3, .name) a:is(:hover, :focus-visible) { text-decoration: underline; }
.framed { border: 1px solid var(--line); border-radius: 10px; }
.framed > li { align-items: center; padding: 1.25rem; }
.framed > li:first-child { border-top: 0; }`;

/** Fields that say which rows are shown. */
export const filters = `.filters { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; }
main form.filters { display: flex; }
.filters .field { flex: 1 1 10rem; align-self: start; }
.filters button { min-height: 2.5rem; }
@media (pointer: coarse) { .filters button { min-height: 2.75rem; } }
@media (max-width: 43.6875rem) {
  .filters:has(> .more-filters) > .field:has(#q) { order: -1; flex-basis: 100%; }
  .more-filters { flex: 1 0 auto; align-self: center; }
  .more-filters[open] { flex-basis: 100%; }
  .more-filters > summary { padding-block: 0.5rem; }
  .more-filters:not([open]) ~ .field:not(:has(#q)), .filters:not(:has(#q)) > .more-filters:not([open]) ~ .inline { display: none; }
}
@media (min-width: 43.75rem) {
  .more-filters { display: none; }
  .filters:not(.find) { align-items: start; }
  .filters:not(.find) > :is(.inline, button) { margin-top: 1.625rem; }
}`;

/** Tables. */
export const tables = `.table { overflow-x: auto; }
table { width: 100%; border-collapse: separate; border-spacing: 0; border: 1px solid var(--line); border-radius: 10px; overflow: clip; font: var(--small); }
th, td { padding: 0.625rem 0.75rem; text-align: start; vertical-align: middle; border-top: 1px solid var(--line); }
:is(th, td):first-child { padding-inline-start: 1.25rem; }
:is(th, td):last-child { padding-inline-end: 1.25rem; }
th { font-weight: 400; color: var(--muted); }
:is(thead, table > tbody:first-child) tr:first-child > * { border-top: 0; }
tbody th { color: inherit; font-weight: 400; }
thead th { white-space: nowrap; }
thead th a { display: inline-flex; align-items: center; gap: 0.25rem; color: inherit; text-decoration: none; }
thead th:is(:first-child, td + th, [aria-sort]) { color: var(--text); font-weight: 600; }
thead th .icon { width: 1rem; height: 1rem; margin-inline-start: 0.25rem; stroke-width: 2; vertical-align: -0.1875rem; }
tbody tr:hover { background: var(--hover); }
tr.heading { background: var(--sunken); }
tr.heading th { font-weight: 600; }
.permissions td { white-space: nowrap; }`;

/** Tables whose rows become a few lines each on narrow screens. */
export const cards = `.cards :is(time, .badge) { white-space: nowrap; }
.cards th a { font-weight: 600; color: var(--text); text-decoration: none; }
.cards th a:is(:hover, :focus-visible) { text-decoration: underline; }
.cards th .detail { display: block; overflow-wrap: anywhere; }
.cards td:is(:not(.number, :has(a, button)), :has(time)) { color: var(--muted); }
.cards td strong:not(.changing) { color: var(--text); font-weight: 600; }
.sheet { display: flex; flex-direction: column; border: 1px solid var(--line); border-radius: 10px; overflow: clip; counter-reset: ticked; }
main form.sheet { display: flex; gap: 0; }
.sheet table { border: 0; border-radius: 0; }
.sheet > .more { padding: 0.75rem 1.25rem; border-top: 1px solid var(--line); }
@media (max-width: 56.1875rem) {
  .cards thead { display: none; }
  .cards, .cards tbody { display: block; }
  .cards tr { position: relative; display: flex; flex-wrap: wrap; gap: 0 0.375rem; padding: 0.75rem 1rem; border-top: 1px solid var(--line); color: var(--muted); }
  .cards tr:first-child { border-top: 0; }
  .cards :is(th, td):is(*, :first-child, :last-child) { padding: 0; border: 0; text-align: start; }
  .cards .number { text-align: start; }
  .cards :is(th, .number) > a { display: inline-block; min-width: 1.5rem; line-height: 1.5rem; }
  .sheet > .more { padding-inline: 1rem; }
  .cards td:empty { display: none; }
  .cards td { display: flex; flex-wrap: wrap; gap: 0 0.375rem; }
  .cards tbody th { flex: 1 1 100%; color: var(--text); }
  .cards td[data-label] { color: var(--text); }
  .cards td[data-label]::before { content: attr(data-label); color: var(--muted); }
  .cards td:not(:last-child, .pick, :has(+ :empty), :has(+ td > form), :has(+ td > ul))::after { content: "·"; color: var(--muted); }
}`;

/** Rows that are ticked, and what happens to them. */
export const picking = `tbody tr:has(.pick :checked) { background: var(--accent-soft); }
.pick { width: 1.125rem; }
.pick label { display: grid; place-items: center; margin: -0.625rem -0.75rem -0.625rem -1.25rem; padding: 0.75rem 0.75rem 0.75rem 1.25rem; cursor: pointer; }
.pick input { margin: 0; }
.pick :checked { counter-increment: ticked; }
.bulk { order: -1; display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; padding: 0.5rem 1.25rem; background: var(--accent-soft); border-bottom: 1px solid var(--line); }
.bulk strong { margin-inline-end: 0.5rem; color: var(--accent); font: 600 var(--small); }
.bulk strong::before { content: counter(ticked) " "; }
.bulk button { min-height: 2rem; padding-block: 0.25rem; }
@supports selector(:has(*)) { .sheet:not(:has(.pick :checked)) > .bulk { display: none; } }
@media (max-width: 56.1875rem) {
  .cards tr:has(.pick) { padding-inline-start: 3rem; }
  .cards .pick { position: absolute; inset: 0.75rem auto auto 1rem; }
  .cards .pick label { margin: -0.75rem -0.75rem -0.75rem -1rem; padding: 0.75rem 0.75rem 3.25rem 1rem; }
  .bulk { padding-inline: 1rem; }
}`;

/** The table of setup guides. */
export const guides = `.guides td { width: 37%; }
.guides td > span:not(.badge) { display: block; margin-block: 0.25rem; }
.guides .below > td { border-top: 0; padding-top: 0; width: auto; }
.guides summary { color: var(--accent); }
@media (max-width: 56.1875rem) {
  .guides td { width: 100%; align-items: center; }
  .guides td:not(:last-child)::after { content: none; }
}`;

/** Examples that unfold. */
export const snippets = `details.snippets { border: 0; }
.snippets td { font: 0.875rem/1.25rem var(--mono); }
.switches { gap: 0.5rem; }
.facts.switches > div { display: grid; grid-template-columns: minmax(5.5rem, 20%) 1fr; gap: 0 1rem; align-items: center; }
.switches dd { min-height: 2.25rem; }
.switches dd > span:not(.badge) { flex: 1 1 14rem; }
.switches .secondary { margin-inline-start: auto; }
.assistants summary { padding-inline-end: 0.25rem; }
details.snippets { padding: 0.25rem 0; border-top: 1px solid var(--line); }
details.snippets > summary { min-height: 2.75rem; display: flex; align-items: center; }
details.snippets > :not(summary) { margin-block: 0 0.75rem; }`;

/** What folds, and the switches of assistants. */
export const folding = `:is(.scopes, .assistants) summary { list-style: none; display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; color: var(--text); }
:is(.scopes, .assistants) summary::-webkit-details-marker { display: none; }
:is(.scopes, .assistants) summary::after { content: ""; flex: none; width: 0.5rem; height: 0.5rem; border: solid var(--muted); border-width: 0 2px 2px 0; rotate: 45deg; translate: 0 -0.125rem; }
.assistants > li { padding: 0.25rem 0 0.75rem; border-top: 1px solid var(--line); }
.assistants .scopes { border-top: 1px solid var(--line); }
.scopes summary { padding-inline-end: 0.5rem; }
.scopes[open] summary::after { rotate: 225deg; translate: 0 0.125rem; }
.scopes h3 { flex: 1; font: inherit; color: inherit; }
.scopes label { display: grid; grid-template-columns: auto 1fr; gap: 0 0.75rem; padding: 0.625rem 0; border-top: 1px solid var(--line); font-weight: 400; cursor: pointer; }
.scopes code { grid-column: 2; color: var(--muted); }`;

/** How far someone is. */
export const progress = `.progress { display: flex; align-items: center; gap: 0.625rem; font: var(--small); font-variant-numeric: tabular-nums; }
.progress span { min-width: 3.5ch; }
@media (min-width: 43.75rem) { li > .progress span { text-align: end; } }
progress { width: 6rem; height: 0.375rem; border: 0; border-radius: 1rem; appearance: none; background: var(--line); }
progress::-webkit-progress-bar { border-radius: 1rem; background: var(--line); }
progress::-webkit-progress-value { border-radius: 1rem; background: var(--accent); }
progress::-moz-progress-bar { border-radius: 1rem; background: var(--accent); }`;

/** A button that is on or off. */
export const switches = `.switch { position: relative; width: 2.5rem; min-height: 1.5rem; height: 1.5rem; padding: 0; border: 0; border-radius: 0.75rem; background: var(--field); }
.switch::before { content: ""; position: absolute; inset: 0.1875rem auto auto 0.1875rem; width: 1.125rem; height: 1.125rem; border-radius: 50%; background: var(--raised); }
.switch[aria-checked="true"] { background: var(--accent); }
.switch[aria-checked="true"]::before { inset-inline-start: 1.1875rem; background: var(--on-accent); }`;

/** Filters as links with their counts. */
export const chips = `.choosing { display: flex; flex-wrap: wrap; min-width: 0; gap: 0.75rem; align-items: center; }
main form.find { position: relative; display: block; flex: 0 1 17.5rem; }
.find label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.find input:not([type="checkbox"], [type="radio"]) { padding-inline-start: 2.5rem; min-height: 2.25rem; }
.find button { position: absolute; inset: 0 auto 0 0; width: 2.5rem; min-height: 0; padding: 0; color: var(--muted); }
.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.chips .apart { padding-inline-start: 0.5rem; border-inline-start: 1px solid var(--line); }
.chip { display: inline-flex; align-items: center; gap: 0.375rem; min-height: 2rem; padding: 0 0.75rem; border: 1px solid var(--line); border-radius: 1rem; color: var(--text); font: 600 var(--small); text-decoration: none; white-space: nowrap; }
.chip > span { color: var(--muted); font-weight: 400; font-variant-numeric: tabular-nums; }
.chip:hover { background: var(--hover); }
.chip[aria-current], .chip[aria-current] > span { border-color: var(--accent); background: var(--accent-soft); color: var(--accent); }
@media (max-width: 43.6875rem) {
  main form.find { flex-basis: 100%; }
  .chips { flex: 0 0 calc(100% + 2rem); flex-wrap: nowrap; min-width: 0; margin-inline: -1rem; padding: 0.25rem 1rem; overflow-x: auto; scrollbar-width: none; }
}
@media (pointer: coarse) {
  .chip { min-height: 2.75rem; border-radius: 1.375rem; }
}`;

/** A value that is replaced, rows that differ, and what happened one after the other. */
export const changes = `.changes-list td:first-child { width: 2.5rem; border-inline-start: 3px solid var(--line); font-weight: 600; text-align: center; }
.changes-list .wrong td { border-inline-start-color: var(--caution); color: var(--caution); }
.changes-list .new td:first-child { border-inline-start-color: var(--good); color: var(--good); }
.changes-list .changed td:first-child { border-inline-start-color: var(--accent); color: var(--accent); }
.changes-list .missing-row td:first-child { border-inline-start-color: var(--field); }
.changes-list del { color: var(--muted); }
.changes-list mark { padding: 0 0.25rem; border-radius: 4px; background: var(--caution-bg); color: var(--caution); }
.changes-list ins { padding: 0 0.25rem; border-radius: 4px; background: var(--accent-soft); color: var(--accent); }
@media (max-width: 56.1875rem) {
  .cards.changes-list td:first-child { width: auto; padding-inline-start: 0.5rem; }
  .cards.changes-list th + td::before { content: none; }
}
.timeline { display: grid; gap: 0.75rem; margin: 0; padding: 0; list-style: none; font: var(--small); }
.timeline li { display: flex; gap: 0.75rem; align-items: center; }
.timeline p { flex: 1; }
.timeline time { color: var(--muted); }
.timeline .icon { padding: 0.1875rem; border-radius: 50%; background: var(--hover); color: var(--muted); }
.timeline .refused .icon { background: var(--caution-bg); color: var(--caution); }
.timeline .waiting .icon { background: var(--accent-soft); color: var(--accent); }`;
