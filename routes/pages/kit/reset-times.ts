/** When a sign-in carries out the reset of a second factor. */
import { endOfReset, type SecondFactorReset } from '../../../schema/people/second-factor.ts';
import type { Language } from '../../words/index.ts';
import { momentText } from './components.ts';

/** Returns the beginning and the end of that time, in words. */
export const timesOfReset = (reset: Pick<SecondFactorReset, 'effectiveAt'>, language: Language, timeZone: string) => ({
  from: momentText(reset.effectiveAt, language, timeZone),
  until: momentText(endOfReset(reset), language, timeZone),
});
