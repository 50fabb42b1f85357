/**
 * `/auth.md` explains to agents and people how to get and use a token. It is generated from the running configuration.
 */
import { discovery, introduction, methods } from './beginning.ts';
import { calling } from './calling.ts';
import { type Facts, paragraphs } from './facts.ts';
import { authorization, exchange, refresh, revocation } from './flow.ts';
import { registration } from './registration.ts';
import { closing, errors, limits, scopes } from './tables.ts';

export type { Facts };

const SECTIONS: readonly ((facts: Facts) => string)[] = [
  introduction,
  discovery,
  methods,
  registration,
  authorization,
  exchange,
  calling,
  refresh,
  revocation,
  scopes,
  errors,
  limits,
  closing,
];

export const authMd = (facts: Facts): string => `${paragraphs(...SECTIONS.map((section) => section(facts)))}\n`;
