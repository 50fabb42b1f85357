import type { Said } from '../../../../kit/text/said.ts';
import type { schoolHome as en } from './en.ts';

export const schoolHome: Said<typeof en> = {
  steps: {
    title: 'Erste Schritte',
    progress: (done, all) => `${done} von ${all} erledigt`,
    done: 'Erledigt',
    all: {
      email: 'E-Mail-Adresse bestätigen',
      look: 'Farben wählen oder ein Logo hochladen',
      invitation: 'Jemanden einladen',
      app: 'Eine erste App verbinden',
      factor: 'Einen Passkey oder eine Authenticator-App hinzufügen',
    },
    also: { lead: 'Auch einen Blick wert:', details: 'Sprache, Zeitzone und Währung', owner: 'weitere Inhaber/innen' },
    hide: 'Liste ausblenden',
  },
  needs: {
    title: 'Zu erledigen',
    none: 'Im Moment gibt es nichts zu erledigen.',
    bounced: (count, email) =>
      count === 1
        ? `Die Einladung an ${email} konnte nicht zugestellt werden.`
        : `${count} Einladungen konnten nicht zugestellt werden.`,
    delayed: (count, email) =>
      count === 1
        ? `Die Einladung an ${email} konnte noch nicht gesendet werden.`
        : `${count} Einladungen konnten noch nicht gesendet werden.`,
    unsent: (count, email) =>
      count === 1
        ? `Zur Einladung an ${email} wurde keine E-Mail gesendet. Senden Sie die Einladung noch einmal.`
        : `Zu ${count} Einladungen wurden keine E-Mails gesendet. Senden Sie diese Einladungen noch einmal.`,
    lapsing: (count, email) =>
      count === 1
        ? `Die Einladung an ${email} läuft in den nächsten zwei Tagen ab.`
        : `${count} Einladungen laufen in den nächsten zwei Tagen ab.`,
    lapsed: (count, email) =>
      count === 1
        ? `Die Einladung an ${email} ist ohne Antwort abgelaufen.`
        : `${count} Einladungen sind ohne Antwort abgelaufen.`,
    unlinked: (count, email) =>
      count === 1
        ? `Die Einladung an ${email} braucht einen Link. Erstellen Sie einen und geben Sie ihn weiter.`
        : `${count} Einladungen brauchen Links. Erstellen Sie diese und geben Sie sie weiter.`,
    inList: {
      unlinked: 'Braucht einen Link',
      bounced: 'E-Mail nicht zugestellt',
      delayed: 'E-Mail konnte noch nicht gesendet werden',
      unsent: 'Keine E-Mail gesendet',
      lapsing: 'Läuft in den nächsten zwei Tagen ab',
      lapsed: 'Ohne Antwort abgelaufen',
    },
    offered: {
      share: (name, day) => `Ihr Angebot an ${name}, die Inhaberschaft zu teilen, ist bis ${day} offen.`,
      handOver: (name, day) => `Ihr Angebot an ${name}, die Inhaberschaft zu übergeben, ist bis ${day} offen.`,
    },
    failing: (app, times) =>
      `${app} wurde in sieben Tagen ${times}-mal getrennt, weil ein Code oder Token doppelt verwendet wurde.`,
    stopped: (host) => `Der Webhook an ${host} wurde ausgeschaltet.`,
    undelivered: (host) => `Nachrichten an den Webhook bei ${host} lassen sich nicht zustellen.`,
    failedEmails: (count) =>
      count === 1
        ? 'Eine E-Mail dieses Servers konnte nicht zugestellt werden.'
        : `${count} E-Mails dieses Servers konnten nicht zugestellt werden.`,
    lateEmails: (count) =>
      count === 1
        ? 'Eine E-Mail dieses Servers wartet seit über einer Stunde.'
        : `${count} E-Mails dieses Servers warten seit über einer Stunde.`,
    oldBackup: (days) =>
      days === 1 ? 'Die letzte Sicherung ist mehr als einen Tag alt.' : `Die letzte Sicherung ist ${days} Tage alt.`,
    noBackup: 'Im Sicherungsordner ist keine Sicherung.',
    reviews: (count) => (count === 1 ? 'Eine App wartet auf Ihre Prüfung.' : `${count} Apps warten auf Ihre Prüfung.`),
    email: 'Ihre E-Mail-Adresse ist nicht bestätigt.',
    factor: 'Ihr Konto hat weder einen Passkey noch eine Authenticator-App.',
  },
  figures: {
    title: 'Die letzten sieben Tage',
    members: 'Aktive Mitglieder',
    newMembers: 'Neue Mitglieder',
    joined: (count) => `${count} neu in sieben Tagen`,
    apps: 'Verbundene Apps',
    consents: 'Wie oft einer App Zugriff erlaubt wurde',
    allowed: (count) => `in sieben Tagen ${count}× Zugriff erlaubt`,
    signIns: 'Anmeldungen bei Apps',
    toolCalls: 'Werkzeugaufrufe',
    inWeek: 'in sieben Tagen',
    orMore: (count) => `über ${count}`,
    perDay: (what, days) => `${what}, Tag für Tag. ${days}`,
    onDay: (day, count) => `${day}: ${count}`,
    separator: ', ',
  },
  latest: {
    title: 'Letzte Ereignisse',
    none: 'Bisher ist nichts geschehen.',
    all: 'Das ganze Protokoll ansehen',
  },
};
