/** What the fields of a form are made with. */
import type { Language, Text } from '../../../words/index.ts';
import type { Html } from '../html.ts';
import type { PageField } from './field.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface Choices {
  readonly options: readonly Option[];
  /** There are more than the options, which a search finds. */
  readonly isSearched: boolean;
  /** The words of the search, if there was one. */
  readonly q: string | undefined;
}

/** How values are read and written where the form is. */
export interface Reading {
  readonly text: Text;
  readonly language: Language;
  /** The time zone of the school, or of the row. */
  readonly timeZone: string;
  readonly currency: string;
}

/** A field of a form that is about to be shown. */
export interface Asking extends Reading {
  readonly field: PageField;
  readonly label: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly texts: readonly string[];
  readonly isRequired: boolean;
  readonly choices: Choices | undefined;
  /** The Markdown as visitors would see it, if it was asked for. */
  readonly preview: Html | undefined;
}
