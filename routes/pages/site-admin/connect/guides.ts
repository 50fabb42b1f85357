/** What the guides say of a client, in the forms that pages show. */
import type { Text } from '../../../words/index.ts';
import { type Html, html } from '../../kit/html.ts';

export type KnownClient = keyof Text['connect']['clients'];

/** Returns what a guide is called. Few people know the program by which Claude Desktop connects. */
export const titleFor = ({ key, name }: { key: KnownClient; name: string }, { connect }: Text): string =>
  key === 'mcp_remote' ? connect.programs({ client: name }) : name;

const NODE = { href: 'https://nodejs.org/', label: 'nodejs.org' };

/** Returns what to do in a client, with a link to what it needs. */
export const stepsFor = (key: KnownClient, { connect }: Text): Html =>
  html`<p>${connect.clients[key]}${key === 'mcp_remote' && html` <a href="${NODE.href}">${NODE.label}</a>`}</p>`;

/** Says that a hosted client cannot reach this computer, and which guide connects the same assistant without. */
export function notReachableText(key: KnownClient, instead: string | undefined, { connect }: Text): string {
  const { notReachable, programs, useInstead } = connect;
  return key === 'claude' && instead !== undefined
    ? `${notReachable} ${useInstead({ client: programs({ client: instead }) })}`
    : notReachable;
}

/** How a client becomes known to this server. */
export type Admission = keyof Text['connect']['admission'];

export type Snippet = { kind: keyof Text['connect']['snippets']; content: string };

export type CommandsOfClient = {
  /** A link that opens the client and adds the server there. */
  installHref: string | undefined;
  snippets: readonly Snippet[];
};
