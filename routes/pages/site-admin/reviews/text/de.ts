import type { Said } from '../../../kit/text/said.ts';
import type { reviews as en } from './en.ts';

export const reviews: Said<typeof en> = {
  lead: 'Apps, die man an einer Webadresse kennt. Nur der Host der Adresse ist bewiesen; den Namen gibt sich die App selbst.',
  whoDecides: 'Sie geben frei und sperren für alle Schulen dieser Plattform.',
  othersDecide:
    'Freigaben und Sperren gelten für alle Schulen dieser Plattform, deshalb ist das Sache derer, die sie betreiben. Sie entscheiden, ob Ihre Schule eine App für ihre Mitglieder übernimmt.',
  allOfPlatform: 'Die Liste zeigt alle Apps, die die Plattform kennt.',
  onlyHere: 'Die Liste zeigt Apps, die an dieser Schule verbunden oder von ihr übernommen sind.',
  states: { unreviewed: 'Nicht geprüft', approved: 'Freigegeben', blocked: 'Gesperrt' },
  changed: 'Seit der Freigabe geändert',
  adopted: 'Für Mitglieder übernommen',
  filter: { state: 'Stand', any: 'Alle', submit: 'Anzeigen' },
  empty: 'Hier ist noch keine App',
  emptyText:
    'Eine App erscheint hier, sobald jemand sie verbindet. Vorher können Sie sie anhand ihrer Adresse ansehen.',
  look: {
    title: 'Eine Adresse ansehen',
    label: 'Adresse der Beschreibung einer App',
    hint: 'Was die App als client_id sendet; beginnt mit https://',
    submit: 'Ansehen',
    problems: {
      malformed: 'Das ist keine Adresse einer Beschreibung: Sie braucht https, einen Pfad und nichts hinter einem #.',
      unusable:
        'Die Beschreibung an dieser Adresse ist nicht brauchbar: Der Host ist hier nicht zugelassen, hat nicht geantwortet oder liefert etwas anderes.',
      busy: 'Im Augenblick werden zu viele Beschreibungen gelesen. Bitte versuchen Sie es in Kürze noch einmal.',
    },
  },
  app: {
    name: 'Nennt sich',
    address: 'Adresse',
    state: 'Stand',
    goesTo: 'Schickt Personen zurück an',
    loopback: 'Programme auf dem eigenen Computer der Person',
    redirects: 'Genaue Adressen',
    dropped: 'Nicht beachtet, weil anderswo',
    mayAsk: 'Darf fragen nach',
    mayAskOf: {
      unreviewed: 'der Person selbst, und lesendem Zugriff der Schulleitung',
      approved: 'allem, wonach gemeinsam genutzte Apps fragen dürfen',
      blocked: 'nichts',
    },
    ownData: 'Eigene Daten der Mitglieder',
    ownDataYes: 'ja, weil Ihre Schule sie übernommen hat',
    ownDataNo: 'nein; Ihre Schule hat sie nicht übernommen',
    read: 'Beschreibung gelesen',
    stale: 'Die Beschreibung ließ sich gerade nicht lesen. Unten steht, was sie zuvor sagte.',
    difference: 'Was sich seit der Freigabe geändert hat',
    nameBefore: (name) => `Sie nannte sich „${name}“.`,
    nameNow: (name) => `Jetzt nennt sie sich „${name}“.`,
    gone: 'Adressen, die weggefallen sind',
    added: 'Adressen, die neu sind',
    connections: 'Ihre Verbindungen an dieser Schule',
  },
  approve: {
    button: 'Freigeben',
    title: (host) => `${host} freigeben?`,
    text: 'Die App darf dann an jeder Schule dieser Plattform nach allem fragen, wonach gemeinsam genutzte Apps fragen dürfen, auch nach Änderungen. Jede Person entscheidet weiterhin selbst. Ändert sich die Beschreibung, endet die Freigabe, bis wieder jemand nachsieht.',
    seen: 'Sie geben genau dies frei:',
    again: 'Wieder zulassen und freigeben',
  },
  block: {
    button: 'Sperren',
    title: (host) => `${host} sperren?`,
    text: 'Niemand kommt mehr damit hinein, an keiner Schule dieser Plattform, und jede ihrer Verbindungen endet sofort. Eine spätere Freigabe lässt die App wieder zu; verbinden muss man sie dann neu.',
  },
  adopt: {
    button: 'Für Mitglieder übernehmen',
    text: 'Mitglieder Ihrer Schule dürfen sie dann ihre eigenen Daten lesen lassen: Kurse, Fortschritt, Bestellungen, Veranstaltungen. Ohne Prüfung liest sie nur.',
  },
  release: {
    button: 'Abgeben',
    title: (host) => `${host} abgeben?`,
    text: 'Mitglieder können sie nicht mehr ihre eigenen Daten lesen lassen, und jede ihrer Verbindungen an Ihrer Schule endet sofort.',
  },
  done: {
    approved: 'Die App ist freigegeben.',
    blocked: 'Die App ist gesperrt; ihre Verbindungen sind beendet.',
    adopted: 'Ihre Schule hat die App übernommen.',
    released: 'Ihre Schule hat die App abgegeben; ihre Verbindungen hier sind beendet.',
  },
  undone: {
    changed:
      'Die Beschreibung hat sich geändert, seit Sie sie angesehen haben. Es wurde nichts freigegeben; bitte sehen Sie noch einmal nach.',
    unreadable:
      'Die Beschreibung lässt sich gerade nicht lesen. Es wurde nichts freigegeben; bitte versuchen Sie es später.',
  },
};
