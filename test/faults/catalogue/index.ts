/** All scripts of the long fault tests. */
import type { Scripts } from '../script.ts';
import { CRASH_FAULTS } from './crash.ts';
import { KEY_FAULTS } from './keys.ts';
import { OUTAGE_FAULTS } from './outage.ts';
import { PARALLEL_FAULTS } from './parallel.ts';
import { POSTGRES_FAULTS } from './postgres.ts';
import { SIGN_IN_FAULTS } from './sign-in.ts';

export const FAULTS: Scripts = Object.fromEntries(
  [PARALLEL_FAULTS, CRASH_FAULTS, OUTAGE_FAULTS, SIGN_IN_FAULTS, KEY_FAULTS, POSTGRES_FAULTS]
    .flatMap(Object.entries<Scripts[string]>)
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);
