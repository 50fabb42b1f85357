/**
 * The consent page: who asks and where the answer goes, then what it may do, then the buttons. Nothing floats: the buttons
 * come into sight only after all that they allow. Beside a long list, the first column stays in sight. A link that leads
 * into the form leads to the top of the page.
 */
export const consent = `.consent { display: grid; gap: 1rem; }
.consent form#decision { align-content: start; gap: 0.75rem; scroll-margin-top: 100rem; }
.asking { display: grid; gap: 1rem; align-content: start; }
.consent .asker { align-items: center; }
.consent .asker > div { gap: 0.125rem; }
.consent h1 { font-size: 1.25rem; line-height: 1.3; }
.consent :is(.made, .detail, .facts, .notice) { font-size: 0.875rem; }
.consent .account { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1rem; line-height: 1.4; }
.consent .account .plain { min-height: 1.75rem; padding: 0; font-size: 0.875rem; }
.consent .person .tile { width: 2.25rem; height: 2.25rem; }
.languages .plain { min-height: 0; padding: 0.125rem 0; font-weight: 400; color: inherit; text-decoration: underline; }
.consent .notice { padding-block: 0.5rem; }
.consent .notice > .icon { top: 0.5rem; }
.changes legend .icon, .changing .icon { vertical-align: -0.125em; }
.target { display: flex; gap: 0.625rem; padding: 0.625rem 0.875rem; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken); font-size: 0.875rem; }
.target code { font-weight: 650; }
.target.warned, .changes { border: 1px solid var(--caution-line); background: var(--caution-bg); }
.target.warned .icon, .changes legend, .changing, .changes .before { color: var(--caution); }
.consent h2 { font-size: 1rem; }
.changes { padding: 0.5rem 0.75rem; border-radius: 8px; }
.changes > legend { float: left; width: 100%; margin-bottom: 0.125rem; font-size: 0.875rem; }
.changes > ul { clear: both; }
.group.views, .identity { padding-inline: calc(0.75rem + 1px); }
.consent .group { gap: 0; }
.consent .group li { border-top: 0; }
.consent .choice { min-height: 2rem; padding: 0.25rem 0; }
.identity { padding-top: 0.75rem; border-top: 1px solid var(--line); }
.identity h3 { font: var(--small); color: var(--muted); }
.consent .fixed { padding: 0.125rem 0; font-size: 0.875rem; }
.consent .facts { gap: 0.25rem; padding: 0; border: 0; }
.consent .facts > div { display: grid; grid-template-columns: 7.5rem 1fr; gap: 0.5rem; }
.consent .facts dt { color: var(--muted); font-weight: 400; }
.consent .facts dd { color: inherit; }
.decision { display: grid; gap: 0.625rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
.extent { display: flex; flex-wrap: wrap; gap: 0 0.875rem; font-size: 0.875rem; }
.extent > span { color: var(--muted); }
.decision .actions { grid-template-columns: 1fr 1.4fr; gap: 0.5rem; }
.decision .actions:has(.read) { grid-template-columns: 1fr 1fr 1.3fr; }
.decision button { padding-inline: 0.25rem; }
.column:has(.consent) { padding-block: 0 1rem; }
.column:has(.consent) > header { padding-block: 0.75rem; }
.column:has(.consent) > main { padding-block: 0.75rem 1rem; }
@media (max-width: 30rem) {
  .decision .actions:has(.read) button { font-size: 0.875rem; }
}
@media (pointer: coarse) {
  .consent .choice { min-height: 2.75rem; padding-block: 0.625rem; }
}
@media (min-width: 40rem) {
  .column:has(.consent) > header { padding: 1rem 0; }
  .column:has(.consent) > main { padding: 1.5rem; }
}
@media (min-width: 56.25rem) {
  .column:has(.consent) { max-width: 57rem; }
  .column:has(.consent) > header { align-self: center; }
  .column:has(.consent) > footer { display: flex; flex-wrap: wrap; justify-content: center; align-items: center; gap: 0 1rem; }
  .column:has(.consent) > main { display: block; padding: 0; }
  .consent { grid-template-columns: 26rem 1fr; gap: 0; }
  .asking { position: sticky; top: 0; align-self: start; padding: 1.75rem 2rem; }
  .consent .asker { display: grid; gap: 0.75rem; }
  .consent h1 { font-size: 1.75rem; line-height: 1.2143; }
  .consent form#decision { display: flex; flex-direction: column; padding: 1.75rem 2rem 1.5rem; border-inline-start: 1px solid var(--line); }
  .decision { margin: auto -2rem 0; padding: 1rem 2rem 0; }
}
.later { animation: later 0s 4s both; }
@keyframes later { from { visibility: hidden; } }`;
