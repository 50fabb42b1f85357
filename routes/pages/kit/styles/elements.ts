export const elements = `*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 var(--sans); overflow-wrap: anywhere; }
h1, h2, h3, p, dl, dd, ul, fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
ul { list-style: none; }
h1 { font-size: 1.75rem; line-height: 1.2143; font-weight: 650; letter-spacing: -0.012em; text-wrap: balance; hyphens: auto; hyphenate-limit-chars: 14 6 6; }
h2, legend { padding: 0; font-size: 1.25rem; line-height: 1.4; font-weight: 600; }
h3 { font: 600 1rem/1.5 var(--sans); }
legend { font-size: 1rem; line-height: 1.5; }
[hidden] { display: none !important; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.18em; }
a:hover { text-decoration-thickness: 2px; }
code { font-family: var(--mono); font-size: 0.875rem; }
ins { font-weight: 600; text-decoration: none; }
label { font: 600 var(--small); }
input, button { font: inherit; color: inherit; }

:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

input:not([type="checkbox"], [type="radio"]), select, textarea {
  display: block; width: 100%; min-height: 2.5rem; padding: 0.5rem 0.75rem; font: var(--small); color: inherit;
  background: var(--raised); border: 1px solid var(--field); border-radius: 6px;
}
::placeholder { color: var(--muted); opacity: 1; }
textarea { min-height: 6rem; resize: vertical; }
input[type="color"] { width: 6rem; padding: 0.25rem; }
[aria-invalid="true"]:is(input, select, textarea) { border-color: var(--danger); outline: 1px solid var(--danger); outline-offset: -2px; }
[aria-invalid="true"]:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
input[type="checkbox"], input[type="radio"] { flex: none; width: 1.125rem; height: 1.125rem; margin: 0.0625rem 0 0; accent-color: var(--accent); }

button, a.primary, a.secondary {
  display: inline-flex; align-items: center; justify-content: center; gap: 0.5rem; min-height: 2.25rem; padding: 0.4375rem 0.8125rem;
  border: 1px solid transparent; border-radius: 6px; font: 600 var(--small); text-align: center; text-decoration: none; cursor: pointer;
}
.primary, a.primary { background: var(--action); border-color: var(--action-line); color: var(--on-action); }
.primary:hover { background: var(--action-hover); }
.secondary, a.secondary { background: var(--raised); border-color: var(--field); color: var(--text); }
.secondary:hover { background: var(--hover); }
.plain { padding-inline: 0.5rem; background: none; color: var(--accent); }
.plain:hover { background: var(--hover); text-decoration: underline; }
.danger { background: var(--danger-fill); border-color: var(--danger-fill); color: #fff; }
.secondary.danger { background: var(--raised); border-color: var(--danger); color: var(--danger); }
.secondary.danger:hover { background: var(--danger-bg); }
:disabled { background: var(--hover); border-color: var(--line); color: var(--muted); cursor: default; }
@media (prefers-reduced-motion: no-preference) {
  button, a.primary, a.secondary { transition: background-color 120ms ease-out; }
}
@media (forced-colors: active) {
  button, a.primary, a.secondary, .tile, .badge, .notice { border: 1px solid; }
}
@media (pointer: coarse) {
  button, a.primary, a.secondary, input:not([type="checkbox"], [type="radio"]), select { min-height: 2.75rem; }
  input:not([type="checkbox"], [type="radio"]), select, textarea { font-size: 1rem; }
}
summary { min-height: 1.5rem; color: var(--accent); cursor: pointer; font: 600 var(--small); }
details > :not(summary) { margin-top: 0.5rem; }
pre { margin: 0; padding: 0.75rem; font-size: 0.875rem; background: var(--sunken); border: 1px solid var(--line); border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
.icon { flex: none; width: 1.25rem; height: 1.25rem; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
:is(button, .secondary, .primary, summary, .error, .changing, .changes legend, .badge, .back) > .icon { width: 1rem; height: 1rem; stroke-width: 2; }`;
