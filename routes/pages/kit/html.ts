/** Markup that has been escaped. Only `html` creates it, and it escapes every other value. */
export class Html {
  readonly #markup: string;

  constructor(strings: TemplateStringsArray, values: readonly Renderable[]) {
    this.#markup = String.raw({ raw: strings }, ...values.map(render));
  }

  toString(): string {
    return this.#markup;
  }
}

export type Renderable = Html | string | number | false | null | undefined | readonly Renderable[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const render = (value: Renderable): string => {
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(render).join('');
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '');
};

export const html = (strings: TemplateStringsArray, ...values: readonly Renderable[]): Html =>
  new Html(strings, values);
