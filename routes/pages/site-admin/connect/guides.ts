/** What the guides say of a client, in the forms that pages show. */
import type { Text } from '../../kit/text/index.ts';

export type KnownClient = keyof Text['connect']['clients'];

/** How a client becomes known to this server. */
export type Admission = keyof Text['connect']['admission'];

export type Snippet = { kind: keyof Text['connect']['snippets']; content: string };

export type KnownClientGuide = {
  key: KnownClient;
  /** A proper name, which is the same in every language. */
  name: string;
  /** Whether the client runs on other people's servers, from which this one must be reachable. */
  isHosted: boolean;
  admission: Admission | undefined;
  /** The host of its metadata document. */
  host?: string;
  /** A link that opens the client and adds the server there. */
  installHref: string | undefined;
  snippets: readonly Snippet[];
};
