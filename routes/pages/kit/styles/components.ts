export const components = `.column { display: flex; flex-direction: column; min-height: 100vh; min-height: 100dvh; width: 100%; max-width: 27rem; margin: 0 auto; }
.column.wide { max-width: 36rem; }
header, main, footer { padding: 1.25rem; }
header { padding-bottom: 0; }
main { display: grid; gap: 1.5rem; align-content: start; }
main form { display: grid; gap: 1.25rem; }
footer { margin-top: auto; color: var(--quiet); font-size: 0.8125rem; }
.languages { display: flex; flex-wrap: wrap; column-gap: 1rem; }
.languages :is(a, [aria-current]) { display: inline-block; padding-block: 0.375rem; }
@media (min-width: 40rem) {
  body { background: var(--ground); }
  .column { padding: 3rem 0 1rem; }
  header { padding: 0 0.25rem 1rem; }
  main { padding: 2.25rem; background: var(--card); border: 1px solid var(--rule); border-radius: 1rem; box-shadow: var(--shadow); }
  footer { margin-top: 0; padding: 1rem 0.25rem; }
}

.brand { display: flex; align-items: center; gap: 0.625rem; font-weight: 650; }
.brand .tile { background: var(--theme); color: var(--on-theme); }
.brand .logo { width: auto; height: 2.25rem; max-width: 9rem; border-radius: 0.375rem; }
.gate {
  flex: none; width: 1.375rem; height: 1.5rem; border: 2.5px solid var(--accent); border-bottom-width: 0; border-radius: 0.7rem 0.7rem 0 0;
  background: linear-gradient(90deg, transparent 20%, var(--accent) 20% 32%, transparent 32% 68%, var(--accent) 68% 80%, transparent 80%);
}
.tile {
  flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 0.5rem;
  background: var(--accent-soft); color: var(--accent); font-weight: 650; line-height: 1;
}
.tile.round { border-radius: 50%; }
.tile.unknown { background: var(--warn-soft); color: var(--warn-ink); }
/* Logos are made for a light background. */
img.tile { object-fit: contain; background: #fff; }
.tile.large { width: 3rem; height: 3rem; border-radius: 0.75rem; font-size: 1.25rem; }

.intro { display: grid; gap: 0.5rem; }
.intro > p, .quiet { color: var(--quiet); }
.stack { display: grid; gap: 1rem; }
.stack > legend { margin-bottom: 0.75rem; font-size: 1.0625rem; }
form > .stack + .stack { margin-top: 0.75rem; }
.actions { display: grid; gap: 0.75rem; }
.actions.pair { grid-template-columns: 1fr 1fr; margin-top: 0.5rem; }
.pair button { padding-inline: 0.5rem; }
.aside { justify-items: center; margin-top: -0.5rem; }

.qr { width: 13.75rem; max-width: 100%; height: auto; border-radius: 0.5rem; }
.codes { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: 0.5rem; padding: 0; list-style: none; }

.field { display: grid; gap: 0.375rem; }
.field > [data-reveals] { justify-self: start; padding-inline: 0; }
.hint { color: var(--quiet); font-size: 0.875rem; }
.error { color: var(--bad-ink); font-size: 0.9375rem; font-weight: 600; }

.notice { display: grid; gap: 0.375rem; padding: 0.875rem 1rem; border-radius: var(--radius); border-inline-start: 4px solid var(--edge); background: var(--sunken); font-size: 0.9375rem; }
.notice.success, .badge { border-color: currentColor; background: var(--good-soft); color: var(--good-ink); }
.notice.warning, .badge.unknown { border-color: var(--warn-edge); background: var(--warn-soft); color: var(--warn-ink); }
.notice.problem { border-color: var(--bad-edge); background: var(--bad-soft); color: var(--bad-ink); }
.notice a { color: inherit; }
.notice ul { display: grid; gap: 0.25rem; }

.person, .asker { display: flex; align-items: center; gap: 0.875rem; }
.person > div { min-width: 0; }
.person .tile { width: 2.75rem; height: 2.75rem; }
.name { font-weight: 600; }
.detail { color: var(--quiet); font-size: 0.9375rem; }
.panel { display: grid; gap: 0.625rem; padding: 1rem; background: var(--sunken); border: 1px solid var(--rule); border-radius: var(--radius); }
.panel form { justify-items: start; }
.panel .plain { margin: 0 0 -0.5rem -0.75rem; }

.asker { align-items: flex-start; }
.asker > div { display: grid; gap: 0.375rem; min-width: 0; justify-items: start; }
.badge { display: inline-block; padding: 0.125rem 0.625rem; border-radius: 1rem; font-size: 0.8125rem; font-weight: 600; }
.made { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem 0.625rem; color: var(--quiet); font-size: 0.9375rem; }

.group { display: grid; gap: 0.25rem; }
.group > legend, .group > h2 { margin-bottom: 0.375rem; }
.group li { display: flex; gap: 0.75rem; border-top: 1px solid var(--rule); }
.fixed, .missing { padding: 0.5rem 0; }
.choice { flex: 1; display: flex; align-items: flex-start; gap: 0.75rem; min-height: 2.75rem; padding: 0.625rem 0; font-weight: 400; cursor: pointer; }
.fixed::before { content: ""; flex: none; width: 0.5rem; height: 0.875rem; margin: 0.1875rem 0.375rem 0; border: solid var(--accent); border-width: 0 2.5px 2.5px 0; rotate: 40deg; }
.missing::before { content: ""; flex: none; width: 0.75rem; height: 2.5px; margin: 0.6875rem 0.25rem 0; background: var(--edge); }
.missing { color: var(--quiet); }
.group > .detail { margin-bottom: 0.375rem; }
.before { color: var(--quiet); font-size: 0.875rem; }
.boxed { align-items: center; padding: 0.75rem 1rem; border: 1px solid var(--edge); border-radius: var(--radius); }
.boxed input { margin: 0; }
.boxed:has(:checked) { border-color: var(--accent); background: var(--accent-soft); box-shadow: inset 0 0 0 1px var(--accent); }
.boxed:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.boxed :focus-visible { outline: none; }
.choices { display: grid; gap: 0.625rem; }
.choices > legend { margin-bottom: 0.625rem; }

.facts { display: grid; gap: 0.75rem; padding-top: 1.25rem; border-top: 1px solid var(--rule); font-size: 0.9375rem; }
.facts dt { font-weight: 600; }
.facts dd { color: var(--quiet); }
.small { display: grid; gap: 0.5rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--quiet); font-size: 0.8125rem; }
.small dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; }
.links { display: grid; gap: 0.5rem; }
.address { display: block; padding: 0.625rem 0.875rem; background: var(--sunken); border: 1px solid var(--rule); border-radius: var(--radius); }
@media (min-width: 40rem) {
  .facts > div { display: grid; grid-template-columns: 11rem 1fr; gap: 1rem; }
}`;

