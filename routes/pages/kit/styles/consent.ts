/**
 * The consent page. What changes something stands on the colour of warnings. The buttons stay in reach, and what gets
 * the focus is scrolled above them. In a low window they are at the end of the page, where they hide nothing.
 */
export const consent = `main { gap: 0.875rem; }
main form { gap: 0.75rem; }
.asks { margin-top: 0; font-size: 1rem; }
.asker > div { gap: 0.25rem; }
.account { grid-template-columns: auto 1fr; gap: 0.25rem 1rem; padding: 0.5rem 0.875rem; align-items: center; }
.account .person { grid-column: 1 / -1; }
.account .person .tile { width: 2.25rem; height: 2.25rem; }
.account form { grid-row: 1; grid-column: 2; justify-items: end; }
.account .plain { min-height: 1.75rem; margin: 0; padding: 0; font-size: 0.875rem; }
.languages .plain { min-height: 0; padding: 0.375rem 0; font-weight: inherit; }
.notice { padding: 0.25rem 0.875rem; font-size: 0.875rem; }
.group li { border-top: 0; }
.group .fixed { padding: 0.1875rem 0; }
.group > legend { margin-bottom: 0.1875rem; }
.group > h2 { margin-bottom: 0; }
.group .choice { min-height: 2rem; padding: 0.25rem 0; font-size: 0.9375rem; }
.subjects { color: var(--quiet); font-weight: 400; }
.subjects, .subjects .before { font-size: 0.875rem; }
.sides { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem 0.5rem; }
.sides .side { flex: none; min-height: 0; padding: 0.1875rem 0.625rem 0.1875rem 0.375rem; gap: 0.375rem; border: 1px solid var(--edge); border-radius: 0.5rem; }
.sides .side.write, .changes { border-color: var(--warn-edge); background: var(--warn-soft); color: var(--warn-ink); }
.sides .side.write { font-weight: 600; }
.sides > h2 { flex: 1 1 12rem; }
.sides details { margin-inline-start: auto; }
.sides details[open] { flex: 1 0 100%; }
fieldset li { padding-inline: 0.5rem; border-inline-start: 3px solid var(--rule); }
.changes .badge { margin-inline-start: 0.25rem; border: 1px solid; background: none; color: inherit; }
.changes .before { color: inherit; }
.sides:has(> .read > input:not(:checked)) .below.read, .sides:has(> .write > input:not(:checked)) .below.write { display: none; }
.facts { gap: 0.25rem; padding-top: 0.625rem; font-size: 0.875rem; }
.facts > div { display: grid; grid-template-columns: 7.75rem 1fr; gap: 0.5rem; }
.decision.actions { gap: 0.5rem; margin: 0; padding-block: 0.5rem; background: var(--card); border-top: 1px solid var(--rule); }
.decision:has(.read) { grid-template-columns: 1fr 1fr 1fr; }
.decision button { padding-inline: 0.25rem; }
footer { padding-block: 0.25rem 0; }
.asker .detail, .made { font-size: 0.875rem; }
@media (max-width: 30rem) {
  header { padding-top: 0.75rem; }
  main { gap: 0.75rem; padding-block: 0.875rem 0; }
  .decision:has(.read) button { font-size: 0.875rem; }
}
@media (min-height: 30rem) {
  html { scroll-padding-bottom: 5rem; }
  .decision { position: sticky; bottom: 0; }
}
.later { animation: later 0s 4s both; }
@keyframes later { from { visibility: hidden; } }`;
