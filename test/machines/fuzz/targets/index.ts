import type { Target } from '../target.ts';
import { MESSAGES } from './messages.ts';
import { PEOPLE } from './people.ts';
import { PROTOCOL } from './protocol.ts';
import { SCHOOL } from './school.ts';

/** Those that need no server. */
export const PARSERS: readonly Target[] = [...PROTOCOL, ...PEOPLE, ...SCHOOL, ...MESSAGES];
