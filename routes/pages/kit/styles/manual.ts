/** Styles of the manual and of texts that schools write: running text, its tables, the search and the table of contents. */
export const manual = `@media print {
  body, main { background: none; }
  .rail, footer, .more, .inline { display: none; }
  .column.area { display: block; }
  main { padding: 0; border: 0; box-shadow: none; }
  a { color: inherit; }
}
.manual { min-width: 0; }
.manual > * + * { margin-top: 1rem; }
.manual > :is(p, ul, ol) { max-width: 44rem; }
.manual > h2 { font-size: 1.25rem; }
.manual > * + h2 { margin-top: 2.25rem; }
.manual > h3 { margin: 1.75rem 0 0; font-size: 1rem; color: var(--text); }
.manual :is(ul, ol) { display: grid; gap: 0.375rem; margin: 0; padding-inline-start: 1.375rem; list-style: disc; }
.manual > :is(ul, ol) { margin-top: 0.75rem; }
.manual ol { list-style: decimal; }
.manual li > * + * { margin-top: 0.5rem; }
.manual pre { background: var(--sunken); font-size: 0.875rem; }
.manual img { max-width: 100%; max-height: 36rem; border: 1px solid var(--line); border-radius: 8px; }
.manual img[src$=".svg"] { max-height: none; }
.manual hr { border: 0; border-top: 1px solid var(--line); }
.many table { min-width: 40rem; }
.many td { min-width: 8rem; }
.offered { display: grid; gap: 1.5rem 3rem; }
.offer { display: grid; gap: 1rem; padding-bottom: 1.25rem; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; align-self: start; }
.offer > :not(img) { margin-inline: 1.25rem; }
.offer .primary { flex: 1 0 100%; }
.offer a > .icon { width: 1rem; height: 1rem; vertical-align: -0.125rem; }
.offer .price { font-size: 1.75rem; line-height: 2.125rem; font-weight: 650; }
.offer ul { display: grid; gap: 0.375rem; }
.offer img.cover { display: block; width: 100%; height: auto; aspect-ratio: 3 / 2; object-fit: cover; border: 0; border-radius: 0; }
@media (min-width: 60rem) {
  .offered { grid-template-columns: minmax(0, 1fr) 21rem; grid-template-rows: auto 1fr; }
  .offer { grid-column: 2; grid-row: 1 / 3; }
  .offered > :not(.offer) { grid-column: 1; }
}
.headings { padding: 0.75rem 1rem; background: var(--sunken); border-radius: 8px; }
.search { display: flex; gap: 0.5rem; padding: 0 1rem 0.75rem; }
.search button { flex: none; }
@media (min-width: 68.75rem) { .search { padding-inline: 0.5rem; } }
.found { display: grid; gap: 1.25rem; }`;

export const reference = `.operations { display: grid; gap: 0.375rem; }
.operation { scroll-margin-top: 1rem; gap: 0.75rem; }
.operation h2 { font-size: 1.25rem; }
.operation h3 { margin: 0.75rem 0 0; }
.call { padding: 0.5rem 0.75rem; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; }
.method { font-family: var(--mono); font-size: 0.875rem; font-weight: 650; color: var(--accent); }
.fields { display: grid; gap: 0.625rem; font-size: 0.875rem; }
.fields > div { padding-top: 0.625rem; border-top: 1px solid var(--line); }
.fields .fields { margin-top: 0.625rem; padding-inline-start: 0.75rem; border-inline-start: 2px solid var(--line); }
.fields dt { font-weight: 600; }
.kind { color: var(--muted); font-weight: 400; }`;
