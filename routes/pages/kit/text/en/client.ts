/** What is known of an app, beside its name. */
export const client = {
  unreviewed: 'Not reviewed',
  vendor: 'Known integration',
  reviewed: 'Reviewed',
  namedByAddress: 'Identified by its web address only. No one has verified who runs it.',
  madeBy: (school: string) => `Created by ${school}`,
  madeBySchool: 'Created by your school',
  registeredItself: 'Self-registered. No one has verified this app.',
  unverified: (name: string) => `${name} (unverified)`,
  callsItself: (name: string) => `Calls itself “${name}”`,
};
