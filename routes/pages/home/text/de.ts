import type { Said } from '../../kit/text/said.ts';
import type { home as said } from './en.ts';

export const home: Said<typeof said> = {
  title: 'Alle Apps Ihrer Schule, eine Anmeldung',
  lead: 'Melden Sie sich bei Ihrer Schule an und entscheiden Sie, was jede App dort sehen und tun darf.',
  visitor: 'Für Mitglieder und Team',
  visitorText:
    'Melden Sie sich an, um zu sehen, welche Apps mit Ihrem Konto verbunden sind, und ihnen den Zugriff zu entziehen. Um eine App zu benutzen, öffnen Sie die App: Sie führt Sie hierher, wenn Sie sich anmelden müssen.',
  signIn: 'Anmelden',
  signedIn: 'Sie sind angemeldet',
  goOn: 'Wohin möchten Sie?',
  admin: (school) => `${school}: Schulverwaltung`,
  signOut: 'Abmelden',
  developer: 'Entwickeln Sie eine App?',
  developerText:
    'OAuth 2.0 mit PKCE und OpenID Connect. Tragen Sie diese Adresse in Ihrem Client als Issuer ein; alles Weitere steht in den Dokumenten darunter.',
  issuer: 'Issuer',
  documents: 'Dokumente',
  docs: 'Dokumentation (englisch)',
  walkthrough: 'Schritt für Schritt zum Token (englisch)',
  tryIt: 'In einem Checkout von Schoolgate ausprobieren',
  toYourSchool: 'Bei Ihrer Schule anmelden',
};
