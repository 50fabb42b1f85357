/** What a school is called and looks like. */
export const look = {
  title: 'Name and colours',
  lead: 'How people recognise your school: when they sign in or connect an app, in e-mails, and on these pages.',
  nameTitle: 'Name',
  name: 'Name of the school',
  logoTitle: 'Logo',
  logoLead: 'Shown beside the name of the school, on pages and in e-mails.',
  logoNow: 'The current logo',
  logoNotShown:
    'A logo is set, but it can’t be shown: its file is missing, too large, or not a picture. Pages show your initial instead. Upload the logo again, or remove it.',
  logoRemove: 'Remove the logo',
  colorsTitle: 'Colours',
  colorsLead:
    'Buttons keep the colour you choose, with dark or light text on it. Only links get a darker or lighter shade, so that they can be read.',
  theme: 'Brand colour',
  themeHint: 'Shown behind your initial, and as the line above e-mails.',
  accent: 'Button and link colour',
  invalid: 'Please choose a colour.',
  done: {
    name: 'Name saved.',
    colors: 'Colours saved.',
    logo: 'Logo saved.',
    logo_removed: 'Logo removed.',
  },
  preview: {
    title: 'Preview',
    button: 'Preview',
    saved: 'This is how your school looks now.',
    unsaved: 'Not saved yet: this is how your school would look.',
    light: 'Light',
    dark: 'Dark',
    signIn: 'Sign-in',
    consent: 'Consent',
    email: 'E-mail (always light)',
    admin: 'Admin pages',
    app: 'Lesson Planner',
  },
  elsewhere:
    'The menu, home page, footer and font of the school’s own pages aren’t set here: a connected app, an AI assistant or a developer can change them.',
};
