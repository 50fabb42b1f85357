/** The choice of what staff can do: a column for each choice, or on narrow screens the choices in a row below the area. */
export const staffRights = `.rights td, .rights tbody th { padding-block: 0; vertical-align: middle; }
.rights .pick { display: flex; gap: 0.375rem; align-items: center; min-height: 2.75rem; font-weight: 400; }
.rights input { margin: 0; }
@media (max-width: 47.9375rem) {
  .rights tr { gap: 0 0.75rem; padding-bottom: 0.25rem; }
  .rights tbody th { flex-basis: 100%; font-weight: 600; }
}
@media (min-width: 48rem) {
  .rights :is(td, th):not(:first-child) { width: 6.5rem; padding-inline: 0; text-align: center; }
  .rights .pick { justify-content: center; }
  .rights .pick span { display: none; }
}`;
