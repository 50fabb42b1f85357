/** Prints the findings, which never contain a code, a token or a secret. */
import { isLoopback } from '../../../schema/oauth/redirect-uri.ts';
import { printable } from '../connect/errors.ts';
import type { Finding } from './findings.ts';
import type { Fixture, Way } from './fixture.ts';
import type { Replay } from './flow.ts';

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

export function formatVerdict({ name }: Fixture, { findings, scope }: Replay, cutOff: string | undefined): string {
  const failed = findings.filter(({ outcome }) => outcome === 'failed').length;
  const first =
    failed > 0
      ? [`${name} could not connect: ${failed === 1 ? 'one step fails' : `${failed} steps fail`}.`, cutOff]
      : [cutOff, cutOff === undefined ? `No problem was found that would stop ${name}.` : NOTHING_ELSE];
  // Without an authorization request, no scopes were tried.
  const isAsked = findings.some(({ step, outcome }) => step === 'authorize' && outcome !== 'left out');
  const scopes = scope === undefined ? 'It names no scopes.' : `Scopes tried: ${printable(scope)}.`;
  const sentences = [...first, isAsked ? scopes : undefined].filter((sentence) => sentence !== undefined);
  return `\n${sentences.join(' ')}\n`;
}

const NOTHING_ELSE = 'Nothing else was found that would stop it.';

/** Says that the client cannot reach this server, although this computer can. */
export function cutOffFrom({ name, isHosted }: Fixture, server: string): string | undefined {
  if (!isHosted || !isLoopback(server)) return undefined;
  return `${name} runs on its vendor's servers, which cannot reach ${server}: it needs a public address with https.`;
}
