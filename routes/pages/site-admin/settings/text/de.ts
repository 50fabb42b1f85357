import type { Said } from '../../../kit/text/said.ts';
import type { settings as said } from './en.ts';

export const settings: Said<typeof said> = {
  title: 'Einstellungen',
  lead: 'Was Ihre Schule ausprobiert, bevor es alle Schulen haben.',
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
      what: 'Ihre Schule kann OAuth-Anwendungen für ihre Mitglieder und für die Leute anlegen, die sie führen, Apps prüfen, die über ihre Webadresse bekannt sind, und nachsehen, wie sich jeder bekannte Client verbindet.',
      whenOff:
        'Wenn Sie das ausschalten, verschwinden diese Seiten, und niemand kann neue Anwendungen anlegen. Die vorhandenen arbeiten weiter, und „Verbindungen“ bleibt, wo es ist.',
    },
    chatgpt_sign_in: {
      name: 'Anmeldung per Werkzeug-Ergebnis',
      what: 'Ein Werkzeug, das eine Anmeldung braucht, sagt das in seinem Ergebnis, statt den Aufruf abzulehnen. ChatGPT möchte es so; andere Clients zeigen das Ergebnis vielleicht als Fehler.',
      whenOff:
        'Wenn Sie das ausschalten, werden solche Aufrufe wie üblich abgelehnt; die meisten Clients erwarten es so.',
    },
  },
};
