/** What a school is called and looks like. */
export const look = {
  title: 'Name and colours',
  lead: 'How people recognise your school where they sign in to it and where they allow an app. This page wears it too.',
  nameTitle: 'Name',
  name: 'Name of the school',
  colorsTitle: 'Colours',
  colorsLead: 'Where text would be hard to read, a colour is made lighter or darker until it is not.',
  theme: 'Colour of the school',
  themeHint: 'It stands behind the initial of the name.',
  accent: 'Colour of buttons and links',
  invalid: 'Please choose a colour.',
  done: {
    name: 'The new name is saved.',
    colors: 'The new colours are saved.',
  },
  elsewhere: 'The logo, and all else that the school’s own pages show, is set with the admin API.',
};
