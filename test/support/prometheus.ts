/** Reads metrics in the text format of Prometheus, and asks Prometheus itself which alerts fire. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RULES = join(import.meta.dirname, '../../scripts/monitoring/alerts.yaml');
const PROMTOOL = process.env.PROMTOOL ?? 'promtool';
const SAMPLE = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/gim;

/** For the `skip` of a test: why it is skipped, or false. */
export const noPromtool =
  spawnSync(PROMTOOL, ['--version']).status === 0 ? false : 'promtool is not installed here (Debian: prometheus)';

type Labels = Readonly<Record<string, string>>;

/** @returns a function that finds the value of a sample that has these labels, among others */
export function samplesOf(text: string): (name: string, labels: Labels) => number {
  const samples = [...text.matchAll(SAMPLE)];
  return (name, labels) => {
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    const found = samples.find(
      ([, one, given = '']) => one === name && wanted.every((label) => given.split(',').includes(label)),
    );
    return Number(found?.[3] ?? Number.NaN);
  };
}

/** The names of the alerts, with the metrics that each asks for. */
export const ALERTS: ReadonlyMap<string, readonly string[]> = new Map(
  [...readFileSync(RULES, 'utf8').matchAll(/alert: (\w+)\s+expr: (.+)/g)].map(([, name = '', expression = '']) => [
    name,
    expression.match(/\b(?:schoolgate|nodejs)_[a-z0-9_]+/g) ?? [],
  ]),
);

/** @throws {Error} with what Prometheus finds wrong with the rules */
export const checkRules = (): string => execFileSync(PROMTOOL, ['check', 'rules', RULES], { encoding: 'utf8' });

/**
 * Whether an alert fires twenty minutes after the metrics were as in `after`, and not while they were as in `before`.
 * @param folder for the file that says so
 * @returns what Prometheus finds otherwise, or nothing
 */
export function misfires(folder: string, alert: string, before: string, after: string): string {
  const series = new Map<string, string>();
  for (const sample of ownSamples(after)) series.set(nameOf(sample), `_x15 ${valueAt(sample)}x30`);
  for (const sample of ownSamples(before)) {
    const then = series.get(nameOf(sample))?.split(' ')[1] ?? '_x30';
    series.set(nameOf(sample), `${valueAt(sample)}x14 ${then}`);
  }
  return misfiresAt(folder, alert, series, { silent: ['14m'], firing: ['18m'] });
}

/**
 * Whether an alert fires at some times and at no others.
 * @param series the values of each, one a minute, as promtool writes them
 * @returns what Prometheus finds otherwise, or nothing
 */
export function misfiresAt(
  folder: string,
  alert: string,
  series: ReadonlyMap<string, string>,
  { silent = [], firing = [] }: { silent?: readonly string[]; firing?: readonly string[] },
): string {
  const expr = `count(ALERTS{alertname="${alert}", alertstate="firing"}) > bool 0`;
  const file = join(folder, `${alert}.json`);
  const test = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: [...series].map(([name, values]) => ({ series: inJob(name), values })),
        promql_expr_test: [
          ...silent.map((eval_time) => ({ expr, eval_time, exp_samples: [] })),
          ...firing.map((eval_time) => ({ expr, eval_time, exp_samples: [{ labels: '{}', value: 1 }] })),
        ],
      },
    ],
  };
  writeFileSync(file, JSON.stringify(test));
  const { status, stdout, stderr } = spawnSync(PROMTOOL, ['test', 'rules', file], { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

const ownSamples = (text: string): string[] =>
  [...text.matchAll(SAMPLE)]
    .map(([sample]) => sample)
    .filter((sample) => /^(?:schoolgate_|nodejs_eventloop_lag_p99)/.test(sample));

/** As the manual tells Prometheus to call it. */
const inJob = (name: string): string =>
  name.includes('{') ? name.replace('{', '{job="schoolgate", ') : `${name}{job="schoolgate"}`;

const nameOf = (sample: string): string => sample.slice(0, sample.lastIndexOf(' '));
const valueAt = (sample: string): string => sample.slice(sample.lastIndexOf(' ') + 1);
