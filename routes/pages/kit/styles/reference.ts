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
