/** What a site may try out before everybody has it, by the names that its row keeps. */
export const BETA_FEATURES = [
  /** The site makes clients of its own, and its people connect their agents. */
  'mcp_connections',
  /** Clients learn by a result of the tool that they have to sign in, as ChatGPT looks for it. */
  'chatgpt_sign_in',
] as const;

export type BetaFeature = (typeof BETA_FEATURES)[number];
