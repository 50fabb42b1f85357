export const components = `.column { display: flex; flex-direction: column; min-height: 100vh; min-height: 100dvh; width: 100%; max-width: 37.5rem; margin: 0 auto; }
header, main, footer { padding: 1rem; }
header { padding-bottom: 0; }
main { display: grid; gap: 1.5rem; align-content: start; min-width: 0; }
main form { display: grid; gap: 1.25rem; }
footer { margin-top: auto; color: var(--muted); font: var(--small); }
footer a { color: inherit; }
.languages { display: flex; flex-wrap: wrap; column-gap: 1rem; }
.languages :is(a, [aria-current]) { display: inline-block; padding-block: 0.125rem; }

.brand { display: flex; align-items: center; gap: 0.75rem; font-weight: 600; }
.brand .tile { background: var(--brand); color: var(--on-brand); border-radius: 8px; }
.brand .logo { width: auto; height: 2rem; max-width: 9rem; border-radius: 6px; }
.tile {
  flex: none; display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: 8px;
  background: var(--hover); color: var(--muted); font: 600 var(--small);
}
.tile.round { border-radius: 50%; }
.tile.unknown { background: var(--caution-bg); color: var(--caution); }
/* Logos are made for a light background. */
img.tile { object-fit: contain; background: #fff; }
.tile.large { width: 3rem; height: 3rem; font-size: 1.25rem; }

.narrow h1 { font-size: 1.25rem; line-height: 1.4; font-weight: 600; letter-spacing: 0; }
.decide { justify-content: flex-end; }
.intro { display: grid; gap: 0.25rem; }
.intro > p, .quiet { color: var(--muted); }
.stack { display: grid; gap: 1rem; }
.stack > legend { margin-bottom: 0.75rem; }
form > .stack + .stack { margin-top: 0.75rem; }
.actions { display: grid; gap: 0.75rem; }
.actions.pair { grid-template-columns: 1fr 1fr; margin-top: 0.5rem; }
.pair button { padding-inline: 0.5rem; }

.field { display: grid; gap: 0.375rem; align-content: start; }
.field > [data-reveals] { justify-self: start; padding-inline: 0; }
.hint { color: var(--muted); font: var(--small); }
.error { display: flex; gap: 0.375rem; align-items: center; color: var(--danger); font: 600 var(--small); white-space: pre-line; }
.error > .icon { order: -1; }

.name { font-weight: 600; }
.detail { color: var(--muted); font: var(--small); }
.panel { display: grid; gap: 0.75rem; padding: 1.25rem; background: var(--raised); border: 1px solid var(--line); border-radius: 10px; }
.panel > h2, .panel > .intro > h2 { font-size: 1rem; line-height: 1.5; }
.panel form { justify-items: start; }
.panel .plain { margin: 0 0 -0.5rem -0.5rem; }

.badge { display: inline-block; padding: 0 0.5rem; border-radius: 1rem; font: 600 var(--small); background: var(--good-bg); color: var(--good); }
.badge.unknown { background: var(--caution-bg); color: var(--caution); }
.badge.off { background: var(--hover); color: var(--muted); }
:is(h1, h2, h3, th, .name, .covered div) > .badge { vertical-align: middle; letter-spacing: 0; }
:is(h1, h2, h3, .name) > .badge:not(a + *) { margin-inline-start: 0.5rem; }
a:has(+ .badge) { margin-inline-end: 0.5rem; }

.links { display: grid; gap: 0.5rem; }`;

/** What is known of something, by its names. */
export const facts = `.facts { display: grid; gap: 0.5rem; font: var(--small); }
.facts dt { color: var(--muted); }
.facts .whole { white-space: pre-wrap; }
.address { display: block; padding: 0.5rem 0.75rem; background: var(--sunken); border: 1px solid var(--line); border-radius: 8px; }
@media (min-width: 43.75rem) {
  .facts > div { display: grid; grid-template-columns: 11rem 1fr; gap: 1rem; }
}`;

/** Those of pages for people who may not be signed in: a column, which is a sheet in the middle of a wide window. */
export const columns = `.column:not(.area) main :is(button:not(.plain), a.primary, a.secondary, input:not([type="checkbox"], [type="radio"]), select) { min-height: 2.75rem; font-size: 1rem; line-height: 1.5; }
@media (min-width: 43.75rem) {
  .column:not(.area) { padding: 2rem 0 1rem; }
  body:has(> .column:not(.area)) { background: var(--sunken); }
  .column:not(.area) > header { align-self: center; padding: 0 0 1rem; }
  .column:not(.area) > main { padding: 2rem; background: var(--page); border: 1px solid var(--line); border-radius: 12px; }
  .column:not(.area) > footer { display: flex; flex-wrap: wrap; justify-content: center; align-items: baseline; gap: 0 1rem; margin-top: 0; padding: 1rem 0; }
}
.column.narrow:not(.area) { max-width: 30rem; }
.aside { justify-items: center; margin-top: -0.5rem; }
.column:not(.area) .panel { background: var(--sunken); border: 0; border-radius: 8px; }`;

