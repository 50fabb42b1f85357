import type { Said } from '../../../kit/text/said.ts';
import type { registrations as en } from './en.ts';

export const registrations: Said<typeof en> = {
  title: 'Registrierte Clients',
  lead: 'Programme, die sich hier selbst als Client registrieren. Neuere weisen sich stattdessen mit der Webadresse ihrer Metadaten aus und brauchen keine Registrierung.',
  modes: {
    loopback_and_vendors:
      'Registrieren können sich bekannte Integrationen und jedes Programm, das auf dem eigenen Computer einer Person läuft.',
    vendors_only: 'Registrieren können sich nur bekannte Integrationen.',
    off: 'Die Registrierung ist ausgeschaltet. Niemand kann sich mehr registrieren.',
  },
  howTo:
    'Wer den Server betreibt, kann sie ausschalten: REGISTRATION auf vendors_only oder off setzen und neu starten.',
  others: 'Programme auf eigenen Computern',
  integrations: 'Bekannte Integrationen',
  columns: {
    name: 'Nennt sich',
    registered: (days) => `In den letzten ${days} Tagen registriert`,
    used: (days) => `In den letzten ${days} Tagen benutzt`,
    clients: 'Clients insgesamt',
    lastRegistered: 'Zuletzt registriert',
    lastUsed: 'Zuletzt benutzt',
  },
  never: 'nie',
  always: 'erhält immer denselben Client',
  empty: 'Keine registrierten Clients',
  emptyText:
    'Ein Programm erscheint hier, sobald es sich registriert hat, und verschwindet, wenn sein Client gelöscht wurde, weil ihn niemand benutzt hat.',
  off: {
    title: 'Wenn die Registrierung ausgeschaltet wird',
    existing: 'Registrierte Clients bleiben. Ihre Verbindungen bestehen weiter, und sie lassen sich wieder verbinden.',
    unused: 'Wer von niemandem benutzt wird, wird wie bisher nach einiger Zeit gelöscht.',
    refused:
      'Ein Programm, das sich registrieren will, wird abgelehnt und erfährt, was es stattdessen tun soll: die Webadresse seiner Metadaten als client_id verwenden oder die Schule um eine OAuth-Anwendung bitten.',
  },
};
