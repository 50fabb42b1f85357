import type { Said } from '../../../../kit/text/said.ts';
import type { accountHome as en } from './en.ts';

export const accountHome: Said<typeof en> = {
  lead: 'Ihre Apps, Ihre Schulen und was mit Ihrem Konto geschah.',
  setUp: {
    title: 'Noch einzurichten',
    email: 'E-Mail-Adresse bestätigen',
    emailText: 'Damit nur Sie wieder in Ihr Konto kommen.',
    factor: 'Einen Passkey oder eine Authenticator-App hinzufügen',
    factorText: 'Ihr Passwort allein genügt dann nicht mehr.',
    anyFactorText:
      'Ein Passkey lässt sich weder erraten noch durch Phishing stehlen. Mit der Anmeldung mit zwei Faktoren genügt Ihr Passwort allein nicht mehr.',
  },
  apps: {
    title: 'Ihre Apps',
    none: 'Mit Ihrem Konto ist keine App verbunden.',
    offered: (school) => `${school} bietet ihren Mitgliedern KI-Assistenten an.`,
    at: (school, scopes) =>
      scopes === 1 ? `bei ${school}, 1 Berechtigung` : `bei ${school}, ${scopes} Berechtigungen`,
    lastUsed: 'Zuletzt benutzt',
    all: 'Ansehen, was sie dürfen, oder sie trennen',
  },
  latest: {
    title: 'Letzte Aktivitäten',
    all: 'Den ganzen Verlauf ansehen',
  },
};
