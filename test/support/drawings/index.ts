/** The drawings of the manual, from the same data as its tables. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readKept } from '../../faults/kept.ts';
import { approval } from './approval.ts';
import { benchmarks } from './benchmarks.ts';
import { codeFlow } from './code-flow.ts';
import { faults } from './faults.ts';
import { layers } from './layers.ts';
import { refresh } from './refresh.ts';
import { roles } from './roles.ts';

const ROOT = join(import.meta.dirname, '../../..');
const RATES = 'scripts/workshop/bench/results/rows.txt';

const foldersOf = (layer: string): string[] =>
  readdirSync(join(ROOT, layer), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** Each by the name of its file in `docs/images`. */
export async function drawings(app: FastifyInstance): Promise<Readonly<Record<string, string>>> {
  const { lifetimes } = app.config;
  const metadata = await app.inject('/.well-known/oauth-authorization-server');
  return {
    'approval.svg': approval(),
    'benchmarks.svg': benchmarks(readFileSync(join(ROOT, RATES), 'utf8')),
    'code-flow.svg': codeFlow(metadata.json(), lifetimes),
    'faults.svg': faults(readKept()),
    'layers.svg': layers(foldersOf),
    'refresh.svg': refresh(lifetimes),
    'roles.svg': roles(),
  };
}
