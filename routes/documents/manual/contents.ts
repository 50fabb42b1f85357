/** The table of contents of the manual: its sections, with their pages in order. Page titles are those of the files. */

export interface ManualPage {
  /** The URL below `/docs`, and the file below `docs/` without `.md`. The start page is `docs/README.md`. */
  readonly path: string;
  readonly title: string;
  /** True if the page is generated from the running server instead of a file. */
  readonly isGenerated?: true;
}

export interface ManualSection {
  readonly title: string;
  readonly pages: readonly [ManualPage, ...ManualPage[]];
}

export const API_REFERENCE = 'reference';

export const MANUAL: readonly ManualSection[] = [
  {
    title: 'Start here',
    pages: [
      { path: '', title: 'Manual' },
      { path: 'tour', title: 'A tour in five minutes' },
      { path: 'comparison', title: 'Comparison with other servers' },
    ],
  },
  {
    title: 'Run a school',
    pages: [
      { path: 'run/install', title: 'Install' },
      { path: 'run/container', title: 'Containers' },
      { path: 'run/first-start', title: 'First start' },
      { path: 'run/schools', title: 'Schools' },
      { path: 'run/proxy', title: 'Reverse proxy' },
      { path: 'run/database', title: 'Database' },
      { path: 'run/mail', title: 'E-mail' },
      { path: 'run/second-factor', title: 'Second factor' },
      { path: 'run/school-sign-in', title: 'Sign in with what the school has' },
      { path: 'run/keys', title: 'Keys' },
      { path: 'run/accounts', title: 'Account recovery' },
      { path: 'run/assistants', title: 'What an assistant may do alone' },
      { path: 'run/reviews', title: 'Reviews of clients' },
      { path: 'run/public-pages', title: 'Public pages' },
      { path: 'run/backup', title: 'Backup' },
      { path: 'run/upgrade', title: 'Upgrade' },
      { path: 'run/monitoring', title: 'Monitoring' },
      { path: 'run/runbook', title: 'Runbook' },
    ],
  },
  {
    title: 'Connect an app',
    pages: [
      { path: 'connect/choose', title: 'Which client do I need?' },
      { path: 'connect/loopback', title: 'Tools on a person’s computer' },
      { path: 'connect/unattended', title: 'Jobs without a person' },
      { path: 'connect/hosted', title: 'Hosted products' },
      { path: 'connect/integrations', title: 'Integrations of a school' },
      { path: 'connect/mcp', title: 'Agents (MCP)' },
      { path: 'connect/agents/claude-code', title: 'Claude Code' },
      { path: 'connect/agents/codex', title: 'Codex' },
      { path: 'connect/agents/gemini-cli', title: 'Gemini CLI' },
      { path: 'connect/agents/copilot-cli', title: 'GitHub Copilot CLI' },
      { path: 'connect/agents/mcporter', title: 'mcporter' },
      { path: 'connect/agents/opencode', title: 'opencode' },
      { path: 'connect/agents/qwen-code', title: 'Qwen Code' },
      { path: 'connect/approvals', title: 'Calls that wait for a person' },
      { path: 'connect/webhooks', title: 'Webhooks' },
      { path: 'connect/refusals', title: 'Refusals, and what to do' },
    ],
  },
  {
    title: 'Your account',
    pages: [
      { path: 'account', title: 'Your account' },
      { path: 'school', title: 'Your school' },
    ],
  },
  {
    title: 'Reference',
    pages: [
      { path: 'reference/configuration', title: 'Configuration' },
      { path: 'reference/commands', title: 'Commands' },
      { path: 'reference/endpoints', title: 'Endpoints' },
      { path: API_REFERENCE, title: 'API reference', isGenerated: true },
      { path: 'reference/scopes', title: 'Scopes' },
      { path: 'errors', title: 'Error codes' },
      { path: 'problems', title: 'Problems' },
      { path: 'reference/limits', title: 'Limits' },
      { path: 'reference/audit-events', title: 'Audit events' },
      { path: 'reference/standards', title: 'Standards' },
    ],
  },
  {
    title: 'How it is built',
    pages: [
      { path: 'architecture', title: 'Architecture' },
      { path: 'benchmarks', title: 'Benchmarks' },
      { path: 'reliability', title: 'Reliability' },
      { path: 'release', title: 'Releases' },
    ],
  },
  {
    title: 'Security',
    pages: [
      { path: 'security', title: 'Security' },
      { path: 'asvs', title: 'OWASP ASVS 5.0.0' },
    ],
  },
];

export const urlOf = (path: string): string => (path === '' ? '/docs' : `/docs/${path}`);

/** Returns the page for the URL path of a link, if it is part of the manual. */
export const manualPageAt = (path: string): ManualPage | undefined =>
  MANUAL.flatMap(({ pages }) => pages).find((page) => page.path === path);
