import type { Said } from '../../../kit/text/said.ts';
import type { activity as en } from './en.ts';

export const activity: Said<typeof en> = {
  title: 'Kontoaktivität',
  lead: 'Anmeldungen und Änderungen der letzten 400 Tage, neueste zuerst. Kennen Sie etwas nicht, wählen Sie ein neues Passwort und entziehen Sie unbekannte Zugriffe.',
  none: 'Noch nichts verzeichnet',
  older: 'Ältere anzeigen',
  newBrowser: 'Neuer Browser',
  network: (network) => `Netz ${network}`,
  methods: {
    password: 'Mit Ihrem Passwort',
    passkey: 'Mit einem Passkey',
    totp: 'Mit Ihrem Passwort und einem Code der Authenticator-App',
    recovery_code: 'Mit Ihrem Passwort und einem Wiederherstellungscode',
  },
  failedMethods: {
    password: 'Falsches Passwort',
    passkey: 'Passkey nicht akzeptiert',
    totp: 'Falscher Code',
    recovery_code: 'Falscher Wiederherstellungscode',
  },
  by: { operator: 'Durch die Betreiber dieses Dienstes', school: 'Durch Ihre Schule' },
  bySchool: ({ school }) => `Durch ${school}`,
  otherSignOut: {
    one: 'Sie haben einen anderen Browser abgemeldet',
    others: 'Sie haben alle anderen Browser abgemeldet',
    you: 'Sie wurden abgemeldet',
  },
  otherBrowser: (browser) => `Sie haben einen anderen Browser abgemeldet: ${browser}`,
  confirmationFailed: 'Zur Bestätigung einer Änderung wurde ein falsches Passwort eingegeben',
  signedInSince: (at) => `(angemeldet seit ${at})`,
  doneIn: (browser) => `Mit ${browser}`,
  ownEnd: 'Sie haben eine App getrennt',
  ownEndOf: ({ app, count, since }) =>
    `Sie haben eine Ihrer ${count} Verbindungen zur App „${app}“ beendet (verbunden am ${since})`,
  endedOf: ({ app, school, count, since }) =>
    `${school} hat eine Ihrer ${count} Verbindungen zur App „${app}“ beendet (verbunden am ${since})`,
  ended: {
    school: ({ app, school, count }) =>
      count === 1
        ? `${school} hat Ihre Verbindung zur App „${app}“ beendet`
        : `${school} hat Ihre ${count} Verbindungen zur App „${app}“ beendet`,
    platform: ({ app, count }) =>
      `Die Betreiber dieses Dienstes haben ${count === 1 ? 'Ihre Verbindung' : `Ihre ${count} Verbindungen`} zur App „${app}“ beendet`,
    block: ({ app, count }) =>
      `Die Betreiber dieses Dienstes haben die App „${app}“ gesperrt; ${count === 1 ? 'ihre Verbindung wurde' : `ihre ${count} Verbindungen wurden`} beendet`,
    client: ({ app, count }) =>
      `Die App „${app}“ hat ${count === 1 ? 'ihre Verbindung' : `ihre ${count} Verbindungen`} selbst beendet`,
  },
  allowedAgain: 'Sie ist wieder erlaubt: Verbinden Sie sie unter „KI-Assistenten“.',
  formerMember: 'ein früheres Mitglied',
  roleChanged: ({ school, was, is }) => `Ihre Rolle bei ${school} wurde geändert: ${was} → ${is}`,
  roleChangedBy: ({ person, school, was, is }) => `${person} hat Ihre Rolle bei ${school} geändert: ${was} → ${is}`,
  allowed: ({ app, school }) => `Sie haben der App „${app}“ Zugriff bei ${school} erlaubt`,
  joined: ({ school }) => `Sie sind ${school} beigetreten`,
  access: {
    member_suspended: ({ school }) => `Ihr Zugriff auf ${school} wurde gesperrt`,
    member_reinstated: ({ school }) => `Ihr Zugriff auf ${school} wurde wiederhergestellt`,
    member_removed: ({ school }) => `${school} hat Ihre Mitgliedschaft beendet`,
  },
  secondFactorReset: {
    second_factor_reset_approved: ({ school }) => `${school} hat angeordnet, Ihren zweiten Faktor zurückzusetzen`,
    second_factor_reset_cancelled: ({ school }) =>
      `${school} hat das Zurücksetzen Ihres zweiten Faktors zurückgenommen`,
  },
  secondFactorKept: {
    byUse: 'Sie haben den zweiten Faktor benutzt und damit das Zurücksetzen abgebrochen',
    asked: 'Sie haben den zweiten Faktor behalten: Das Zurücksetzen wurde abgebrochen',
  },
  secondFactorResetDone: ({ school }) => `Ihr zweiter Faktor wurde zurückgesetzt, wie von ${school} angeordnet`,
  byPerson: (person) => `Von ${person}`,
  ownership: {
    own: {
      ownership_offered: ({ person, school }) => `Sie haben die Inhaberschaft von ${school} angeboten: ${person}`,
      ownership_withdrawn: ({ person, school }) =>
        `Sie haben das Angebot der Inhaberschaft von ${school} zurückgezogen: ${person}`,
      ownership_declined: ({ person, school }) =>
        `Sie haben die von ${person} angebotene Inhaberschaft von ${school} abgelehnt`,
      ownership_shared: ({ person, school }) => `Sie sind jetzt zusammen mit ${person} Inhaber/in von ${school}`,
      ownership_handed_over: ({ person, school }) =>
        `Sie haben die Inhaberschaft von ${school} von ${person} übernommen`,
      ownership_stepped_down: ({ school }) =>
        `Sie haben die Inhaberschaft von ${school} niedergelegt und gehören jetzt zur Verwaltung`,
    },
    ofOther: {
      ownership_offered: ({ person, school }) => `${person} hat Ihnen die Inhaberschaft von ${school} angeboten`,
      ownership_withdrawn: ({ person, school }) =>
        `${person} hat das Angebot zurückgezogen, Sie zur Inhaberin oder zum Inhaber von ${school} zu machen`,
      ownership_declined: ({ person, school }) =>
        `${person} hat die von Ihnen angebotene Inhaberschaft von ${school} abgelehnt`,
      ownership_shared: ({ person, school }) =>
        `${person} hat Ihr Angebot angenommen und ist jetzt ebenfalls Inhaber/in von ${school}`,
      ownership_handed_over: ({ person, school }) =>
        `${person} hat Ihr Angebot angenommen und ist jetzt Inhaber/in von ${school}; Sie gehören zur Verwaltung`,
      ownership_stepped_down: ({ person, school }) =>
        `${person} hat die Inhaberschaft von ${school} niedergelegt und gehört jetzt zur Verwaltung`,
    },
  },
  offers: {
    own: {
      share: {
        ownership_offered: ({ person, school }) =>
          `Sie haben ${person} angeboten, die Inhaberschaft von ${school} zu teilen`,
        ownership_withdrawn: ({ person, school }) =>
          `Sie haben das Angebot an ${person} zurückgezogen, die Inhaberschaft von ${school} zu teilen`,
        ownership_declined: ({ person, school }) =>
          `Sie haben das Angebot von ${person} abgelehnt, die Inhaberschaft von ${school} zu teilen`,
      },
      handOver: {
        ownership_offered: ({ person, school }) =>
          `Sie haben ${person} angeboten, die Inhaberschaft von ${school} zu übergeben`,
        ownership_withdrawn: ({ person, school }) =>
          `Sie haben das Angebot an ${person} zurückgezogen, die Inhaberschaft von ${school} zu übergeben`,
        ownership_declined: ({ person, school }) =>
          `Sie haben das Angebot von ${person} abgelehnt, Ihnen die Inhaberschaft von ${school} zu übergeben`,
      },
    },
    ofOther: {
      share: {
        ownership_offered: ({ person, school }) =>
          `${person} hat Ihnen angeboten, die Inhaberschaft von ${school} zu teilen`,
        ownership_withdrawn: ({ person, school }) =>
          `${person} hat das Angebot an Sie zurückgezogen, die Inhaberschaft von ${school} zu teilen`,
        ownership_declined: ({ person, school }) =>
          `${person} hat Ihr Angebot abgelehnt, die Inhaberschaft von ${school} zu teilen`,
      },
      handOver: {
        ownership_offered: ({ person, school }) =>
          `${person} hat Ihnen angeboten, die Inhaberschaft von ${school} zu übergeben`,
        ownership_withdrawn: ({ person, school }) =>
          `${person} hat das Angebot an Sie zurückgezogen, die Inhaberschaft von ${school} zu übergeben`,
        ownership_declined: ({ person, school }) =>
          `${person} hat Ihr Angebot abgelehnt, die Inhaberschaft von ${school} zu übergeben`,
      },
    },
  },
  help: 'Wenn Sie das nicht waren',
  events: {
    sign_in: 'Sie haben sich angemeldet',
    sign_in_failed: 'Eine Anmeldung ist gescheitert',
    sign_out: 'Sie haben sich abgemeldet',
    new_browser: 'Sie haben sich mit einem neuen Browser angemeldet',
    passkey_added: 'Ein Passkey wurde hinzugefügt',
    passkey_removed: 'Ein Passkey wurde entfernt',
    second_factor_added:
      'Die Anmeldung mit zwei Faktoren wurde eingeschaltet, und Ihre anderen Browser wurden abgemeldet',
    second_factor_removed: 'Die Anmeldung mit zwei Faktoren wurde ausgeschaltet',
    second_factor_reset_cancelled: 'Das Zurücksetzen des zweiten Faktors wurde abgebrochen',
    recovery_codes_replaced: 'Neue Wiederherstellungscodes wurden erstellt',
    recovery_code_used: 'Ein Wiederherstellungscode wurde benutzt',
    password_changed: 'Ihr Passwort wurde geändert',
    password_reset: 'Ihr Passwort wurde über einen Link zurückgesetzt',
    password_reset_asked: 'Ein Link zum Zurücksetzen des Passworts wurde angefordert',
    email_verified: 'Die E-Mail-Adresse wurde bestätigt',
    email_changed: 'Die E-Mail-Adresse wurde geändert',
    email_change_asked: 'Eine Änderung der E-Mail-Adresse wurde angefordert',
    email_restored: 'Die frühere E-Mail-Adresse wurde wiederhergestellt',
    account_disabled: 'Das Konto wurde deaktiviert',
    account_enabled: 'Das Konto wurde wieder aktiviert',
    account_secured: '„Das war ich nicht“ wurde gewählt: Alle wurden abgemeldet',
    account_exported: 'Alle Kontodaten wurden heruntergeladen',
    account_imported: 'Das Konto wurde importiert',
    invitation_accepted: 'Sie sind einer Schule beigetreten',
    consent_given: 'Einer App wurde Zugriff erlaubt',
    address_shown: 'Die Adresse zum Verbinden einer App wurde angezeigt',
    grant_revoked: 'Eine Verbindung wurde beendet',
    code_replay: 'Eine Verbindung wurde beendet, weil ein Code zweimal benutzt wurde',
    refresh_reuse: 'Eine Verbindung wurde beendet, weil ein alter Schlüssel benutzt wurde',
    refresh_repeated: 'Eine App hat einen alten Schlüssel noch einmal benutzt und blieb verbunden',
  },
};
