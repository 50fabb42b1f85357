import type { Said } from '../../kit/text/said.ts';
import type * as en from './en.ts';

export const chooseAccount: Said<typeof en.chooseAccount> = {
  title: 'Konto auswählen',
  lead: (app) => `Welches Konto möchten Sie mit ${app} verwenden?`,
  continueAs: (name) => `Weiter als ${name}`,
};

export const chooseSite: Said<typeof en.chooseSite> = {
  title: 'Schule auswählen',
  lead: (app) => `Sie gehören zu mehreren Schulen. ${app} erhält nur auf die Schule Zugriff, die Sie auswählen.`,
  legend: 'Ihre Schulen',
  submit: 'Weiter',
};

export const otherSchool: Said<typeof en.otherSchool> = {
  title: 'Dieses Konto gehört nicht zu dieser Schule',
  lead: (app, school) =>
    `${app} ist für die Schule „${school}“ eingerichtet. Wenn Sie dort ein anderes Konto haben, verwenden Sie dieses; sonst bitten Sie die Schule um eine Einladung, und prüfen Sie, ob die Adresse in der App stimmt.`,
  own: 'Oder verbinden Sie eine Ihrer Schulen',
  ownText: (app) => `Tragen Sie stattdessen die Adresse der Schule in ${app} ein, und verbinden Sie erneut.`,
};

export const consent: Said<typeof en.consent> = {
  title: (app) => `${app} den Zugriff auf Ihre Schule erlauben?`,
  asks: (school) => `möchte auf ${school} zugreifen`,
  offered: (school) => `${school} bietet diese App ihren Mitgliedern an.`,
  warning: (app) =>
    `Machen Sie nur weiter, wenn Sie dies selbst begonnen haben und ${app} vertrauen. Wenn Ihnen jemand einen Link geschickt hat, brechen Sie ab.`,
  atSchool: (role, school) => `${role}, ${school}`,
  groups: {
    identity: 'Wer Sie sind',
    own: 'Ihre eigenen Daten',
    read: 'Daten der Schule ansehen',
    write: 'Daten der Schule ändern',
  },
  changes: 'Nimmt Änderungen vor',
  able: 'Die App kann dann',
  always: 'Immer dabei: wer Sie sind',
  before: 'bereits erlaubt',
  leftOut: 'zuletzt abgewählt',
  again: (app) =>
    `${app} fragt erneut nach dem, was Sie abgewählt hatten. Es bleibt abgewählt, wenn Sie es unten nicht ankreuzen:`,
  againMore: (number) => `Und ${number} weitere, die unten markiert sind.`,
  missing: (number) => `${number} anzeigen`,
  unavailable: {
    outside_role: {
      title: 'Für Sie nicht verfügbar',
      why: 'Darum hat die App auch gebeten. Ihre Rolle umfasst es nicht, deshalb bekommt die App es nicht.',
    },
    not_adopted: {
      title: 'Für diese App nicht verfügbar',
      why: 'Ihre Schule bietet diese App ihren Mitgliedern nicht an. Deshalb erhält sie Ihre eigenen Daten an der Schule nicht. Wer die Schule verwaltet, kann das einschalten.',
    },
  },
  goesTo: {
    https: 'Leitet Sie weiter an',
    app: 'Leitet Sie zu einer App auf diesem Gerät weiter',
    loopback: 'Leitet Sie zu einem Programm auf diesem Computer weiter',
  },
  loopbackWarning:
    'Ein anderes Programm könnte sich an dessen Stelle setzen. Erlauben Sie dies nur auf einem Computer, dem Sie vertrauen.',
  reaches: 'Gibt Zugriff auf',
  reachesApis: (host) => `Schul-APIs (${host})`,
  lasts: 'Zugriff gilt',
  lastsDays: (days) => `Höchstens ${days === 1 ? 'einen Tag' : `${days} Tage`}, oder bis Sie ihn entziehen unter`,
  undoLink: 'Verbundene Apps',
  permissions: (number) => (number === 1 ? '1 Berechtigung' : `${number} Berechtigungen`),
  changing: (number) => (number === 1 ? '1 ändert etwas' : `${number} ändern etwas`),
  days: (days) => (days === 1 ? '1 Tag' : `${days} Tage`),
  deny: 'Abbrechen',
  allow: 'Erlauben',
  allowRead: 'Nur ansehen',
};
