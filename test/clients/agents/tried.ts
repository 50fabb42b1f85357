/** How each agent program behaves where programs differ: what its test demands, and the manual says. */
import type { Program } from './agent.ts';
import { CLAUDE_CODE, CODEX, COPILOT_CLI, GEMINI_CLI, MCPORTER, OPENCODE, QWEN_CODE } from './programs.ts';

export interface Ways {
  /** How many commands, answers to what it asks and files a person enters before it can be asked about the school. */
  entries: number;
  /** The scopes that it asks for first: those of the document of the address, or all of the server. */
  asks: 'reading' | 'everything';
  /** Whether it refreshes a token when its own clock says so, and not when it is refused. */
  looksAtItsClock?: boolean;
  /** What its model reads when a tool needs more than the person allowed; nothing if it has all. */
  refusal?: RegExp;
  /** Whether it asks for what was missing when the person signs in again. */
  asksForMore?: boolean;
  /** Whether it asks for the tool endpoint without the query of its address, so that people with several schools choose. */
  leavesTheSchoolOut?: boolean;
  /** Whether it shows the link of a call that waits for the person, whatever its model writes. */
  showsLink?: boolean;
  /** What it says or does when the person has ended the connection. */
  ended: RegExp;
  /** Whether it may ask a second time when the person has denied. */
  asksTwice?: boolean;
  /** What it says when the person has denied. */
  denied: RegExp;
}

export interface Tried {
  program: Program;
  ways: Ways;
}

/** When all of it was tried last. */
export const TRIED_ON = '2026-11-30';

export const TRIED = {
  codex: {
    program: CODEX,
    ways: {
      entries: 1,
      asks: 'reading',
      refusal: /Insufficient scope/,
      ended: /Auth required/,
      asksTwice: true,
      denied: /the person denied access/,
    },
  },
  claude_code: {
    program: CLAUDE_CODE,
    ways: {
      entries: 2,
      asks: 'reading',
      refusal: /needs additional permissions \(scope: "courses:write"\)/,
      asksForMore: true,
      // In a conversation, /mcp says it: here, its model has no tools of the school.
      ended: /NO TOOL/,
      denied: /Couldn't complete authentication/,
    },
  },
  mcporter: {
    program: MCPORTER,
    ways: {
      entries: 2,
      asks: 'reading',
      refusal: /insufficient_scope/,
      showsLink: true,
      ended: /Waiting for browser approval/,
      denied: /access_denied/,
    },
  },
  gemini_cli: {
    program: GEMINI_CLI,
    ways: {
      entries: 4,
      asks: 'everything',
      looksAtItsClock: true,
      leavesTheSchoolOut: true,
      ended: /NO TOOL/,
      denied: /access_denied/,
    },
  },
  qwen_code: {
    program: QWEN_CODE,
    ways: {
      entries: 5,
      asks: 'reading',
      looksAtItsClock: true,
      // It takes the refusal for a broken connection.
      refusal: /Automatic replay was skipped/,
      leavesTheSchoolOut: true,
      ended: /failed to start: riverside/,
      denied: /access_denied/,
    },
  },
  copilot_cli: {
    program: COPILOT_CLI,
    ways: {
      entries: 2,
      asks: 'reading',
      looksAtItsClock: true,
      refusal: /Re-authentication required/,
      ended: /requires authentication|NO TOOL/,
      asksTwice: true,
      // What else it writes is drawn over.
      denied: /riverside/,
    },
  },
  opencode: {
    program: OPENCODE,
    ways: {
      entries: 2,
      asks: 'reading',
      refusal: /Server returned 403 after trying upscoping/,
      ended: /NO TOOL/,
      denied: /the person denied access/,
    },
  },
} as const satisfies Record<string, Tried>;
