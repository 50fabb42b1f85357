/**
 * The demo comes in waves. The first is the demo itself; `--scale` adds further ones, each with students, courses, orders
 * and events of its own, so that any amount can be made one wave at a time.
 */
import { addDays, dateAt, endOfDay } from '../../../schema/school/calendar.ts';
import type { DemoSite } from '../platform.ts';
import type { Catalogue } from './catalogue/outline.ts';
import { slugOf } from './slug.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export type { ContentRow as Row } from '../../../db/school/school-content.ts';

export interface Wave {
  readonly site: DemoSite;
  readonly catalogue: Catalogue;
  /** 0 is the demo itself. */
  readonly number: number;
  /** When the demo was made: what is past and what is to come goes by it. */
  readonly now: number;
}

const suffix = ({ number }: Wave, separator: string): string => (number === 0 ? '' : `${separator}${number + 1}`);

export const idIn = (wave: Wave, prefix: string, key: string): string => `${prefix}_demo_${key}${suffix(wave, '_')}`;

/** An id of something that is numbered within its school. */
export const numberedIn = (wave: Wave, prefix: string, number: number): string =>
  `${prefix}_demo_${wave.site.slug}${suffix(wave, '_')}_${number + 1}`;

export const titleIn = (wave: Wave, title: string): string => `${title}${suffix(wave, ', group ')}`;

export const slugIn = (wave: Wave, title: string): string => slugOf(titleIn(wave, title));

export const codeIn = (wave: Wave, code: string): string => `${code}${suffix(wave, '-')}`;

export const dateIn = ({ now, site }: Wave, days: number): string => addDays(dateAt(now, site.timezone), days);

/** A time of the day at the school, some days from now. On a day on which the clocks change it is an hour off. */
export const timeIn = (wave: Wave, days: number, hour: number): number =>
  endOfDay(dateIn(wave, days - 1), wave.site.timezone) + hour * HOUR;
