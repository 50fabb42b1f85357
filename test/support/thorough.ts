/**
 * How much a run looks at. `THOROUGH=on` leaves nothing out. `THOROUGH=rotating` looks at a part of what takes longest,
 * another one for each `TEST_SEED`, so that a series of runs looks at everything.
 */
import { runSeed } from './seed.ts';

const { THOROUGH } = process.env;

export const IS_ROTATING = THOROUGH === 'rotating';
export const IS_THOROUGH = THOROUGH === 'on' || IS_ROTATING;

/** @returns whether this run looks at one of things of which a rotating run looks at every so many */
export const isItsTurn = (index: number, every: number): boolean =>
  THOROUGH === 'on' || (IS_ROTATING && index % every === runSeed % every);
