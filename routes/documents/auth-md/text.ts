/** Renders `/auth.md` like the pages of the manual. */
import type { FastifyInstance } from 'fastify';
import { linkTarget } from '../../pages/kit/display-text.ts';
import type { ManualText } from '../manual/markdown.ts';
import { factsOf } from './facts.ts';
import { authMd } from './index.ts';

/** Returns a function that renders the text at its first call. */
export function authMdText(app: FastifyInstance): () => Promise<ManualText> {
  let rendered: Promise<ManualText> | undefined;
  return () => (rendered ??= render(authMd(factsOf(app)), app.config.baseUrl));
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
