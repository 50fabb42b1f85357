/** The text of a page of a school's site, wherever it is shown to visitors. */

interface WrittenPage {
  readonly bodyMarkdown: string | null;
  readonly blocks: readonly Readonly<Record<string, unknown>>[] | null;
}

/**
 * Returns the Markdown of a page. Of blocks, whose kinds are the school's own, it is their texts: what else they hold
 * arranges the school's own site.
 */
export const pageText = ({ bodyMarkdown, blocks }: WrittenPage): string =>
  bodyMarkdown ?? (blocks ?? []).map(blockText).join('\n\n').trim();

const blockText = ({ text, body, markdown }: Readonly<Record<string, unknown>>): string =>
  [text, body, markdown].filter((one) => typeof one === 'string').join('\n\n');
