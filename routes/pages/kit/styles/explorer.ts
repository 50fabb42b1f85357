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
.chips button { min-height: 2rem; padding: 0.125rem 0.625rem; border-color: var(--edge); background: var(--sunken); font: 0.8125rem/1.5 var(--mono); }
@media (min-width: 64rem) {
  .workbench { grid-template-columns: 1fr 1fr; }
}`;
