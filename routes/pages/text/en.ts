import { pagesEn } from './en-pages.ts';
import { scopesEn } from './en-scopes.ts';

export const en = { ...pagesEn, scopes: scopesEn };

type Widened<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof T]: Widened<T[Key]> };

/** What a language has to say. Names reach the sentences already fit to be shown; the sentences are escaped by `html`. */
export type Text = Widened<typeof en>;
