import type { Said } from '../../../kit/text/said.ts';
import type { connectedApps as en } from './en.ts';

export const connectedApps: Said<typeof en> = {
  lead: 'Was Sie Apps in Ihrem Namen erlaubt haben. Eine App, die Sie trennen, kann von diesem Augenblick an nichts mehr tun.',
  none: 'Keine App ist verbunden',
  noneText: 'Wenn Sie einer App etwas erlauben, erscheint sie hier, und hier nehmen Sie es zurück.',
  callsItself: (name) => `Nennt sich „${name}“`,
  at: (school) => `Schule: ${school}`,
  can: 'Was sie tun kann',
  more: (count) => `${count} weitere zeigen`,
  canNothing: 'Im Augenblick nichts: Ihre Mitgliedschaft an der Schule oder die App selbst ist abgeschaltet.',
  since: 'Verbunden seit',
  lastUsed: 'Zuletzt benutzt',
  several: (count) => `${count}-mal verbunden`,
  severalText: 'Jede Installation der App und jedes Gerät, auf dem Sie sie erlaubt haben, steht hier einzeln.',
  one: (number) => `Verbindung ${number}`,
  listed: (listed, all) => `Die neuesten ${listed} von ${all} sind aufgeführt.`,
  endOne: (number) => `Verbindung ${number} beenden`,
  end: (app) => `${app} trennen`,
  ending: {
    app: (app) => `${app} trennen?`,
    appText: (app, school) =>
      `Von diesem Augenblick an kann ${app} bei ${school} nichts mehr in Ihrem Namen tun, auf keinem Gerät.`,
    one: (app) => `Diese Verbindung von ${app} beenden?`,
    oneText: (app, school) =>
      `Diese Installation von ${app} kann bei ${school} nichts mehr in Ihrem Namen tun. Die anderen Installationen bleiben verbunden.`,
    kept: 'Was die App bisher gelesen oder geändert hat, bleibt, wie es ist. Um sie wieder zu benutzen, erlauben Sie sie neu.',
    submitApp: 'Trennen',
    submitOne: 'Diese Verbindung beenden',
  },
  done: {
    app: 'Die App ist getrennt. Sie kann an dieser Schule nichts mehr in Ihrem Namen tun.',
    one: 'Diese Verbindung ist beendet. Andere Installationen der App bleiben verbunden.',
    gone: 'Diese Verbindung gibt es nicht mehr.',
  },
};
