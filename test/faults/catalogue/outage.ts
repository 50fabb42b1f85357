import { fillDisk, lockDatabase } from '../outage.ts';
import type { Scripts } from '../script.ts';
import { freshSettings } from '../services.ts';

export const OUTAGE_FAULTS: Scripts = {
  'F06 disk full': {
    run: async () => (await fillDisk()) ?? 'a small disk needs root',
    compared: { 'recovered after ms': 500 },
  },
  'F07 database locked for 3 s': {
    run: async () => lockDatabase(await freshSettings(), 3),
    compared: { 'slowest write ms': 2000 },
  },
  'F07 database locked for 30 s': {
    run: async () => lockDatabase(await freshSettings(), 30),
    compared: { 'slowest write ms': 2000 },
  },
};
