/** All scripts of the long fault tests. */
import type { Scripts } from '../script.ts';
import { CRASH_FAULTS } from './crash.ts';
import { KEY_FAULTS } from './keys.ts';
import { OUTAGE_FAULTS } from './outage.ts';
import { PARALLEL_FAULTS } from './parallel.ts';
import { POSTGRES_FAULTS } from './postgres.ts';
import { PROCESS_FAULTS } from './process.ts';
import { SIGN_IN_FAULTS } from './sign-in.ts';
import { SOAK_FAULTS } from './soak.ts';

export const FAULTS: Scripts = Object.fromEntries(
  [
    PARALLEL_FAULTS,
    CRASH_FAULTS,
    OUTAGE_FAULTS,
    PROCESS_FAULTS,
    POSTGRES_FAULTS,
    SIGN_IN_FAULTS,
    KEY_FAULTS,
    SOAK_FAULTS,
  ]
    .flatMap(Object.entries<Scripts[string]>)
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);
