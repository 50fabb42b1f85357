/** Shows `/auth.md` as a page of the manual. */
import { linkTarget } from '../../pages/kit/display-text.ts';
import type { PageFrame } from '../../pages/kit/layout.ts';
import type { ManualText } from '../manual/markdown.ts';
import { manualPage, textBody } from '../manual/view.ts';

export type AuthMdPage = (frame: PageFrame) => Promise<string>;

/** @param markdown called for the first reader */
export function authMdPage(baseUrl: string, markdown: () => string): AuthMdPage {
  let rendered: Promise<ManualText> | undefined;
  return async (frame) => {
    rendered ??= render(markdown(), baseUrl);
    const text = await rendered;
    return manualPage(frame, { title: text.title, body: textBody(text) });
  };
}

async function render(source: string, baseUrl: string): Promise<ManualText> {
  // The parser is loaded for the first reader, so that a start does not wait for it.
  const { renderMarkdown } = await import('../manual/markdown.ts');
  return renderMarkdown(source, {
    adapted: (text) => text,
    linkOf(href) {
      if (href === baseUrl || href.startsWith(`${baseUrl}/`)) return href.slice(baseUrl.length) || '/';
      if (href.startsWith('#')) return href;
      return href.startsWith('https:') ? linkTarget(href) : undefined;
    },
  });
}
