/**
 * Renders the Markdown of the manual. `marked` only parses: the markup is made by `html`, which escapes every value, and
 * raw HTML is shown as text.
 */
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { type Html, html } from '../../pages/kit/html.ts';

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
  // The type of a table's label, and the id of a heading, depend on what stands above.
  const [heading = html``, ...body] = tokens.flatMap((token): Html[] => {
    if (token.type === 'heading') {
      const text = textOf(token);
      const heading = { depth: token.depth, id: idOf(text), text };
      sections.push({ heading, text: '' });
      return [headingMarkup(heading, inline(token.tokens, addresses))];
    }
    const section = sections.at(-1);
    if (section !== undefined) section.text += ` ${textOf(token)}`;
    return [block(token, addresses, section?.heading.text ?? '')].filter((one) => one !== undefined);
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

function block(token: MarkedToken, addresses: Addresses, label: string): Html | undefined {
  switch (token.type) {
    case 'paragraph':
      return html`<p>${inline(token.tokens, addresses)}</p>`;
    case 'text':
      return inline(token.tokens ?? [token], addresses);
    case 'list':
      return list(token, addresses, label);
    case 'table':
      return table(token, addresses, label);
    case 'code':
      return html`<pre><code>${RUN_HERE.has(token.lang ?? '') ? addresses.adapted(token.text) : token.text}</code></pre>`;
    case 'blockquote':
      return html`<div class="notice info">${blocks(token.tokens, addresses, label)}</div>`;
    case 'hr':
      return html`<hr>`;
    case 'html':
      return /^<!--/.test(token.raw) ? undefined : html`<p>${token.raw}</p>`;
    default:
      return undefined;
  }
}

const blocks = (tokens: readonly Token[], addresses: Addresses, label: string): (Html | undefined)[] =>
  (tokens as readonly MarkedToken[]).map((token) => block(token, addresses, label));

function list({ ordered, start, items }: Tokens.List, addresses: Addresses, label: string): Html {
  const entries = items.map((item) => html`<li>${blocks(item.tokens, addresses, label)}</li>`);
  if (!ordered) return html`<ul>${entries}</ul>`;
  // A command between two steps makes them two lists.
  return start === 1 ? html`<ol>${entries}</ol>` : html`<ol start="${start}">${entries}</ol>`;
}

/** A table that is wider than the window is scrolled by itself. */
function table({ header, rows }: Tokens.Table, addresses: Addresses, label: string): Html {
  const kind = header.length > 2 ? 'table many' : 'table';
  const cell = ({ tokens }: Tokens.TableCell): Html => inline(tokens, addresses);
  return html`<div class="${kind}" role="group" aria-label="${label}" tabindex="0"><table>
<thead><tr>${header.map((one) => (one.text === '' ? html`<td></td>` : html`<th scope="col">${cell(one)}</th>`))}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${row.map((one) => html`<td>${cell(one)}</td>`)}</tr>
`,
  )}</tbody></table></div>`;
}

const inline = (tokens: readonly Token[], addresses: Addresses): Html =>
  html`${(tokens as readonly MarkedToken[]).map((token) => inlineToken(token, addresses))}`;

function inlineToken(token: MarkedToken, addresses: Addresses): Html | string | undefined {
  switch (token.type) {
    case 'strong':
      return html`<strong>${inline(token.tokens, addresses)}</strong>`;
    case 'em':
      return html`<em>${inline(token.tokens, addresses)}</em>`;
    case 'codespan':
      return html`<code>${addresses.adapted(token.text)}</code>`;
    case 'br':
      return html`<br>`;
    case 'link':
      return link(token, addresses);
    case 'image':
      return image(token, addresses);
    case 'paragraph':
      return inline(token.tokens, addresses);
    case 'text':
    case 'escape':
      return addresses.adapted(token.text);
    default:
      return token.raw;
  }
}

/** A link to a file that only the repository has is shown as its text. */
function link({ href, tokens }: Tokens.Link, addresses: Addresses): Html {
  const url = addresses.linkOf(href);
  const content = inline(tokens, addresses);
  return url === undefined ? content : html`<a href="${url}">${content}</a>`;
}

function image({ href, text }: Tokens.Image, addresses: Addresses): Html | string {
  const url = addresses.linkOf(href);
  return url === undefined ? text : html`<img src="${url}" alt="${text}" loading="lazy">`;
}

/** Returns the words of a token without markup, for the search. */
function textOf(token: Token): string {
  const known = token as MarkedToken;
  if (known.type === 'html') return '';
  if (known.type === 'list') return known.items.map(textOf).join(' ');
  if (known.type === 'table') return [known.header, ...known.rows].flat().map(cellText).join(' ');
  if ('tokens' in known && known.tokens !== undefined) return known.tokens.map(textOf).join(joinerOf(known.type));
  return 'text' in known ? known.text.replaceAll('\n', ' ') : ' ';
}

const cellText = ({ tokens }: Tokens.TableCell): string => tokens.map(textOf).join('');

const joinerOf = (type: MarkedToken['type']): string => (type === 'list_item' || type === 'blockquote' ? ' ' : '');
