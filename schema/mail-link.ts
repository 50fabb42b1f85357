/** What a one-time link sent by mail is good for. */
export type MailLinkPurpose = 'verify_email' | 'reset_password' | 'invitation';
