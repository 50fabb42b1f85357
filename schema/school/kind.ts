/** What kind of value a field has. It decides how a page asks for it and shows it. */
export type Kind =
  | 'line'
  | 'text'
  | 'markdown'
  | 'slug'
  | 'url'
  | 'email'
  | 'integer'
  /** A number of seconds. */
  | 'duration'
  | 'flag'
  | 'choice'
  | 'reference'
  | 'references'
  | 'strings'
  /** Members, or e-mail addresses with or without names. */
  | 'people'
  | 'map'
  | 'instant'
  | 'day'
  | 'money'
  | 'minor_units'
  | 'timezone'
  | 'currency'
  /** Of a form of its own, which no page asks for in general. */
  | 'custom';
