/**
 * Effects of an action besides changing its object. A person decides about them: at our pages after signing in
 * again, and through an app by allowing exactly this on a page of ours.
 */
export const EFFECTS = {
  sends_data: 'sends data elsewhere',
  raises_role: 'gives a person more rights',
  gives_access: 'gives a person access to the school',
  new_way_in: 'opens a new way to sign in or connect',
  seen_by_strangers: 'changes what strangers see',
} as const;

export type Effect = keyof typeof EFFECTS;
