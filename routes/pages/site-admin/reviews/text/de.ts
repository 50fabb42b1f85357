import type { Said } from '../../../kit/text/said.ts';
import type { reviews as en } from './en.ts';

export const reviews: Said<typeof en> = {
  lead: 'Apps, die sich durch eine Webadresse ausweisen. Nur der Host ist geprüft; den Namen gibt die App selbst an.',
  whoDecides: 'Ihre Freigaben und Sperren gelten für alle Schulen der Plattform.',
  othersDecide:
    'Die Betreiber der Plattform geben Apps frei und sperren sie, denn das gilt für alle Schulen. Sie entscheiden, ob Ihre Schule eine App ihren Mitgliedern anbietet.',
  noOneDecides:
    'Noch entscheidet niemand, welche Apps etwas ändern dürfen. Fragen Sie die Betreiber dieses Dienstes: Sie können Personen benennen, die entscheiden (PLATFORM_OPERATORS), oder eine App freigeben (schoolgate clients).',
  allOfPlatform: 'Die Liste zeigt alle Apps, die die Plattform kennt.',
  manual: 'Wie Prüfungen ablaufen',
  onlyHere: 'Die Liste zeigt Apps, die an dieser Schule verbunden sind oder ihren Mitgliedern angeboten werden.',
  states: {
    unreviewed: 'Nicht geprüft',
    by_default: 'Von vornherein freigegeben',
    approved: 'Freigegeben',
    blocked: 'Gesperrt',
  },
  changed: 'Seit der Freigabe geändert',
  adopted: 'Mitgliedern angeboten',
  bundled: 'Bekannt durch die Kopie ihrer Metadaten, die zu diesem Server gehört',
  filter: { state: 'Status', any: 'Alle', submit: 'Filtern' },
  empty: 'Noch keine Apps',
  emptyText:
    'Eine App erscheint hier, sobald jemand sie zulässt oder hier über sie entschieden wird. Vorher können Sie sie anhand ihrer Adresse prüfen.',
  look: {
    title: 'Eine App prüfen, bevor sie sich verbindet',
    label: 'Adresse der Metadaten der App',
    hint: 'Die client_id der App; sie beginnt mit https://, wie https://claude.ai/oauth/claude-code-client-metadata',
    known: 'Adressen bekannter Apps:',
    refused: 'Eine abgewiesene App steht nicht in der Liste. Ihre Adresse finden Sie hier:',
    submit: 'Prüfen',
    problems: {
      malformed: 'Geben Sie eine Adresse mit https und einem Pfad ein, ohne etwas hinter einem #.',
      host: 'Dieser Server nimmt keine Apps von diesem Host an. Wer den Server betreibt, kann ihn zulassen (CIMD_ALLOWED_HOSTS).',
      unreachable:
        'Der Host ist von diesem Server aus nicht zu erreichen. Prüfen Sie die Adresse, und versuchen Sie es in ein paar Minuten noch einmal.',
      refused:
        'Der Host weist diesen Server ab, meist um Bots fernzuhalten. Versuchen Sie es später noch einmal, oder bitten Sie die Person, die die App entwickelt, die Adresse für Server freizugeben.',
      missing:
        'Der Host hat geantwortet, aber an dieser Adresse ist nichts. Klären Sie die Adresse mit der Person, die die App entwickelt.',
      invalid:
        'Was an dieser Adresse steht, sind keine Metadaten einer App. Wer die App entwickelt, muss das beheben: Es muss ein JSON-Dokument sein, dessen client_id genau diese Adresse ist.',
      busy: 'Gerade werden zu viele Apps geprüft. Bitte versuchen Sie es gleich noch einmal.',
    },
  },
  app: {
    name: 'Nennt sich',
    address: 'Adresse',
    state: 'Status',
    decided: 'Letzte Entscheidung',
    goesTo: 'Schickt Personen zurück an',
    loopback: 'Programme auf dem eigenen Computer der Nutzer',
    redirects: 'Genaue Adressen',
    dropped: 'Ignoriert (anderer Host)',
    mayAsk: 'Darf bitten um',
    mayAskOf: {
      unreviewed: 'die Identität und Schuldaten, nur zum Lesen',
      approved: 'jede Berechtigung, die eine gemeinsam genutzte App haben darf, auch für Änderungen',
      blocked: 'nichts',
    },
    ownData: 'Eigene Daten der Mitglieder',
    offeredBy: 'Schulen, die sie Mitgliedern anbieten',
    ownDataYes: 'ja, Ihre Schule bietet die App ihren Mitgliedern an',
    ownDataBlocked: 'nein, die App ist gesperrt',
    ownDataNo: 'nein, Ihre Schule bietet die App ihren Mitgliedern nicht an',
    read: 'Metadaten zuletzt gelesen',
    source: 'Herkunft der Metadaten',
    sources: {
      fetched: 'vom Host gelesen',
      lastCopy: 'die letzte gültige Kopie, weil der Host gerade nicht zu lesen ist',
      bundled: 'die Kopie, die zu dieser Version des Servers gehört',
    },
    bundledOn: 'Kopie vom',
    bundled:
      'Der Host ließ sich nicht lesen. Deshalb gilt die Kopie, die zu dieser Version des Servers gehört. Sie wird ersetzt, sobald der Host antwortet.',
    byDefault:
      'Ihre Metadaten sind Teil dieser Version des Servers. Deshalb gilt sie als freigegeben, bis sich ihr Name oder eine Adresse ändert, zu der sie Personen zurückschickt, oder bis jemand sie sperrt (REVIEWED_BY_DEFAULT).',
    stale: 'Die Metadaten ließen sich gerade nicht lesen. Unten steht ihr voriger Inhalt.',
    difference: 'Änderungen seit der Freigabe',
    nameBefore: (name) => `Sie nannte sich „${name}“.`,
    nameNow: (name) => `Jetzt nennt sie sich „${name}“.`,
    gone: 'Entfernte Adressen',
    added: 'Hinzugefügte Adressen',
    connections: 'Ihre Verbindungen an dieser Schule',
  },
  approve: {
    button: 'Freigeben',
    title: (host) => `${host} freigeben?`,
    text: 'Wenn Sie sie freigeben, darf sie an jeder Schule dieser Plattform um jede Berechtigung bitten, die eine gemeinsam genutzte App haben darf, auch für Änderungen.',
    limits:
      'Jede Person entscheidet weiterhin selbst. Die Freigabe endet, wenn jemand die App sperrt oder wenn sich ihr Name oder eine Adresse ändert, an die sie Personen zurückschickt; dann muss jemand sie noch einmal prüfen.',
    seen: 'Sie geben genau dies frei:',
    again: 'Entsperren und freigeben',
    unblock: {
      title: (host) => `${host} entsperren und freigeben?`,
      text: 'Die App ist jetzt an jeder Schule gesperrt. Dies hebt die Sperre überall auf.',
    },
  },
  block: {
    button: 'Sperren',
    title: (host) => `${host} sperren?`,
    text: 'Niemand kann sie mehr verwenden, an keiner Schule dieser Plattform, und alle ihre Verbindungen enden sofort. Wenn Sie sie später freigeben, muss sie noch einmal verbunden werden.',
  },
  adopt: {
    button: 'Mitgliedern anbieten',
    text: 'Mitglieder können sie dann ihre eigenen Daten lesen lassen: Kurse, Fortschritt, Bestellungen, Veranstaltungen.',
    untilApproved: 'Bis zur Freigabe kann sie nur lesen.',
    withoutGuide: (page) =>
      `Unter „${page}“ finden Mitglieder sie nicht, weil es für sie keine Anleitung gibt. Geben Sie ihnen die Anleitung der App selbst.`,
  },
  release: {
    button: 'Nicht mehr anbieten',
    title: (host) => `${host} den Mitgliedern nicht mehr anbieten?`,
    text: 'Mitglieder können sie ihre eigenen Daten nicht mehr lesen lassen, und alle ihre Verbindungen an Ihrer Schule enden sofort, auch die des Teams. Das Team kann sie wieder verbinden.',
    blocked:
      'Sie ist gesperrt, deshalb kann niemand sie verwenden. Wenn Sie sie nicht mehr anbieten, bleibt sie Mitgliedern auch nach dem Entsperren verwehrt.',
  },
  done: {
    approved: 'App freigegeben.',
    blocked: 'App gesperrt; ihre Verbindungen sind beendet.',
    adopted: 'Ihre Schule bietet diese App jetzt ihren Mitgliedern an.',
    released: 'Ihre Schule bietet diese App ihren Mitgliedern nicht mehr an; ihre Verbindungen hier sind beendet.',
  },
  undone: {
    changed:
      'Die Metadaten haben sich geändert, seit Sie sie angesehen haben. Es wurde nichts freigegeben; bitte prüfen Sie sie noch einmal.',
    unreadable:
      'Die Metadaten lassen sich gerade nicht lesen. Es wurde nichts freigegeben; bitte versuchen Sie es später.',
  },
};
