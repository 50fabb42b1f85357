/** Prints the findings, which never contain a code, a token or a secret. */
import { printable } from '../connect/errors.ts';
import type { Finding } from './findings.ts';
import type { Fixture, Way } from './fixture.ts';

const MARKS = { held: '✓', failed: '✗', 'left out': '–' } as const;
const STEP_WIDTH = 11;

export function formatHeading({ name, notes }: Fixture, way: Way, server: string): string {
  return `${name}, ${way.name}, at ${server}\n${notes}\n`;
}

export function formatFinding({ step, outcome, text, problems }: Finding): string {
  const description = outcome === 'left out' ? `skipped: ${text}` : text;
  const lines = problems.map((problem) => `      ${printable(problem)}`);
  return [`  ${MARKS[outcome]} ${step.padEnd(STEP_WIDTH)} ${printable(description)}`, ...lines].join('\n');
}

export function formatVerdict({ name }: Fixture, failed: number): string {
  if (failed === 0) return `\nNo problem was found that would stop ${name}.\n`;
  return `\n${name} could not connect: ${failed === 1 ? 'one step fails' : `${failed} steps fail`}.\n`;
}
