import type { Said } from '../../kit/text/said.ts';
import type { home as said } from './en.ts';

export const home: Said<typeof said> = {
  title: 'Die Tür zu den Apps Ihrer Schule',
  lead: 'Schoolgate meldet Sie bei Ihrer Schule an und lässt Sie entscheiden, was eine App dort sehen und tun darf.',
  visitor: 'Gehören Sie zu einer Schule?',
  visitorText:
    'Melden Sie sich an, um zu sehen, welche Apps mit Ihrem Konto verbunden sind, und um Zugriff zurückzunehmen. Wenn Sie eine App benutzen möchten, beginnen Sie in der App: Sie bringt Sie hierher, wenn es Zeit ist, sich anzumelden.',
  signIn: 'Anmelden',
  signedIn: 'Sie sind angemeldet',
  goOn: 'Wohin möchten Sie?',
  admin: (school) => `${school}: Schulverwaltung`,
  signOut: 'Abmelden',
  developer: 'Entwickeln Sie eine App?',
  developerText:
    'OAuth 2.0 mit PKCE und OpenID Connect. Geben Sie Ihrem Client diese Adresse als Issuer; alles Weitere ergibt sich aus den Dokumenten darunter.',
  issuer: 'Issuer',
  documents: 'Dokumente',
  docs: 'Dokumentation (englisch)',
  walkthrough: 'Schritt für Schritt zum Token (englisch)',
  tryIt: 'Den ganzen Ablauf ausprobieren, in einer Kopie von Schoolgate',
  connectFirst: 'Anmelden und den ersten Client verbinden',
};
