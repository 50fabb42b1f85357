/**
 * The demo is generated in waves. The first wave is the demo itself. `--scale` adds further waves, each with its own
 * students, courses, orders and events, so that any size can be generated one wave at a time.
 */
import { addDays, dateAt, endOfDay } from '../../../../schema/school/calendar.ts';
import type { DemoSite } from '../platform.ts';
import type { Catalogue } from './catalogue/index.ts';
import { slugOf } from './slug.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export type { ContentRow as Row } from '../../../../db/school/school-content.ts';

export interface Wave {
  readonly site: DemoSite;
  readonly catalogue: Catalogue;
  /** 0 is the demo itself. */
  readonly number: number;
  /** Creation time of the demo, which divides its past from its future. */
  readonly now: number;
}

const suffix = ({ number }: Wave, separator: string): string => (number === 0 ? '' : `${separator}${number + 1}`);

export const idIn = (wave: Wave, prefix: string, key: string): string => `${prefix}_demo_${key}${suffix(wave, '_')}`;

/** Returns an id of an object that is numbered within its school. */
export const numberedIn = (wave: Wave, prefix: string, number: number): string =>
  `${prefix}_demo_${wave.site.slug}${suffix(wave, '_')}_${number + 1}`;

export const titleIn = (wave: Wave, title: string): string => `${title}${suffix(wave, ', group ')}`;

export const slugIn = (wave: Wave, title: string): string => slugOf(titleIn(wave, title));

export const codeIn = (wave: Wave, code: string): string => `${code}${suffix(wave, '-')}`;

export const dateIn = ({ now, site }: Wave, days: number): string => addDays(dateAt(now, site.timezone), days);

/** Returns a time of day at the school, some days from now. It is an hour off on days when the clocks change. */
export const timeIn = (wave: Wave, days: number, hour: number): number =>
  endOfDay(dateIn(wave, days - 1), wave.site.timezone) + hour * HOUR;
