/** Features that a site can try before they are generally available, by the names stored in its row. */
export const BETA_FEATURES = [
  /** The site creates its own clients, and its people connect their agents. */
  'mcp_connections',
  /** Tool results tell every client that sign-in is required, in the form that ChatGPT expects. */
  'chatgpt_sign_in',
  /** Refusals tell every client that sign-in is required. Without this and the other, that depends on the client. */
  'status_sign_in',
] as const;

export type BetaFeature = (typeof BETA_FEATURES)[number];

/** How tools ask for sign-in: as the client expects it, or in one way, for which a feature stands. */
export const SIGN_IN_CHOICES = ['auto', 'chatgpt_sign_in', 'status_sign_in'] as const;
export type SignInChoice = (typeof SIGN_IN_CHOICES)[number];
