import type { Said } from '../../../kit/text/said.ts';
import type { settings as said } from './en.ts';

export const settings: Said<typeof said> = {
  title: 'Einstellungen',
  lead: 'Neue Funktionen, die Ihre Schule vorab ausprobieren kann.',
  details: {
    title: 'Die Schule',
    lead: 'Bei jedem Feld steht, wofür es verwendet wird.',
    locale: 'Sprache',
    localeHint: 'Die Sprache der eigenen Seiten der Schule und der E-Mails an Mitglieder, die keine gewählt haben.',
    timezone: 'Zeitzone',
    timezoneHint:
      'Ein Name wie Europe/Berlin oder America/New_York. Die Zeiten auf diesen Seiten und Beginn und Ende eines Tages richten sich nach ihr, auch des letzten Kurstags.',
    currency: 'Währung',
    currencyHint:
      'Drei Buchstaben, zum Beispiel EUR oder USD. Neue Preise und Berichte verwenden sie; bestehende Preise und Bestellungen behalten ihre eigene.',
    contactEmail: 'Kontakt-E-Mail (optional)',
    contactHint:
      'Mitglieder sehen sie unter „KI-Assistenten“, solange Ihre Schule keinen anbietet. Verbundene Apps, die die Einstellungen der Schule sehen dürfen, können sie lesen.',
    supportUrl: 'Hilfeseite (optional)',
    supportHint:
      'Eine vollständige Adresse, die mit https:// beginnt. Erscheint neben der Kontakt-E-Mail, und wenn jemand das Passwort vergessen hat und der Server keine E-Mails sendet.',
    termsUrl: 'Nutzungsbedingungen (optional)',
    privacyUrl: 'Datenschutzerklärung (optional)',
    legalHint:
      'Eine vollständige Adresse, die mit https:// beginnt. Verlinkt beim Anmelden, beim Zustimmen und auf anderen Seiten der Schule sowie in ihren E-Mails.',
    done: 'Änderungen gespeichert.',
    problems: {
      locale: 'Wählen Sie eine Sprache.',
      timezone: 'Geben Sie eine Zeitzone wie Europe/Berlin ein.',
      currency: 'Geben Sie einen Währungscode wie EUR ein.',
      contactEmail: 'Geben Sie eine gültige E-Mail-Adresse ein.',
      supportUrl:
        'Geben Sie eine vollständige Adresse ein, die mit https:// beginnt. Von diesem Dienst können nur die öffentlichen Seiten von Schulen verlinkt werden.',
      termsUrl:
        'Geben Sie eine vollständige Adresse ein, die mit https:// beginnt. Von diesem Dienst können nur die öffentlichen Seiten von Schulen verlinkt werden.',
      privacyUrl:
        'Geben Sie eine vollständige Adresse ein, die mit https:// beginnt. Von diesem Dienst können nur die öffentlichen Seiten von Schulen verlinkt werden.',
    },
  },
  beta: 'Beta-Funktionen',
  on: 'Ein',
  off: 'Aus',
  switchOn: (feature) => `${feature} einschalten`,
  switchOff: (feature) => `${feature} ausschalten`,
  done: {
    on: (feature) => `${feature}: jetzt eingeschaltet.`,
    off: (feature) => `${feature}: jetzt ausgeschaltet.`,
  },
  features: {
    mcp_connections: {
      name: 'MCP-Verbindungen',
      what: 'Ihre Schule kann OAuth-Anwendungen für Mitglieder und Team erstellen und Apps prüfen, die sich durch eine Webadresse ausweisen.',
      whenOff:
        'Ausschalten blendet die Seiten „OAuth-Anwendungen“ und „App-Prüfungen“ aus und beendet Übergabelinks. Verbundene Apps bleiben verbunden, und Apps können weiterhin verbunden werden; Sie können weiterhin Verbindungen beenden und Assistenten nicht mehr anbieten. Eine Anwendung deaktivieren Sie vorher.',
      isOff:
        'Die Seiten „OAuth-Anwendungen“ und „App-Prüfungen“ sind ausgeblendet, und Übergabelinks funktionieren nicht mehr.',
      whileOff:
        'Verbundene Apps bleiben verbunden, und Apps können weiterhin verbunden werden. Um eine zu stoppen, beenden Sie ihre Verbindungen unter „Aktive Verbindungen“ oder bieten Sie sie unter „Einrichtung“ nicht mehr an. Um eine Anwendung zu deaktivieren, schalten Sie die Funktion ein.',
    },
    chatgpt_sign_in: { name: 'Anmeldeaufforderung für ChatGPT' },
    status_sign_in: { name: 'Anmeldeaufforderung durch Ablehnung' },
  },
  signIn: {
    name: 'Anmeldeaufforderung bei Werkzeugen',
    what: 'ChatGPT bietet die Anmeldung an, wenn das Ergebnis eines Werkzeugs dazu auffordert; die meisten anderen Clients nur, wenn der Aufruf abgelehnt wird. „Automatisch“ passt für beide: ChatGPT wird an seinen Anfragen erkannt. Wo Ergebnisse auffordern, sagt auch die Liste der Werkzeuge, was jedes braucht.',
    label: 'Zur Anmeldung auffordern',
    choices: {
      auto: 'Automatisch',
      chatgpt_sign_in: 'Im Ergebnis des Werkzeugs, wie es ChatGPT erwartet',
      status_sign_in: 'Durch Ablehnen des Aufrufs, wie es die meisten Clients erwarten',
    },
    change: 'Ändern',
    done: 'Wie Werkzeuge zur Anmeldung auffordern, wurde gespeichert.',
  },
};