/** What the page says before anything else. */
export const notices = `.notice { position: relative; display: grid; gap: 0.25rem; padding: 0.75rem 1rem 0.75rem 3rem; border-radius: 8px; background: var(--sunken); font: var(--small); }
.notice > .icon { position: absolute; inset: 0.75rem auto auto 1rem; }
.notice.success { background: var(--good-bg); }
.notice.warning { background: var(--caution-bg); border: 1px solid var(--caution-line); }
.notice.problem { background: var(--danger-bg); }
.notice.success > .icon { color: var(--good); }
.notice.warning > .icon { color: var(--caution); }
.notice.problem > .icon { color: var(--danger); }
.notice a { color: inherit; }
.notice ul { display: grid; gap: 0.25rem; }`;

/** Codes to keep, and those that a camera reads. */
export const codes = `.qr { width: 13.75rem; max-width: 100%; height: auto; border-radius: 8px; }
.codes { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: 0.5rem; padding: 0; list-style: none; }`;

/** What is chosen from, and what is allowed. */
export const choosing = `.choice { flex: 1; display: flex; align-items: flex-start; gap: 0.75rem; min-height: 2.75rem; padding: 0.625rem 0; font: inherit; cursor: pointer; }
.area .choice { font: var(--small); min-height: 2.25rem; padding-block: 0.5rem; }
.choice input { margin-top: 0.1875rem; }
.area .choice input { margin-top: 0.0625rem; }
.choices { display: grid; gap: 0.625rem; }
.choices > legend { margin-bottom: 0.625rem; }`;

/** Who asks, and what is known of them. */
export const identities = `.person, .asker { display: flex; align-items: center; gap: 0.75rem; }
.person > div { min-width: 0; }
.asker { align-items: flex-start; }
.asker > div { display: grid; gap: 0.25rem; min-width: 0; justify-items: start; }
.made { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; color: var(--muted); font: var(--small); }`;

/** The mark of pages that are of no school. */
export const gate = `.gate {
  flex: none; width: 1.375rem; height: 1.5rem; border: 2.5px solid var(--accent); border-bottom-width: 0; border-radius: 0.7rem 0.7rem 0 0;
  background: linear-gradient(90deg, transparent 20%, var(--accent) 20% 32%, transparent 32% 68%, var(--accent) 68% 80%, transparent 80%);
}`;

/** Groups of what is allowed, with what is always allowed and what is not there. */
export const groups = `.group { display: grid; gap: 0.25rem; }
.group > legend, .group > h2 { margin-bottom: 0.375rem; font-size: 1rem; line-height: 1.5; }
.group li { display: flex; gap: 0.75rem; border-top: 1px solid var(--line); }
.fixed, .missing { padding: 0.5rem 0; }
.fixed::before { content: ""; flex: none; width: 0.375rem; height: 0.75rem; margin: 0.125rem 0.375rem 0; border: solid var(--muted); border-width: 0 1.75px 1.75px 0; rotate: 40deg; }
.missing::before { content: ""; flex: none; width: 0.75rem; height: 2px; margin: 0.6875rem 0.25rem 0; background: var(--field); }
.missing { color: var(--muted); }
.group > .detail { margin-bottom: 0.375rem; }
.before { color: var(--muted); font: var(--small); }`;

/** Choices in frames. */
export const boxes = `.boxed { align-items: center; padding: 0.75rem 1rem; border: 1px solid var(--field); border-radius: 8px; }
.boxed input { margin: 0; }
.boxed:has(:checked) { border-color: var(--accent); background: var(--accent-soft); box-shadow: inset 0 0 0 1px var(--accent); }
.boxed:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.boxed :focus-visible { outline: none; }`;

/** What a message is about, in small print. */
export const small = `.small { display: grid; gap: 0.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--muted); font: var(--small); }
.small dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; }`;

/**
 * Styles of values to be copied. One click selects the value. The button of the script is drawn over its corner, so
 * that it does not move the layout.
 */
export const copying = `.copyable { position: relative; display: grid; gap: 0.375rem; }
.copyable pre, .copyable input { font-family: var(--mono); font-size: 0.875rem; user-select: all; -webkit-user-select: all; background: var(--sunken); }
.copyable :is(pre, input) { padding-inline-end: 6rem; }
.copyable .inline > * { padding-inline: 0; margin-inline-end: 1rem; }
.copyable > button { position: absolute; inset-inline-end: 0.375rem; bottom: 0.375rem; min-height: 1.75rem; padding: 0.125rem 0.5rem; background: inherit; }
.copyable > pre + button { bottom: 0.5625rem; }
@media (max-width: 43.6875rem) {
  .copyable pre, .copyable input { padding-inline-end: 0.75rem; }
  .copyable > button { position: static; justify-self: start; }
}
.state { display: flex; flex-wrap: wrap; gap: 0.375rem 0.625rem; align-items: center; }
.addresses { display: grid; gap: 0.25rem; font: 0.875rem/1.25rem var(--mono); }`;