/**
 * Styles of values to be copied. One click selects the value. The button of the script is drawn over its corner, so
 * that it does not move the layout.
 */
export const copying = `.copyable { position: relative; display: grid; gap: 0.375rem; }
.copyable > .detail { font-size: 0.875rem; }
.copyable pre, .copyable input { font-family: var(--mono); font-size: 0.875rem; user-select: all; -webkit-user-select: all; }
.copyable pre { background: var(--sunken); padding-inline-end: 6rem; }
.panel .copyable pre { background: var(--card); }
.copyable input { padding-inline-end: 6rem; }
.copyable .inline > * { padding-inline: 0; margin-inline-end: 1rem; }
.copyable > button { position: absolute; inset-inline-end: 0.25rem; bottom: 0.25rem; min-height: 2.25rem; padding: 0.25rem 0.625rem; font-size: 0.875rem; background: inherit; }
@media (max-width: 40rem) {
  .copyable pre, .copyable input { padding-inline-end: 0.75rem; font-size: 0.8125rem; }
  .copyable > button { position: static; justify-self: start; }
}
a.secondary.danger { background: var(--bad-soft); border-color: var(--bad-edge); color: var(--bad-ink); }
a.secondary.danger:hover { background: var(--bad-edge); color: var(--card); }
.error { white-space: pre-line; }
.state { display: flex; flex-wrap: wrap; gap: 0.375rem 0.625rem; align-items: center; }
.addresses { display: grid; gap: 0.25rem; font-family: var(--mono); font-size: 0.875rem; }
details.snippets { padding: 0.25rem 0; border-top: 1px solid var(--rule); }
details.snippets > summary { min-height: 2.75rem; display: flex; align-items: center; font-weight: 600; }
details.snippets > :not(summary) { margin-block: 0 0.75rem; }
.scopes { border-top: 1px solid var(--rule); }
.scopes summary { padding-inline-end: 0.5rem; }
.scopes[open] summary::after { rotate: 225deg; translate: 0 0.125rem; }
.scopes h3 { flex: 1; margin: 0; color: inherit; font-size: 0.9375rem; }
.scopes label { display: grid; grid-template-columns: auto 1fr; gap: 0 0.75rem; padding: 0.625rem 0; border-top: 1px solid var(--rule); font-weight: 400; cursor: pointer; }
.scopes code { grid-column: 2; color: var(--quiet); }`;
