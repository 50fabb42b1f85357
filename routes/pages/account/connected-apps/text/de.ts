import type { Said } from '../../../kit/text/said.ts';
import type { connectedApps as en } from './en.ts';

export const connectedApps: Said<typeof en> = {
  lead: 'Apps, denen Sie Zugriff gegeben haben. Das Trennen wirkt sofort.',
  none: 'Keine Apps verbunden',
  noneText: 'Apps, die Sie verbinden, erscheinen hier.',
  callsItself: (name) => `Nennt sich „${name}“`,
  at: (school) => `Schule: ${school}`,
  can: 'Was sie tun kann',
  more: (count) => `${count} weitere zeigen`,
  canNothing: 'Im Augenblick nichts: Ihre Mitgliedschaft an der Schule oder die App selbst ist nicht aktiv.',
  since: 'Verbunden seit',
  lastUsed: 'Zuletzt benutzt',
  several: (count) => `${count}-mal verbunden`,
  severalText: 'Jede Installation der App und jedes Gerät, auf dem Sie sie verbunden haben, ist einzeln aufgeführt.',
  one: (number, count) => `Verbindung ${number} von ${count}`,
  listed: (listed, all) => `Die neuesten ${listed} von ${all} sind aufgeführt.`,
  endOne: (number) => `Verbindung ${number} beenden`,
  end: (app) => `${app} trennen`,
  ending: {
    app: (app) => `${app} trennen?`,
    appText: (app, school) => `${app} verliert den Zugriff auf Ihr Konto bei ${school}, auf jedem Gerät.`,
    one: (app) => `Diese Verbindung von ${app} beenden?`,
    oneText: (app, school) =>
      `Diese Installation von ${app} verliert den Zugriff auf Ihr Konto bei ${school}. Die anderen bleiben verbunden.`,
    kept: 'Was die App gelesen oder geändert hat, bleibt, wie es ist. Um sie wieder zu benutzen, verbinden Sie sie neu.',
    submitApp: 'Trennen',
    submitOne: 'Diese Verbindung beenden',
  },
  done: {
    app: 'App getrennt. Sie hat keinen Zugriff mehr auf Ihr Konto an dieser Schule.',
    one: 'Verbindung beendet. Andere Installationen der App bleiben verbunden.',
    gone: 'Diese Verbindung gibt es nicht mehr.',
  },
};
