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
.copyable button { position: absolute; inset-inline-end: 0.25rem; bottom: 0.25rem; min-height: 2.25rem; padding: 0.25rem 0.625rem; font-size: 0.875rem; background: inherit; }
@media (max-width: 40rem) {
  .copyable pre, .copyable input { padding-inline-end: 0.75rem; font-size: 0.8125rem; }
  .copyable button { position: static; justify-self: start; }
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
