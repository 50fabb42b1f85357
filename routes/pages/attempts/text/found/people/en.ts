/** The causes that lie with a person, an account or a school. */
export const people = {
  denied: ['The person chose not to allow access.'],
  cancelled: ['The person cancelled before deciding.'],
  nothing_allowed: ['The person allowed none of the requested scopes.'],
  member_never: [
    'The account that signed in was never a member of this school.',
    'Sign in with the account that is a member here.',
    'If the person should be a member, ask which e-mail address they use, and invite it under Members. People who were never members aren’t named here.',
  ],
  member_not_there: [
    'The app’s request names this school, and the account that signed in was never a member of it.',
    'Name the school that the person uses, or none.',
    'Sign in with an account of this school.',
    'If the person should be a member, ask which e-mail address they use, and invite it under Members. People who were never members aren’t named here.',
  ],
  member_nowhere: [
    'The account that signed in is a member of no school that the app could connect to.',
    'Sign in with the account that is a member of the school.',
  ],
  member_invited: [
    (name: string) => `${name} was invited to this school, but hasn’t accepted the invitation.`,
    'Accept the invitation with its link.',
    'If the link is lost, invite the person again under Members.',
  ],
  member_suspended: [
    (name: string) => `The access of ${name} to this school is suspended.`,
    'Restore it under Members, if that is right.',
  ],
  member_removed: [
    (name: string) => `${name} was a member of this school, and was removed.`,
    'Invite the person again under Members, if that is right.',
  ],
  ended_by_person: [
    (when: string) => `The person disconnected the app on ${when}.`,
    'Connect again, if the app should have access.',
  ],
  ended_by_app: [
    (when: string) => `The app itself ended the connection, by revoking its token on ${when}.`,
    'Delete tokens that the app revoked, and let the person connect again.',
  ],
  ended_by_school: [
    (when: string) => `The people who run the school or the platform ended the connection on ${when}.`,
    'Connect again, if they agree.',
  ],
  ended_suspended: [
    'The connection ended because the person’s access to the school was suspended.',
    'Restore it under Members, which shows who is suspended, if that is right.',
    'Then connect again.',
  ],
  ended_removed: [
    'The connection ended because the person is no longer a member of the school.',
    'Invite the person again under Members, if that is right.',
    'Then connect again.',
  ],
  ended_application: [
    'The connection ended because the application was disabled.',
    'Enable it under OAuth applications, if that is right.',
    'Then connect again.',
  ],
  ended_blocked: [
    'The connection ended because the app was blocked on this platform.',
    'Approve it under App reviews, if it should be allowed.',
    'Then connect again.',
  ],
  ended_school: ['The connection ended because the school was closed.', 'Open the school again, if that is right.'],
  ended_account: [
    'The connection ended because the person’s account is no longer active.',
    'Connect with another account.',
  ],
  ended_replay: [
    (when: string) => `The connection was ended on ${when}, because its authorization code was redeemed twice.`,
    'Redeem each code once, and let the person connect again.',
  ],
  ended_reuse: [
    (when: string) => `The connection was ended on ${when}, because an old refresh token was used again.`,
    'Store each new refresh token before the next use, and let the person connect again.',
  ],
  ended_token: [
    'The connection continues, but this token was replaced or revoked.',
    'Use the newest token of the connection.',
  ],
  password_wrong: ['The e-mail address or the password was wrong.'],
  code_wrong: [
    'The password was right, but the code of the second factor was wrong.',
    'Enter the present code of the authenticator app, or a recovery code that is still unused.',
  ],
  passkey_wrong: [
    'The passkey wasn’t accepted.',
    'Try again with the passkey of this account, or sign in with the password.',
  ],
  second_asked: [
    'The password was right, and the person is being asked for the second factor.',
    'Nothing is wrong: finish signing in.',
  ],
  second_late: ['The second factor came too late.', 'Sign in again, and enter the code soon.'],
  sign_in_throttled: ['Too many attempts to sign in failed.', 'Do what the page says.'],
  page_answered: [
    'The page had already been answered, which happens with the Back button or a double click.',
    'Nothing, if the app is connected; otherwise start again in the app.',
  ],
  page_old: ['The page is older than 30 minutes.', 'Start again in the app.'],
  page_other_browser: [
    'The page was opened in another browser than the one in which the app’s request arrived.',
    'Start again in the app, stay in one browser, and allow cookies.',
  ],
  page_other_session: [
    'Someone signed in or out in the meantime, so the form was out of date.',
    'Load the page again.',
  ],
} as const;
