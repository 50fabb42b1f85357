/** What a school is called and looks like. */
export const look = {
  title: 'Name and colours',
  lead: 'How people recognise your school when they sign in and when they connect an app. This page shows the result too.',
  nameTitle: 'Name',
  name: 'Name of the school',
  logoTitle: 'Logo',
  logoLead: 'Shown beside the name of the school when people sign in or connect an app.',
  logoNow: 'The current logo',
  logoRemove: 'Remove the logo',
  colorsTitle: 'Colours',
  colorsLead: 'We adjust colours where text would be hard to read.',
  theme: 'Brand colour',
  themeHint: 'Shown behind your initial.',
  accent: 'Button and link colour',
  invalid: 'Please choose a colour.',
  done: {
    name: 'Name saved.',
    colors: 'Colours saved.',
    logo: 'Logo saved.',
  },
  elsewhere: 'The rest of the school’s own pages is set with the admin API.',
};
