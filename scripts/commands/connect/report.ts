/**
 * Prints the tour: numbered steps, each request, and the relevant part of its response. Secrets are shortened here
 * only.
 */
import { printable } from './errors.ts';

export type ReportEvent =
  | { readonly event: 'step'; readonly step: number; readonly text: string }
  | { readonly event: 'request'; readonly request: string; readonly parameters: Parameters }
  | { readonly event: 'answer'; readonly answer: string; readonly members: Parameters }
  | { readonly event: 'note'; readonly text: string }
  | { readonly event: 'open'; readonly url: string }
  | { readonly event: 'result'; readonly members: Parameters };

export type Parameters = Readonly<Record<string, unknown>>;

export interface Report {
  step(number: number, text: string): void;
  request(line: string, parameters?: Parameters): void;
  answer(line: string, members?: Parameters): void;
  note(text: string): void;
  open(url: string): void;
  result(members: Parameters): void;
}

export function createReport(print: (line: string) => void, json: boolean): Report {
  const emit = (event: ReportEvent): void => print(json ? formatJson(event) : formatText(event));
  return {
    step: (step, text) => emit({ event: 'step', step, text }),
    request: (request, parameters = {}) => emit({ event: 'request', request, parameters: withoutSecrets(parameters) }),
    answer: (answer, members = {}) => emit({ event: 'answer', answer, members: withoutSecrets(members) }),
    note: (text) => emit({ event: 'note', text }),
    open: (url) => emit({ event: 'open', url }),
    result: (members) => emit({ event: 'result', members }),
  };
}

/** Formats one event per line. */
export function formatJson(event: ReportEvent | { readonly event: 'failure'; readonly error: string }): string {
  return printable(JSON.stringify(event));
}

function formatText(event: ReportEvent): string {
  switch (event.event) {
    case 'step':
      return `\n${event.step}  ${event.text}`;
    case 'request':
      return [`     > ${printable(event.request)}`, ...table(event.parameters)].join('\n');
    case 'answer':
      return [`     < ${printable(event.answer)}`, ...table(event.members)].join('\n');
    case 'note':
      return `     ${printable(event.text)}`;
    case 'open':
      return `\n     ${printable(event.url)}`;
    case 'result':
      return '\nEvery step held.';
  }
}

function table(members: Parameters): string[] {
  const rows = Object.entries(members).filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `         ${name.padEnd(width)}  ${printable(asText(value))}`);
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join(' ');
  return JSON.stringify(value);
}

// RFC 6750 §5.3: credentials must not appear in terminals, shell histories or logs.
const SECRETS: ReadonlySet<string> = new Set([
  'access_token',
  'client_secret',
  'code',
  'code_verifier',
  'id_token',
  'refresh_token',
  'token',
]);

function withoutSecrets(members: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      SECRETS.has(name) && typeof value === 'string' ? shorten(value) : value,
    ]),
  );
}

/** Shows both ends of a secret, so that secrets can be told apart. Short secrets are hidden completely. */
export function shorten(secret: string): string {
  const ends = secret.length < 40 ? '…' : `${secret.slice(0, 6)}…${secret.slice(-4)}`;
  return `${ends} (${secret.length} characters)`;
}
