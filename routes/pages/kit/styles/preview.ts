import { type SchoolColors, schemesOf } from '../../../../schema/school/school-colors.ts';
import { darkTokens, lightTokens } from './tokens.ts';

/**
 * Lays out the samples, which are smaller than the pages that they show. What they consist of looks as on the pages, except
 * the navigation: a page has one, and a sample is not another.
 */
const layout = `.looks { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: 1rem; }
.look { display: grid; gap: 1rem; align-content: start; margin: 0; padding: 1rem; background: var(--ground); color: var(--ink); border: 1px solid var(--rule); border-radius: var(--radius); }
.look figcaption { font-weight: 650; }
.sample { display: grid; gap: 0.375rem; }
.sample > p { color: var(--quiet); font-size: 0.8125rem; }
.sample > div { display: grid; gap: 1rem; padding: 1.25rem; zoom: 0.8; background: var(--card); border: 1px solid var(--rule); border-radius: 1rem; }
.sample h3 { margin: 0; color: var(--ink); font-size: 1.25rem; }
.sample .letter { border-radius: 0.5rem; border-top: 4px solid var(--theme); }
.sample .nav { display: grid; }
.sample .nav a { padding: 0.5rem 0.75rem; border-radius: var(--radius); color: var(--ink); text-decoration: none; }
.sample .nav a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }`;

/** The stylesheet of the samples: both schemes at once, whichever one the browser prefers. */
export function previewStyles(colors: SchoolColors): string {
  const { light, dark } = schemesOf(colors);
  return `${layout}
.look.light { color-scheme: light; ${lightTokens} ${light} }
.look.dark { color-scheme: dark; ${lightTokens} ${darkTokens} ${light} ${dark} }`;
}
