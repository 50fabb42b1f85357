/** What is known of an app, beside its name. */
export const client = {
  unreviewed: 'Not reviewed',
  vendor: 'Known integration',
  reviewed: 'Reviewed',
  namedByAddress: 'Known by its web address only; nobody has checked who is behind it',
  madeBy: (school: string) => `Made by ${school}`,
  madeBySchool: 'Made by your school',
  registeredItself: 'Registered itself; nobody has checked who it is',
  callsItself: (name: string) => `Calls itself “${name}”`,
};
