export const elements = `*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--card); color: var(--ink); font: 1rem/1.5 var(--sans); overflow-wrap: anywhere; }
h1, h2, h3, p, dl, dd, ul, fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
ul { list-style: none; }
h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.012em; text-wrap: balance; }
h2, legend { padding: 0; font-size: 0.9375rem; line-height: 1.4; font-weight: 650; }
h3 { margin-bottom: 0.375rem; font-size: 0.875rem; line-height: 1.4; font-weight: 600; color: var(--quiet); }
[hidden] { display: none !important; }
a { color: var(--accent); text-underline-offset: 0.18em; }
a:hover { color: var(--accent-strong); }
code { font-family: var(--mono); font-size: 0.9em; }
ins { font-weight: 600; text-decoration: none; }
label { font-weight: 600; }
input, button { font: inherit; color: inherit; }

:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }

input:not([type="checkbox"], [type="radio"]) {
  display: block; width: 100%; min-height: 3rem; padding: 0.625rem 0.875rem;
  background: var(--card); border: 1px solid var(--edge); border-radius: var(--radius);
}
input[type="color"] { width: 6rem; padding: 0.25rem; }
input[aria-invalid="true"] { border-color: var(--bad-edge); border-width: 2px; }
input[type="checkbox"], input[type="radio"] { flex: none; width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }

button, a.primary, a.secondary {
  display: inline-flex; align-items: center; justify-content: center; min-height: 3rem; padding: 0.625rem 1.25rem;
  border: 1px solid transparent; border-radius: var(--radius); font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
}
.primary, a.primary, a.primary:hover { background: var(--fill); border-color: var(--accent); color: var(--on-fill); }
.primary:hover, a.primary:hover { background: var(--fill-strong); border-color: var(--accent-strong); }
.secondary, a.secondary { background: var(--card); border-color: var(--edge); color: var(--ink); }
a.secondary:hover { color: var(--ink); }
.secondary:hover { background: var(--sunken); }
.plain { min-height: 2.75rem; padding: 0.375rem 0.75rem; background: none; color: var(--accent); font-weight: 500; text-decoration: underline; text-underline-offset: 0.18em; }
.plain:hover { color: var(--accent-strong); background: var(--sunken); }
@media (prefers-reduced-motion: no-preference) {
  button, a.primary, a.secondary { transition: background-color 120ms ease-out; }
}
@media (forced-colors: active) {
  button, a.primary, a.secondary, .tile, .badge, .notice { border: 1px solid; }
}
summary { min-height: 1.5rem; color: var(--accent); cursor: pointer; font-size: 0.9375rem; }
details > :not(summary) { margin-top: 0.5rem; }
pre { margin: 0; padding: 0.75rem; background: var(--card); border: 1px solid var(--rule); border-radius: var(--radius); white-space: pre-wrap; overflow-wrap: anywhere; }`;
