/** The list of connections: an app and a person need the room more than a day with a time of day, which has several lines. */
export const connections = `@media (min-width: 48rem) {
  .connected tbody th { min-width: 14rem; }
  .connected td:nth-last-child(3) { min-width: 7rem; }
  .connected .tile.large { width: 2.25rem; height: 2.25rem; border-radius: 0.5rem; font-size: 1rem; }
  .connected thead th, .connected .moment time { white-space: normal; overflow-wrap: normal; }
  .connected :is(th, td):last-child { padding-inline-end: 0; }
}`;
