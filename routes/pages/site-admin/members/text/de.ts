import type { Said } from '../../../kit/text/said.ts';
import type { members as en } from './en.ts';

export const members: Said<typeof en> = {
  lead: 'Alle, die zur Schule gehören. Eine geänderte Rolle oder ein geänderter Status gilt ab dem nächsten Klick oder Aufruf.',
  invite: 'Jemanden einladen',
  statuses: { invited: 'Eingeladen', active: 'Aktiv', suspended: 'Ausgesetzt' },
  filter: {
    q: 'Name oder E-Mail-Adresse',
    role: 'Rolle',
    status: 'Status',
    any: 'Alle',
    submit: 'Anzeigen',
    reset: 'Alle anzeigen',
  },
  empty: 'Niemand gefunden',
  emptyText:
    'Kein Mitglied passt dazu. Versuchen Sie einen Teil des Namens oder der Adresse, oder weniger Bedingungen.',
  unnamed: 'Name noch nicht bekannt',
  unnamedText: 'Der Name erscheint hier, sobald die Einladung angenommen ist.',
  member: {
    role: 'Rolle',
    status: 'Status',
    since: 'Dabei seit',
    seen: 'Zuletzt hier',
    note: 'Notiz',
    tags: 'Schlagwörter',
    self: 'Niemand entscheidet über sich selbst. Bitten Sie eine andere Person aus Inhaberschaft oder Administration, Ihre Rolle zu ändern.',
    above: 'Die Rolle dieses Mitglieds steht über Ihrer, deshalb entscheiden Sie hier nichts.',
    lookOnly: 'Sie können alles ansehen; Änderungen sind Sache der Inhaberschaft und der Administration.',
    changeRole: 'Rolle ändern',
    newRole: 'Neue Rolle',
    roleText: 'Für eine höhere Rolle als die jetzige wird nach Ihrem Passwort gefragt.',
    saveRole: 'Rolle ändern',
    inviteAgain: 'Einladung noch einmal senden',
    inviteAgainText:
      'Schickt einen neuen Link; der vorige gilt dann nicht mehr. Ist kein Mailversand eingerichtet, sagt das Protokoll des Servers, wo Briefe landen.',
    reinstate: 'Zugang zurückgeben',
    reinstateText:
      'Das Mitglied ist ausgesetzt und kommt an dieser Schule nirgends hinein. Mit dem Zugang kommt die frühere Rolle zurück.',
    suspend: 'Aussetzen',
    suspendText: 'Nimmt den Zugang zur Schule, bis Sie ihn zurückgeben.',
    endConnections: 'Alle Verbindungen beenden',
    endConnectionsText:
      'Beendet jede App dieses Mitglieds an dieser Schule. Es bleibt angemeldet und kann sie neu verbinden.',
    signOut: 'In allen Browsern abmelden',
    signOutText:
      'Nur für Mitglieder, die allein zu dieser Schule gehören. Wer auch zu einer anderen Schule gehört, bleibt angemeldet und kann sich selbst abmelden.',
    sendReset: 'Link zu einem neuen Passwort senden',
    sendResetText:
      'Der Link geht an die E-Mail-Adresse des Mitglieds. Sie sehen ihn nicht, und das Passwort gilt, bis er benutzt wird.',
    connections: 'Verbindungen ansehen',
    remove: 'Aus der Schule entfernen',
    removeText: 'Beendet die Zugehörigkeit zur Schule. Was das Mitglied gekauft, gelernt und geschrieben hat, bleibt.',
  },
  confirm: {
    suspend: (name) => `${name} aussetzen?`,
    suspendText:
      'Jede App, die an dieser Schule für dieses Mitglied arbeitet, steht sofort still, und das Mitglied kommt nicht in die Schule, bis Sie den Zugang zurückgeben. Es bleibt auf der Plattform angemeldet und behält seine anderen Schulen.',
    remove: (name) => `${name} aus der Schule entfernen?`,
    removeText:
      'Jede App, die an dieser Schule für dieses Mitglied arbeitet, steht sofort still, und es gehört nicht mehr dazu. Was gekauft, gelernt und geschrieben wurde, bleibt; eine Einladung holt das Mitglied zurück.',
    role: (name, role) => `${name} diese Rolle geben: ${role}?`,
    roleText: 'Ab dem nächsten Klick oder Aufruf darf dieses Mitglied alles, was zu der Rolle gehört, auch mit Apps.',
    ownerText: 'Es verliert damit die Inhaberschaft der Schule. Nur die Plattform kann sie wieder vergeben.',
    reinstate: (name, role) => `${name} den Zugang in dieser Rolle zurückgeben: ${role}?`,
    invite: (email, role) => `${email} in dieser Rolle einladen: ${role}?`,
    inviteText: 'Sobald die Einladung angenommen ist, darf diese Person alles, was zu der Rolle gehört, auch mit Apps.',
    signOut: (name) => `${name} in allen Browsern abmelden?`,
    signOutText:
      'Gehört das Mitglied zu keiner anderen Schule, wird es in allen Browsern abgemeldet. Ob das so ist, erfahren Sie nicht. Apps bleiben verbunden; auch deren Verbindungen können Sie beenden.',
    sendReset: (name) => `${name} einen Link zu einem neuen Passwort senden?`,
    sendResetText:
      'Eine Nachricht mit einem Link geht an die E-Mail-Adresse des Mitglieds. Der Link gilt einmal und 30 Minuten lang. Wer ihn benutzt, wird überall abgemeldet.',
    endConnections: (name) => `Alle Verbindungen von ${name} beenden?`,
    endConnectionsText:
      'Jede App, die an dieser Schule für dieses Mitglied arbeitet, steht sofort still. Es bleibt Mitglied und kann die Apps wieder zulassen.',
  },
  invitation: {
    title: 'Jemanden in die Schule einladen',
    lead: 'Der Platz gehört der Person, sobald sie ihn annimmt, und öffnet vorher nichts.',
    email: 'E-Mail-Adresse',
    name: 'Name',
    nameHint: 'Gilt nur, wenn die Adresse hier neu ist; jede Person ändert ihren Namen selbst.',
    role: 'Rolle',
    submit: 'Einladen',
    taken: 'Wem diese Adresse gehört, der hat schon einen Platz an der Schule.',
  },
  letters: {
    sent: (email) =>
      `Eine Nachricht mit einem Link geht an ${email}. Der Link gilt 7 Tage. Kommt nichts an, senden Sie die Einladung von hier aus noch einmal.`,
    kept: (email) =>
      `Hier ist kein Mailserver eingerichtet, darum liegt die Nachricht an ${email} als Datei bereit; das Protokoll des Servers sagt, wo. Darin steht ein Link, der 7 Tage gilt.`,
    none: (email) =>
      `Von hier gehen keine Nachrichten hinaus. Bitte sagen Sie ${email} selbst Bescheid: Wer hier ein Konto hat, findet die Einladung darin.`,
  },
  done: {
    invited: 'Die Einladung ist angelegt.',
    sent: 'Die Einladung ist neu angelegt; der vorige Link gilt nicht mehr.',
    role: 'Die Rolle ist geändert.',
    suspended: 'Das Mitglied ist ausgesetzt; alle Apps stehen still.',
    reinstated: 'Das Mitglied hat wieder Zugang.',
    removed: 'Das Mitglied ist entfernt; alle Apps stehen still.',
    signedOut: 'Gehört das Mitglied zu keiner anderen Schule, ist es in allen Browsern abgemeldet.',
    resetSent: 'Eine Nachricht mit einem Link zu einem neuen Passwort ist an das Mitglied unterwegs.',
    ended: 'Die Verbindungen sind beendet.',
  },
  problems: {
    role: 'Ihre Rolle reicht nicht so weit oder hat sich inzwischen geändert. Es wurde nichts geändert.',
    conflict:
      'Das passt nicht zum jetzigen Stand des Mitglieds; vielleicht hat ihn jemand inzwischen geändert, und die letzte Person der Inhaberschaft bleibt immer. Es wurde nichts geändert.',
    invalid: 'Das Formular wurde nicht verstanden. Es wurde nichts geändert.',
    resetThrottled:
      'An dieses Mitglied gingen in kurzer Zeit mehrere Nachrichten. Es wurde kein Link gesendet; bitte warten Sie eine Stunde.',
    throttled:
      'In kurzer Zeit wurden viele Einladungen gesendet. Diese wurde nicht gesendet; bitte versuchen Sie es morgen noch einmal.',
  },
};
