/**
 * Makes markup from the tokens of Markdown. `marked` only parses: the markup is made by `html`, which escapes every value,
 * and raw HTML is shown as text.
 */
import type { MarkedToken, Token, Tokens } from 'marked';
import { type Html, html } from './html.ts';

/** The differences between kinds of texts. */
export interface Dialect {
  /** The name of tables for screen readers. */
  readonly label: string;
  textOf(text: string): string;
  codeOf(code: string, language: string): string;
  /** The markup of a heading, where headings are shown by this module. */
  heading(depth: number, content: Html): Html | undefined;
  link(href: string, content: Html): Html;
  image(href: string, alt: string): Html | string;
}

export function blockMarkup(token: MarkedToken, dialect: Dialect): Html | undefined {
  switch (token.type) {
    case 'paragraph':
      return html`<p>${inlineMarkup(token.tokens, dialect)}</p>`;
    case 'text':
      return inlineMarkup(token.tokens ?? [token], dialect);
    case 'heading':
      return dialect.heading(token.depth, inlineMarkup(token.tokens, dialect));
    case 'list':
      return list(token, dialect);
    case 'table':
      return table(token, dialect);
    case 'code':
      return html`<pre><code>${dialect.codeOf(token.text, token.lang ?? '')}</code></pre>`;
    case 'blockquote':
      return html`<div class="notice info">${blocksMarkup(token.tokens, dialect)}</div>`;
    case 'hr':
      return html`<hr>`;
    case 'html':
      return /^<!--/.test(token.raw) ? undefined : html`<p>${token.raw}</p>`;
    default:
      return undefined;
  }
}

export const blocksMarkup = (tokens: readonly Token[], dialect: Dialect): (Html | undefined)[] =>
  (tokens as readonly MarkedToken[]).map((token) => blockMarkup(token, dialect));

function list({ ordered, start, items }: Tokens.List, dialect: Dialect): Html {
  const entries = items.map((item) => html`<li>${blocksMarkup(item.tokens, dialect)}</li>`);
  if (!ordered) return html`<ul>${entries}</ul>`;
  // A command between two steps makes them two lists.
  return start === 1 ? html`<ol>${entries}</ol>` : html`<ol start="${start}">${entries}</ol>`;
}

/** A table that is wider than the window is scrolled by itself. */
function table({ header, rows }: Tokens.Table, dialect: Dialect): Html {
  const kind = header.length > 2 ? 'table many' : 'table';
  const cell = ({ tokens }: Tokens.TableCell): Html => inlineMarkup(tokens, dialect);
  return html`<div class="${kind}" role="group" aria-label="${dialect.label}" tabindex="0"><table>
<thead><tr>${header.map((one) => (one.text === '' ? html`<td></td>` : html`<th scope="col">${cell(one)}</th>`))}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${row.map((one) => html`<td>${cell(one)}</td>`)}</tr>
`,
  )}</tbody></table></div>`;
}

export const inlineMarkup = (tokens: readonly Token[], dialect: Dialect): Html =>
  html`${(tokens as readonly MarkedToken[]).map((token) => inlineToken(token, dialect))}`;

function inlineToken(token: MarkedToken, dialect: Dialect): Html | string | undefined {
  switch (token.type) {
    case 'strong':
      return html`<strong>${inlineMarkup(token.tokens, dialect)}</strong>`;
    case 'em':
      return html`<em>${inlineMarkup(token.tokens, dialect)}</em>`;
    case 'del':
      return html`<del>${inlineMarkup(token.tokens, dialect)}</del>`;
    case 'codespan':
      return html`<code>${dialect.textOf(token.text)}</code>`;
    case 'br':
      return html`<br>`;
    case 'link':
      return dialect.link(token.href, inlineMarkup(token.tokens, dialect));
    case 'image':
      return dialect.image(token.href, token.text);
    case 'paragraph':
      return inlineMarkup(token.tokens, dialect);
    case 'text':
    case 'escape':
      return dialect.textOf(token.text);
    default:
      return token.raw;
  }
}

/** Returns the words of a token without markup. */
export function wordsOf(token: Token): string {
  const known = token as MarkedToken;
  if (known.type === 'html') return '';
  if (known.type === 'list') return known.items.map(wordsOf).join(' ');
  if (known.type === 'table') return [known.header, ...known.rows].flat().map(cellWords).join(' ');
  if ('tokens' in known && known.tokens !== undefined) return known.tokens.map(wordsOf).join(joinerOf(known.type));
  return 'text' in known ? known.text.replaceAll('\n', ' ') : ' ';
}

const cellWords = ({ tokens }: Tokens.TableCell): string => tokens.map(wordsOf).join('');

const joinerOf = (type: MarkedToken['type']): string => (type === 'list_item' || type === 'blockquote' ? ' ' : '');
