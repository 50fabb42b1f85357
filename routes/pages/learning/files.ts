/** The files that a member may download at a school. */
import type { FastifyInstance } from 'fastify';
import type { OwnFile, OwnProductWithFiles } from '../../../schema/school/account.ts';
import { goTo } from '../../http.ts';
import { emptyList, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { paginationLinks, sliceOf } from '../kit/pagination.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import {
  at,
  attempted,
  LEARNING,
  type MemberPages,
  type MemberVisit,
  MOST,
  memberOf,
  memberPlace,
} from './member-place.ts';

const PATH = '/files';
const PER_PAGE = 20;
const UNITS = [
  [1_000_000, 'megabyte'],
  [1000, 'kilobyte'],
] as const;

/** Of a small file, a kilobyte at least. */
export function fileSize(size: number, language: string): string {
  const [unit, name] = UNITS.find(([bytes]) => size >= bytes) ?? UNITS[1];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: name, maximumSignificantDigits: 3 });
  return format.format(Math.max(1, size / unit));
}

export function filePages(app: FastifyInstance, pages: MemberPages): void {
  const { memberDownloads } = app.school;

  definePage(app, memberPlace(pages, PATH), {
    at: `${LEARNING}${PATH}`,
    async load({ now, query, signedIn }) {
      const { rows } = await memberDownloads.products(memberOf(signedIn), { first: MOST, after: undefined }, now);
      return sliceOf(rows, query.get('from'), PER_PAGE);
    },
    title: (_shown, { text }) => text.learning.pages.files,
    done: ({ text }) => ({ none: text.learning.noDownload }),
    body(shown, visit) {
      const { noFiles, noFilesText } = visit.text.learning;
      return html`${
        shown.rows.length === 0
          ? emptyList(noFiles, noFilesText)
          : shown.rows.map((product) => productSection(product, visit))
      }
${paginationLinks(shown, at(visit.signedIn, PATH), visit.text)}`;
    },
  });

  // A link that was given is given again, so that a copy of the form does no harm.
  pages.set(`${LEARNING}${PATH}/:product/:file`, async (signedIn, _form, reply) => {
    const [productId, assetId] = [pathParameter(signedIn.request, 'product'), pathParameter(signedIn.request, 'file')];
    const to = await attempted(signedIn, PATH, async () => {
      const by = app.originOf(signedIn.request);
      return (await memberDownloads.request(memberOf(signedIn), { productId, assetId }, by)).url;
    });
    return to === undefined ? memberPlace(pages, PATH).missing(signedIn, reply) : goTo(reply, to);
  });
}

function productSection({ files, id, title }: OwnProductWithFiles, visit: MemberVisit): Html {
  const { csrf, language, signedIn, text } = visit;
  const { download, downloadFile, left, usedUp } = text.learning;
  const row = ({
    assetId,
    downloadsLeft,
    name,
    size,
  }: OwnFile): Html => html`<li><div><p class="name">${displayText(name)}</p>
<p class="detail">${fileSize(size, language)}${downloadsLeft !== null && downloadsLeft > 0 && html` · ${left({ count: downloadsLeft })}`}${downloadsLeft === 0 && html` · ${usedUp}`}</p></div>
${postForm({ action: at(signedIn, `${PATH}/${id}/${assetId}`), csrf, body: html`<button type="submit" class="secondary" aria-label="${downloadFile({ file: displayText(name) })}">${download}</button>` })}</li>`;
  return html`<section class="stack"><h2>${displayText(title)}</h2><ul class="rows">${files.map(row)}</ul></section>`;
}
