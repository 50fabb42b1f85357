import { ServerProcess } from '../../support/server-process.ts';
import { connectClass } from '../classroom.ts';
import { guessEveryone } from '../guessing.ts';
import type { Report } from '../report.ts';
import type { Scripts } from '../script.ts';
import { alone, freshSettings } from '../services.ts';
import { tellApart } from '../timing.ts';

async function aClass(): Promise<Report> {
  const settings = await freshSettings({ RATE_LIMITS: 'on' });
  const server = await ServerProcess.start(settings);
  const report = await connectClass(settings, server.origin, { people: 500, minutes: 2 });
  await server.stop();
  return report;
}

export const SIGN_IN_FAULTS: Scripts = {
  'F15 one guess at each of 10,000 accounts': {
    run: () => alone((settings, origin) => guessEveryone(settings, origin, 10_000)),
    compared: { judged: 1500 },
  },
  'F16 times of unknown accounts': () => alone((settings, origin) => tellApart(settings, origin, 200)),
  'class of 500 behind one address': aClass,
};
