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
  asks: (school) => `möchte in Ihrem Namen auf ${school} zugreifen`,
  offered: (school) => `${school} bietet diese App ihren Mitgliedern an.`,
  warning: (app) =>
    `Machen Sie nur weiter, wenn Sie dies selbst begonnen haben und ${app} vertrauen. Wenn Ihnen jemand einen Link geschickt hat, brechen Sie ab.`,
  signedInAs: 'Ihr Konto',
  atSchool: (role, school) => `${role}, ${school}`,
  groups: {
    identity: 'Wer Sie sind',
    own: 'Ihre eigenen Daten',
    read: 'Daten der Schule ansehen',
    write: 'Daten der Schule ändern',
  },
  areas: {
    teaching: 'Unterricht',
    people: 'Personen',
    sales: 'Verkauf',
    site: 'Schule und Website',
  },
  subjects: {
    openid: 'Ihre Rolle an der Schule',
    profile: 'Ihr Name',
    email: 'Ihre E-Mail-Adresse',
    courses: 'Kurse',
    curriculum: 'Lektionen',
    lecturers: 'Lehrende',
    events: 'Veranstaltungen',
    members: 'Mitglieder und ihre Rollen',
    students: 'Kursteilnahmen und Fortschritte',
    comments: 'Kommentare',
    forms: 'Formulare und Antworten',
    orders: 'Bestellungen',
    membership_plans: 'Mitgliedschaftsmodelle',
    subscriptions: 'Mitgliedschaften',
    coupons: 'Gutscheine',
    digital_products: 'digitale Produkte',
    analytics: 'Statistiken',
    school: 'Einstellungen',
    appearance: 'Gestaltung',
    pages: 'Seiten',
    posts: 'Beiträge',
    storage: 'Dateien',
  },
  sides: {
    read: (number) => `Ansehen (${number})`,
    write: (number) => `Ändern (${number})`,
  },
  separator: ', ',
  each: 'Mehr',
  changes: 'Nimmt Änderungen vor',
  choose: 'Die App kann dann Folgendes. Wählen Sie ab, was Sie nicht erlauben.',
  noChoice: 'Die App kann dann:',
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
  goesTo: 'Leitet Sie weiter',
  goesToWeb: (host) => `an ${host}`,
  goesToApp: (scheme) => `an eine App auf diesem Gerät (${scheme})`,
  goesToLoopback: (host) => `an ein Programm auf diesem Computer (${host})`,
  loopbackWarning:
    'Wir wissen nicht, welches Programm hier antwortet; es könnte ein anderes sein. Erlauben Sie es nur auf einem vertrauenswürdigen Computer.',
  reaches: 'Gibt Zugriff auf',
  reachesApis: (host) => `Schul-APIs (${host})`,
  lasts: 'Zugriff gilt',
  lastsDays: (days) => `Bis Sie ihn entziehen, höchstens ${days === 1 ? 'einen Tag' : `${days} Tage`}`,
  undoHere: 'Zu entziehen unter',
  undoLink: 'Verbundene Apps',
  deny: 'Abbrechen',
  allow: 'Erlauben',
  allowRead: 'Nur ansehen',
};
