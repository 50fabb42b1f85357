/** What a school is called and looks like. */
export const look = {
  title: 'Name and colours',
  lead: 'How people recognise your school when they sign in and when they connect an app. This page shows the result too.',
  nameTitle: 'Name',
  name: 'Name of the school',
  colorsTitle: 'Colours',
  colorsLead: 'We adjust colours where text would be hard to read.',
  theme: 'Brand colour',
  themeHint: 'Shown behind your initial.',
  accent: 'Button and link colour',
  invalid: 'Please choose a colour.',
  done: {
    name: 'Name saved.',
    colors: 'Colours saved.',
  },
  elsewhere: 'The logo and the rest of the school’s own pages are set with the admin API.',
};
