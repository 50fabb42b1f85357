/** What another language has to say where English says this. */
export type Said<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof T]: Said<T[Key]> };
