import type { Said } from '../../../kit/text/said.ts';
import type { settings as said } from './en.ts';

export const settings: Said<typeof said> = {
  title: 'Einstellungen',
  lead: 'Neue Funktionen, die Ihre Schule vorab ausprobieren kann.',
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
      what: 'Ihre Schule kann OAuth-Anwendungen für Mitglieder und Team erstellen, Apps prüfen, die sich durch eine Webadresse ausweisen, und Anleitungen für KI-Assistenten sehen.',
      whenOff:
        'Wenn Sie das ausschalten, verschwinden diese Seiten, und niemand kann neue Anwendungen erstellen. Die vorhandenen funktionieren weiter, und „Aktive Verbindungen“ bleibt.',
    },
    chatgpt_sign_in: {
      name: 'Anmeldeaufforderung für ChatGPT',
      what: 'Ein Werkzeug, das eine Anmeldung braucht, sagt das in seinem Ergebnis, statt den Aufruf abzulehnen, wie ChatGPT es erwartet. Andere Clients zeigen das Ergebnis vielleicht als Fehler.',
      whenOff: 'Wenn Sie das ausschalten, werden solche Aufrufe abgelehnt, wie es die meisten Clients erwarten.',
    },
  },
};
