/** Styles of the manual and of texts that schools write: running text, its tables, the search and the table of contents. */
export const manual = `@media print {
  body, main { background: none; }
  header, footer, nav, .more, .inline { display: none; }
  .column.area { display: block; }
  main { padding: 0; border: 0; box-shadow: none; }
  a { color: inherit; }
}
.manual { min-width: 0; }
.manual > * + * { margin-top: 1rem; }
.manual > h2 { font-size: 1.25rem; }
.manual > * + h2 { margin-top: 2.25rem; }
.manual > h3 { margin: 1.75rem 0 0; font-size: 1.0625rem; color: var(--ink); }
.manual :is(ul, ol) { display: grid; gap: 0.375rem; margin: 0; padding-inline-start: 1.375rem; list-style: disc; }
.manual > :is(ul, ol) { margin-top: 0.75rem; }
.manual ol { list-style: decimal; }
.manual li > * + * { margin-top: 0.5rem; }
.manual pre { background: var(--sunken); font-size: 0.875rem; }
.manual img { max-width: 100%; max-height: 36rem; border: 1px solid var(--rule); border-radius: var(--radius); }
.manual img[src$=".svg"] { max-height: none; }
.manual hr { border: 0; border-top: 1px solid var(--rule); }
.many table { min-width: 40rem; }
.many td { min-width: 8rem; }
.offered { display: grid; gap: 1.5rem 3rem; }
.offer { display: grid; gap: 1rem; padding-bottom: 1.25rem; border: 1px solid var(--rule); border-radius: var(--radius); overflow: hidden; align-self: start; }
.offer > :not(img) { margin-inline: 1.25rem; }
.offer .primary { flex: 1 0 100%; }
.offer .price { font-size: 1.75rem; line-height: 1.2; font-weight: 650; }
.offer ul { display: grid; gap: 0.375rem; }
img.cover { display: block; width: 100%; height: auto; aspect-ratio: 3 / 2; object-fit: cover; border: 0; border-radius: 0; }
@media (min-width: 60rem) {
  .offered { grid-template-columns: minmax(0, 1fr) 21rem; grid-template-rows: auto 1fr; }
  .offer { grid-column: 2; grid-row: 1 / 3; }
  .offered > :not(.offer) { grid-column: 1; }
}
.headings { padding: 0.75rem 1rem; background: var(--sunken); border-radius: var(--radius); }
.area header:has(.search) { flex-wrap: wrap; }
.search { display: flex; flex: 0 1 26rem; gap: 0.5rem; }
.search button { flex: none; }
.search :is(input, button) { min-height: 2.75rem; padding-block: 0.375rem; }
.contents .beside { max-height: calc(100vh - 2rem); overflow-y: auto; }
.found { display: grid; gap: 1.25rem; }`;

export const reference = `.operations { display: grid; gap: 0.375rem; }
.operation { scroll-margin-top: 1rem; gap: 0.75rem; }
.operation h2 { font-size: 1.125rem; }
.operation h3 { margin: 0.75rem 0 0; }
.call { padding: 0.5rem 0.75rem; background: var(--card); border: 1px solid var(--rule); border-radius: var(--radius); }
.method { font-family: var(--mono); font-size: 0.8125rem; font-weight: 650; color: var(--accent); }
.fields { display: grid; gap: 0.625rem; font-size: 0.9375rem; }
.fields > div { padding-top: 0.625rem; border-top: 1px solid var(--rule); }
.fields .fields { margin-top: 0.625rem; padding-inline-start: 0.75rem; border-inline-start: 2px solid var(--rule); }
.fields dt { font-weight: 600; }
.kind { color: var(--quiet); font-weight: 400; }`;
