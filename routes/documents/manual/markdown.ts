/** Renders the Markdown of the manual, and collects its sections for the search. */
import { lexer, type MarkedToken } from 'marked';
import { type Html, html } from '../../pages/kit/html.ts';
import { blockMarkup, type Dialect, inlineMarkup, wordsOf } from '../../pages/kit/markdown.ts';

export interface Heading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

/** A heading with the text below it, up to the next heading. */
export interface Section {
  readonly heading: Heading;
  readonly text: string;
}

export interface ManualText {
  readonly title: string;
  /** The first heading, and what stands below it. */
  readonly heading: Html;
  readonly body: Html;
  readonly sections: readonly Section[];
}

/** How the addresses of a text become those of the running server. */
export interface Addresses {
  /** Returns the URL of a link or picture, or nothing if the server does not have it. */
  readonly linkOf: (href: string) => string | undefined;
  /** Adapts a text or a command that names a server. */
  readonly adapted: (text: string) => string;
}

/** Languages of code blocks that readers run against this server. */
const RUN_HERE: ReadonlySet<string> = new Set(['sh', 'js', 'json']);

export function renderMarkdown(source: string, addresses: Addresses): ManualText {
  const tokens = lexer(source) as MarkedToken[];
  const sections: { heading: Heading; text: string }[] = [];
  const idOf = headingIds();
  const dialect = dialectOf(addresses);
  // The type of a table's label, and the id of a heading, depend on what stands above.
  const [heading = html``, ...body] = tokens.flatMap((token): Html[] => {
    if (token.type === 'heading') {
      const text = wordsOf(token);
      const heading = { depth: token.depth, id: idOf(text), text };
      sections.push({ heading, text: '' });
      return [headingMarkup(heading, inlineMarkup(token.tokens, dialect))];
    }
    const section = sections.at(-1);
    if (section !== undefined) section.text += ` ${wordsOf(token)}`;
    return [blockMarkup(token, { ...dialect, label: section?.heading.text ?? '' })].filter((one) => one !== undefined);
  });
  return { title: sections[0]?.heading.text ?? '', heading, body: html`${body}`, sections };
}

/** The ids are those that GitHub gives, so that links to headings work in both places. */
function headingIds(): (text: string) => string {
  const uses = new Map<string, number>();
  return (text) => {
    const id = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const before = uses.get(id) ?? 0;
    uses.set(id, before + 1);
    return before === 0 ? id : `${id}-${before}`;
  };
}

function headingMarkup({ depth, id }: Heading, content: Html): Html {
  if (depth === 1) return html`<h1 id="${id}">${content}</h1>`;
  return depth === 2 ? html`<h2 id="${id}">${content}</h2>` : html`<h3 id="${id}">${content}</h3>`;
}

const dialectOf = ({ linkOf, adapted }: Addresses): Dialect => ({
  label: '',
  textOf: adapted,
  codeOf: (code, language) => (RUN_HERE.has(language) ? adapted(code) : code),
  heading: () => undefined,
  // A link to a file that only the repository has is shown as its text.
  link(href, content) {
    const url = linkOf(href);
    return url === undefined ? content : html`<a href="${url}">${content}</a>`;
  },
  image(href, alt) {
    const url = linkOf(href);
    return url === undefined ? alt : html`<img src="${url}" alt="${alt}" loading="lazy">`;
  },
});
