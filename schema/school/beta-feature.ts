/** Features that a site can try before they are generally available, by the names stored in its row. */
export const BETA_FEATURES = [
  /** The site creates its own clients, and its people connect their agents. */
  'mcp_connections',
  /** Tool results tell clients that sign-in is required, in the form that ChatGPT expects. */
  'chatgpt_sign_in',
] as const;

export type BetaFeature = (typeof BETA_FEATURES)[number];
