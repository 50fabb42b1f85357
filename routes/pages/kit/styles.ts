import { createHash } from 'node:crypto';
import type { SchoolColors } from '../../../schema/school/school-colors.ts';
import {
  areas,
  bar,
  cards,
  changes,
  chips,
  covers,
  empty,
  filters,
  folding,
  guides,
  particulars,
  picking,
  progress,
  rows,
  snippets,
  switches,
  tables,
} from './styles/areas.ts';
import {
  boxes,
  choosing,
  codes,
  columns,
  components,
  copying,
  facts,
  gate,
  groups,
  identities,
  notices,
  small,
} from './styles/components.ts';
import { consent } from './styles/consent.ts';
import { elements } from './styles/elements.ts';
import { manual, reference } from './styles/manual.ts';
import {
  attempts,
  bars,
  connections,
  explorer,
  overview,
  previewStyles,
  records,
  staffRights,
  style,
  totals,
} from './styles/single-pages.ts';
import { tokens } from './styles/tokens.ts';

/** Removes what only readers need. No string in our styles contains any of it. */
const squeezed = (css: string): string =>
  css
    .replace(/\s*\n\s*/g, '')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/ > /g, '>')
    .replace(/([ :(,-])0\./g, '$1.')
    .replace(/;\}/g, '}');

export interface Stylesheet {
  /** The path contains a hash of the content, so that the file can be cached for ever. */
  readonly path: string;
  readonly css: string;
}

const served: Stylesheet[] = [];
/** All that are served: `stylesheetOf` adds them. */
export const stylesheets: readonly Stylesheet[] = served;

function stylesheetOf(name: string, ...parts: readonly string[]): Stylesheet {
  const css = squeezed(parts.join('\n'));
  const stylesheet = { path: `/assets/${name}-${createHash('sha256').update(css).digest('hex').slice(0, 8)}.css`, css };
  served.push(stylesheet);
  return stylesheet;
}

/** The stylesheet of every page. */
export const stylesheet = stylesheetOf('schoolgate', tokens, elements, components);

/** Further styles of pages without a rail. */
export const columnStylesheet = stylesheetOf('columns', columns);

/** Those of pages that are of no school. */
export const gateStylesheet = stylesheetOf('gate', gate);

/** Further styles of pages with a rail. */
export const areaStylesheet = stylesheetOf('areas', areas);

/** Those of pages with a bar instead of the rail. */
export const barStylesheet = stylesheetOf('bar', bar);

/** Those of parts that few pages have, with what the body of a page with such a part contains. */
const PARTS: readonly (readonly [mark: RegExp, sheet: Stylesheet])[] = [
  [/class="(?:facts|address)\b/, stylesheetOf('facts', facts)],
  [/class="notice/, stylesheetOf('notices', notices)],
  [/class="(?:qr|codes)"/, stylesheetOf('codes', codes)],
  [/class="(?:person|asker|made)"/, stylesheetOf('identities', identities)],
  [/class="cover"/, stylesheetOf('covers', covers)],
  [/class="rows/, stylesheetOf('rows', rows)],
  [/class="filters/, stylesheetOf('filters', filters)],
  [/<table/, stylesheetOf('tables', tables)],
  [/class="(?:cards|[^"]*\bsheet)\b/, stylesheetOf('cards', cards)],
  [/class="pick"/, stylesheetOf('picking', picking)],
  [/class="cards guides"/, stylesheetOf('guides', guides)],
  [/class="copyable/, stylesheetOf('copying', copying)],
  [/class="[^"]*\bchoices?\b/, stylesheetOf('choosing', choosing)],
  [/class="[^"]*\b(?:group|before|fixed|missing)\b/, stylesheetOf('groups', groups)],
  [/class="[^"]*\bboxed\b/, stylesheetOf('boxes', boxes)],
  [/class="small"/, stylesheetOf('small', small)],
  [/class="particulars"/, stylesheetOf('particulars', particulars)],
  [/class="empty"/, stylesheetOf('empty', empty)],
  [/class="snippets"/, stylesheetOf('snippets', snippets)],
  [/class="(?:scopes|assistants|facts switches|facts plain-facts switches)"/, stylesheetOf('folding', folding)],
  [/class="bars"/, stylesheetOf('bars', bars)],
  [/<progress/, stylesheetOf('progress', progress)],
  [/class="(?:cards )?(?:changes-list|timeline)"/, stylesheetOf('changes', changes)],
  [/<aside class="stack"/, stylesheetOf('totals', totals)],
  [/role="switch"/, stylesheetOf('switches', switches)],
  [/class="chip"/, stylesheetOf('chips', chips)],
];

/** The stylesheets of the parts that a body has. */
export const partStylesheets = (body: string): readonly Stylesheet[] =>
  PARTS.filter(([mark]) => mark.test(body)).map(([, sheet]) => sheet);

/** Further styles of the manual and the API reference. */
export const manualStylesheet = stylesheetOf('manual', manual, reference);

/** Further styles of the consent page and the page after it. */
export const consentStylesheet = stylesheetOf('consent', consent);

/** Further styles of the list of a school's connections. */
export const connectionsStylesheet = stylesheetOf('connections', connections);

/** Further styles of the attempts to connect. */
export const attemptsStylesheet = stylesheetOf('attempts', attempts);

/** Further styles of the page with the rights of staff. */
export const staffRightsStylesheet = stylesheetOf('staff-rights', staffRights);

/** Further styles of the overview of a school. */
export const overviewStylesheet = stylesheetOf('overview', overview);

/** Further styles of the page that shows all parts. */
export const styleStylesheet = stylesheetOf('style', style);

/** Further styles of records and their forms. */
export const recordStylesheet = stylesheetOf('records', records);

/** Further styles of the explorer of the Account API. */
export const explorerStylesheet = stylesheetOf('explorer', explorer);

/** Further styles of the branding page, for the colours that it shows. */
export const previewStylesheet = (colors: SchoolColors): string => squeezed(previewStyles(colors));
