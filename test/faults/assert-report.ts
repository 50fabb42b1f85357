/** What a script found, as assertions of a test. */
import type { Test } from 'tap';
import { printed, type Report } from './report.ts';

export function assertReport(t: Test, report: Report): void {
  for (const { what, got, want } of report.checks) t.strictSame(got, want, what);
  t.comment(printed(report));
}
