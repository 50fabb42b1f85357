import type { Said } from '../../../kit/text/said.ts';
import type { invitation as en } from './en.ts';

export const invitation: Said<typeof en> = {
  title: 'Jemanden einladen',
  lead: 'Die Person tritt bei, wenn sie annimmt. Bis dahin hat sie keinen Zugriff.',
  email: 'E-Mail-Adresse',
  name: 'Name',
  nameHint: 'Nur für neue Konten; die Person kann ihn ändern.',
  role: 'Rolle',
  submit: 'Einladen',
  taken: {
    active: 'Diese Person gehört schon zur Schule.',
    invited: 'Diese Person ist schon eingeladen; die Einladung finden Sie auf ihrer Seite.',
    suspended: 'Diese Person ist gesperrt. Stellen Sie den Zugriff auf ihrer Seite wieder her.',
  },
  open: (name) => `Seite von ${name} öffnen`,
  withdraw: {
    title: 'Einladung zurückziehen',
    text: 'Der Einladungslink gilt nicht mehr, und die Person kann nicht beitreten.',
    ask: (name) => `Einladung von ${name} zurückziehen?`,
    consequences:
      'Der Einladungslink gilt nicht mehr, und die Person kann nicht beitreten. Sie können sie jederzeit wieder einladen.',
    done: 'Einladung zurückgezogen.',
  },
};
