import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import { fieldNames } from '../field-text/de.ts';
import type { change as en } from './en.ts';

const grouped = groupedIn('de');

export const change: Said<typeof en> = {
  oneEnded: {
    ofPerson: ({ who, app, target, count, since }) =>
      `${who} hat eine der ${count} Verbindungen von ${target} mit ${app} beendet (verbunden am ${since}).`,
    own: ({ who, app, count, since }) =>
      `${who} hat eine von ${count} eigenen Verbindungen mit ${app} beendet (verbunden am ${since}).`,
  },
  colon: ': ',
  endedSize: ({ connections, people }) =>
    `${connections === 1 ? '1 Verbindung' : `${grouped(connections)} Verbindungen`} von ${people === 1 ? '1 Person' : `${grouped(people)} Personen`}`,
  listSeparator: ', ',
  sized: {
    client_disabled: ({ who, app, ended }) => `${who} hat die App ${app} deaktiviert; ${ended}.`,
    client_deleted: ({ who, app, ended }) => `${who} hat die App ${app} gelöscht; ${ended}.`,
    turnedOff: ({ who, app, ended }) => `${who} hat ${app} für Mitglieder ausgeschaltet; ${ended}.`,
  },
  itsEnded: ({ connections, people }) => {
    if (connections === 0) return 'sie hatte keine Verbindungen';
    if (connections === 1) return 'ihre einzige Verbindung wurde beendet';
    return `ihre ${grouped(connections)} Verbindungen von ${people === 1 ? '1 Person' : `${grouped(people)} Personen`} wurden beendet`;
  },
  failedSignIn: {
    password: ({ who, app }) => `Eine Anmeldung von ${who} bei ${app} ist fehlgeschlagen: falsches Passwort.`,
    totp: ({ who, app }) => `Eine Anmeldung von ${who} bei ${app} ist fehlgeschlagen: falscher Code.`,
    recovery_code: ({ who, app }) =>
      `Eine Anmeldung von ${who} bei ${app} ist fehlgeschlagen: falscher Wiederherstellungscode.`,
    passkey: ({ who, app }) => `Eine Anmeldung von ${who} bei ${app} ist fehlgeschlagen: Passkey nicht akzeptiert.`,
  },
  toolFailures: {
    'invalid-input': 'eine Angabe war ungültig',
    'not-found': 'den Eintrag gibt es nicht',
    conflict: 'der aktuelle Stand lässt es nicht zu',
    'precondition-failed': 'der Eintrag wurde vorher geändert',
    'idempotency-mismatch': 'ein anderer Aufruf wurde wiederholt',
    'role-insufficient': 'die Rolle der Person erlaubt es nicht',
    'not-confirmed': 'die App hat es nicht bestätigt',
    'access-insufficient': 'die App darf das nicht',
    'too-many-requests': 'es waren zu viele Aufrufe',
    'server-unavailable': 'der Server konnte nicht antworten',
    'server-error': 'auf dem Server ist ein Fehler aufgetreten',
  },
  withdrawn: ({ who, target }) => `${who} hat die Einladung von ${target} zurückgezogen.`,
  resetOutcomes: {
    pending: 'Dieses Zurücksetzen steht noch aus.',
    barred:
      'Dieses Zurücksetzen hat keine Wirkung, solange die Person kein aktives Mitglied der Schule ist oder eine andere mit verwaltet.',
    lapsed: 'Keine Anmeldung hat dieses Zurücksetzen rechtzeitig ausgeführt; es ist verfallen.',
    over: 'Dieses Zurücksetzen ist erledigt. Der zweite Faktor ist geblieben oder wurde anders entfernt.',
  },
  failedCall: ({ why }) => `Dieser Aufruf ist fehlgeschlagen: ${why}.`,
  whoseEnded: 'Wessen Verbindungen beendet wurden',
  deletedPeople: (count) =>
    count === 1 ? '1 Person, deren Daten gelöscht wurden' : `${grouped(count)} Personen, deren Daten gelöscht wurden`,
  ofDeletedApp: {
    client_created: ({ who }) => `${who} hat eine später gelöschte App erstellt.`,
    client_changed: ({ who }) => `${who} hat eine später gelöschte App bearbeitet.`,
    client_disabled: ({ who }) => `${who} hat eine später gelöschte App deaktiviert; ihre Verbindungen wurden beendet.`,
    client_enabled: ({ who }) => `${who} hat eine später gelöschte App wieder aktiviert.`,
    client_deleted: ({ who }) => `${who} hat eine App gelöscht; ihre Verbindungen wurden beendet.`,
  },
  upload: {
    arrived: ({ who, target }) => `${who} hat ${target} hochgeladen.`,
    completed: ({ who, target }) => `${who} hat den Upload von ${target} abgeschlossen.`,
  },
  resetFrom: ({ who, target, from, until }) =>
    `${who} hat angeordnet, den zweiten Faktor von ${target} zurückzusetzen, bei einer Anmeldung mit dem Passwort zwischen ${from} und ${until}.`,
  movedUp: ({ person, thing }) => `${person} hat von der Warteliste einen freien Platz bei „${thing}“ bekommen.`,
  endedWithEvent: ({ person, thing }) => `Die Anmeldung von ${person} ist hinfällig, weil „${thing}“ abgesagt wurde.`,
  attended: ({ who, person, thing }) => `${who} hat die Teilnahme von ${person} an „${thing}“ bestätigt.`,
  ownPlaces: {
    registered: ({ person, thing }) => `${person} hat sich für „${thing}“ angemeldet.`,
    waits: ({ person, thing }) => `${person} steht jetzt auf der Warteliste von „${thing}“.`,
    cancelled: ({ person, thing }) => `${person} hat die eigene Anmeldung für „${thing}“ storniert.`,
  },
  places: {
    waits: ({ who, person, thing }) => `${who} hat ${person} auf die Warteliste von „${thing}“ gesetzt.`,
    cancelled: ({ who, person, thing }) => `${who} hat die Anmeldung von ${person} für „${thing}“ storniert.`,
  },
  newStatus: {
    published: ({ who, target }) => `${who} hat ${target} veröffentlicht.`,
    cancelled: ({ who, target }) => `${who} hat ${target} abgesagt.`,
  },
  accessTokenOnly: ({ who, app }) => `${app} hat ein Zugriffstoken von ${who} widerrufen und bleibt verbunden.`,
  connectionOver: ({ who, app }) => `Die Verbindung von ${who} mit ${app} ist beendet.`,
  title: 'Was sich geändert hat',
  allowed: 'Was erlaubt wurde',
  created: 'Einstellungen',
  technical: 'Technische Angaben',
  none: 'nichts',
  yes: 'ja',
  no: 'nein',
  edited: 'geändert',
  image: 'ein Bild',
  otherImage: 'ein anderes Bild',
  added: 'Hinzugefügt',
  removed: 'Entfernt',
  separator: '; ',
  more: (number) => `und ${number} weitere`,
  viewOnly: 'Nur ansehen',
  mayChange: 'Kann ändern',
  mayView: 'Kann ansehen',
  fieldNames,
  fields: {
    role: 'Rolle',
    status: 'Status',
    operator: 'Betreiber',
    scopes: 'Berechtigungen',
    connections: 'Verbindungen',
    name: 'Name',
    description: 'Beschreibung',
    redirectUris: 'Rückkehradressen',
    postLogoutRedirectUris: 'Rückkehradressen nach dem Abmelden',
    defaultScope: 'Standardberechtigungen',
    apps: 'Beendete Verbindungen',
    seatsGivenUp: 'Aufgegebene Plätze',
    waitingEnded: 'Verlassene Wartelisten',
    mayIntrospect: 'Darf Tokens nachschlagen',
    hasSecret: 'Hat ein Geheimnis',
    logo: 'Logo',
    primaryDomain: 'Domain',
    locale: 'Sprache',
    timezone: 'Zeitzone',
    currency: 'Währung',
    contactEmail: 'Kontakt-E-Mail',
    supportUrl: 'Hilfeseite',
    termsUrl: 'Nutzungsbedingungen',
    privacyUrl: 'Datenschutzerklärung',
    socialLinks: 'Links zu sozialen Medien',
    themeColor: 'Markenfarbe',
    accentColor: 'Farbe von Schaltflächen und Links',
    logoAssetId: 'Logodatei',
    faviconAssetId: 'Browsersymbol',
    font: 'Schriftart',
    headerLinks: 'Links im Kopf der Seite',
    footerMarkdown: 'Fußzeile',
    homepageSections: 'Abschnitte der Startseite',
    customCss: 'Eigenes CSS',
  },
};
