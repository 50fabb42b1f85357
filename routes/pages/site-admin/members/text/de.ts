import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import { invitation } from '../invitation-text/de.ts';
import type { members as en } from './en.ts';

const grouped = groupedIn('de');

export const members: Said<typeof en> = {
  lead: 'Alle an Ihrer Schule. Änderungen gelten sofort.',
  invite: 'Jemanden einladen',
  statuses: { invited: 'Eingeladen', active: 'Aktiv', suspended: 'Gesperrt', removed: 'Entfernt' },
  filter: {
    q: 'Name oder E-Mail-Adresse',
    name: 'Name',
    role: 'Rolle',
    status: 'Status',
    sort: 'Sortieren nach',
    any: 'Alle',
    submit: 'Filtern',
    reset: 'Filter zurücksetzen',
  },
  sorts: { joined: 'Neueste zuerst', name: 'Name', seen: 'Zuletzt aktiv' },
  totalText: 'Eingeladene und Gesperrte sind mitgezählt.',
  total: (count) => (count === 1 ? '1 Mitglied' : `${grouped(count)} Mitglieder`),
  selected: {
    title: 'Ausgewählte Mitglieder',
    column: 'Auswahl',
    select: (name) => `${name} auswählen`,
    actions: { suspend: 'Sperren', reinstate: 'Zugriff wiederherstellen' },
    submit: 'Weiter',
    ask: {
      suspend: (count) => (count === 1 ? '1 Mitglied sperren?' : `${count} Mitglieder sperren?`),
      reinstate: (count) =>
        count === 1 ? 'Zugriff für 1 Mitglied wiederherstellen?' : `Zugriff für ${count} Mitglieder wiederherstellen?`,
    },
    others: 'Diese bleiben unverändert, wegen Ihrer Rolle oder wegen ihres Status:',
    done: { suspend: (names) => `Gesperrt: ${names}.`, reinstate: (names) => `Zugriff wiederhergestellt: ${names}.` },
    refused: (names) => `Nicht geändert: ${names}.`,
  },
  empty: 'Keine Mitglieder gefunden',
  emptyText: 'Verwenden Sie nur einen Teil des Namens oder der Adresse oder weniger Filter.',
  unnamed: 'Name noch nicht bekannt',
  unnamedText: 'Der Name erscheint hier, sobald die Einladung angenommen ist.',
  member: {
    role: 'Rolle',
    status: 'Status',
    since: 'Beigetreten',
    invitedOn: 'Eingeladen am',
    seen: 'Zuletzt aktiv',
    notSeen: 'noch nicht (es zählen Apps und Verwaltungsseiten)',
    note: 'Notiz',
    tags: 'Schlagwörter',
    self: 'Sie können Ihre eigene Rolle nicht ändern. Bitten Sie eine Inhaberin oder einen Inhaber darum.',
    above: 'Die Rolle dieses Mitglieds ist höher als Ihre, deshalb können Sie hier nichts ändern.',
    lookOnly: 'Sie können alles ansehen. Änderungen können Inhaber/innen und die Verwaltung vornehmen.',
    changeRole: 'Rolle ändern',
    newRole: 'Neue Rolle',
    roleText: 'Für eine höhere Rolle wird Ihr Passwort abgefragt.',
    saveRole: 'Rolle ändern',
    inviteAgain: 'Einladung noch einmal senden',
    inviteAgainText: 'Sendet einen neuen Link; der vorige funktioniert dann nicht mehr.',
    inviteAgainKept:
      'Hier ist kein Mailserver eingerichtet: Im Serverprotokoll steht, wo die E-Mails gespeichert werden.',
    reinstate: 'Zugriff wiederherstellen',
    reinstateText:
      'Dieses Mitglied ist gesperrt und hat keinen Zugriff auf die Schule. Beim Wiederherstellen behält es seine Rolle.',
    suspend: 'Sperren',
    dangerZone: 'Gefahrenbereich',
    suspendText: 'Sperrt den Zugriff, bis Sie ihn wiederherstellen.',
    endConnections: 'Alle Verbindungen beenden',
    endConnectionsText:
      'Trennt jede App dieses Mitglieds an dieser Schule. Es bleibt angemeldet und kann sie wieder verbinden.',
    signOut: 'In allen Browsern abmelden',
    signOutText:
      'Funktioniert nur, wenn das Mitglied zu keiner anderen Schule gehört. Sonst bleibt es angemeldet und kann sich selbst abmelden.',
    sendReset: 'Link zum Zurücksetzen des Passworts senden',
    sendResetText:
      'Der Link geht an die E-Mail-Adresse des Mitglieds. Sie sehen ihn nicht, und das Passwort gilt, bis er benutzt wird.',
    resetTitle: 'Link zum Zurücksetzen des Passworts',
    resetByOthers: (address) =>
      `Dieser Server sendet keine E-Mails, und einer Schule wird nichts gezeigt, was ein Konto öffnet. Wer den Server betreibt, erstellt den Link${address === undefined ? '' : ` auf ${address} oder`} mit diesem Befehl und den Einstellungen des Servers (DATA_DIR, BASE_URL, SMTP_URL):`,
    connections: 'Verbindungen ansehen',
    remove: 'Aus der Schule entfernen',
    removeText: 'Beendet die Mitgliedschaft. Was das Mitglied gekauft, gelernt und geschrieben hat, bleibt.',
  },
  confirm: {
    suspend: (name) => `${name} sperren?`,
    suspendText:
      'Die Apps des Mitglieds an dieser Schule stoppen sofort, und es hat keinen Zugriff auf die Schule, bis Sie ihn wiederherstellen. Es bleibt auf der Plattform angemeldet und behält seine anderen Schulen.',
    remove: (name) => `${name} aus der Schule entfernen?`,
    removeText:
      'Die Apps des Mitglieds an dieser Schule stoppen sofort, und es ist kein Mitglied mehr. Was es gekauft, gelernt und geschrieben hat, bleibt. Seine Plätze bei kommenden Veranstaltungen gehen an die Warteliste. Mit einer Einladung holen Sie es zurück.',
    role: (name, role) => `${name} diese Rolle geben: ${role}?`,
    roleText: 'Dieses Mitglied darf sofort alles, was die Rolle erlaubt, auch mit Apps.',
    ownerText: 'Es verliert damit die Inhaberschaft der Schule. Inhaber/innen können sie ihm wieder anbieten.',
    reinstate: (name, role) => `Zugriff für ${name} in dieser Rolle wiederherstellen: ${role}?`,
    invite: (email, role) => `${email} in dieser Rolle einladen: ${role}?`,
    inviteText: 'Nach der Annahme darf diese Person alles, was die Rolle erlaubt, auch mit Apps.',
    signOut: (name) => `${name} in allen Browsern abmelden?`,
    signOutText:
      'Gehört das Mitglied zu keiner anderen Schule, wird es in allen Browsern abgemeldet. Ob das so ist, erfahren Sie nicht. Apps bleiben verbunden; auch deren Verbindungen können Sie beenden.',
    sendReset: (name) => `${name} einen Link zum Zurücksetzen des Passworts senden?`,
    sendResetText:
      'Wir senden eine E-Mail mit einem Link an die Adresse des Mitglieds. Der Link funktioniert einmal und 30 Minuten lang. Wer ihn verwendet, wird überall abgemeldet.',
    endConnections: (name) => `Alle Verbindungen von ${name} beenden?`,
    endConnectionsText:
      'Die Apps des Mitglieds an dieser Schule stoppen sofort. Es bleibt Mitglied und kann die Apps wieder verbinden.',
  },
  roleGuide: {
    title: 'Was jede Rolle darf',
    what: 'Bereich',
    abilities: { view: 'Sehen', edit: 'Bearbeiten', none: '–' },
    adminPages: 'Diese Schulverwaltung',
    ownership: 'Inhaberschaft, und wer sich mit zwei Faktoren anmeldet',
    staffPages: (pages) => `Das Team sieht diese Seiten der Schulverwaltung: ${pages}.`,
    note: 'Lehrkräfte sehen und bearbeiten nur die Kurse, die sie unterrichten. Zum Bearbeiten gehört auch das Erstellen und Löschen. Dieselben Rechte gelten in den Apps, die jemand verbindet.',
    subjects: {
      courses: 'Kurse',
      students: 'Lernende und ihre Kurse',
      members: 'Mitglieder',
      analytics: 'Statistik',
      curriculum: 'Abschnitte und Lektionen',
      orders: 'Bestellungen',
      school: 'Einstellungen der Schule',
      appearance: 'Gestaltung der Schulseite',
      events: 'Veranstaltungen',
      membership_plans: 'Mitgliedschaftsmodelle',
      coupons: 'Gutscheine',
      posts: 'Beiträge',
      subscriptions: 'Laufende Mitgliedschaften',
      digital_products: 'Digitale Produkte',
      comments: 'Kommentare',
      lecturers: 'Profile der Lehrenden',
      storage: 'Dateien',
      forms: 'Formulare und Antworten',
      pages: 'Seiten der Schulseite',
      account: 'Eigenes Profil, eigene Kurse und Bestellungen',
    },
  },
  ownership: {
    title: 'Inhaberschaft',
    share: 'Inhaberschaft teilen',
    shareText: 'Nach der Annahme sind Sie beide Inhaber/innen.',
    handOver: 'Inhaberschaft übergeben',
    handOverText: 'Nach der Annahme geht die Inhaberschaft an dieses Mitglied, und Sie wechseln in die Verwaltung.',
    openUntil: 'Angebot offen bis',
    withdraw: 'Angebot zurückziehen',
    ask: {
      share: (name) => `${name} die Mitinhaberschaft anbieten?`,
      handOver: (name) => `Die Inhaberschaft an ${name} übergeben?`,
    },
    askText: {
      share:
        'Inhaber/innen können an der Schule alles. Sie entscheiden auch über andere Inhaber/innen und können Sie entfernen.',
      handOver:
        'Sie wechseln in die Verwaltung und entscheiden nicht mehr über Inhaber/innen. Zurückgeben können die Inhaberschaft nur Inhaber/innen oder die Plattform.',
    },
    howItGoesOn:
      'Bis zur Annahme mit Passwort oder Passkey ändert sich nichts; sie ist 7 Tage lang möglich. So lange können Sie das Angebot zurückziehen.',
    toldByEmail: 'Sie beide und die übrigen Inhaber/innen erhalten eine E-Mail.',
    tellYourself:
      'Dieser Server sendet keine E-Mails. Sagen Sie es dieser Person selbst: Das Angebot steht in ihrem Konto.',
    submit: 'Angebot machen',
    offers: {
      share: (by) => `${by} möchte die Inhaberschaft mit Ihnen teilen.`,
      handOver: (by) => `${by} möchte Ihnen die Inhaberschaft übergeben.`,
    },
    accept: 'Inhaberschaft annehmen',
    decline: 'Ablehnen',
    accepting: {
      title: (school) => `Inhaber/in von ${school} werden?`,
      text: 'Inhaber/innen können an der Schule alles und entscheiden über andere Inhaber/innen. Wenn die Schule von ihnen die Anmeldung mit zwei Faktoren verlangt, richten Sie diese als Nächstes ein.',
      share: (by) => `${by} behält die Inhaberschaft.`,
      handOver: (by) => `${by} wechselt in die Verwaltung.`,
    },
    stepDown: {
      title: 'Inhaberschaft niederlegen',
      text: 'Sie wechseln in die Verwaltung. Die anderen Inhaber/innen bleiben.',
      last: 'Sie sind allein Inhaber/in, und eine Schule braucht immer jemanden mit der Inhaberschaft. Wenn Sie sie niederlegen möchten, teilen oder übergeben Sie sie zuerst auf der Seite eines anderen Mitglieds.',
      ask: 'Inhaberschaft niederlegen?',
      toldByEmail: 'Sie und die anderen Inhaber/innen erhalten eine E-Mail.',
    },
    answers: {
      accepted: 'Sie sind jetzt Inhaber/in der Schule.',
      declined: 'Sie haben das Angebot abgelehnt. Es wurde nichts geändert.',
      gone: 'Dieses Angebot ist nicht mehr offen. Es wurde nichts geändert.',
    },
  },
  invitation,
  ordered: {
    ends: 'Das beendet auch, was das Mitglied veranlasst hat. Eine Einladung kann jemand erneut senden, der dann dafür einsteht:',
    stays: 'Das gehört der Schule und bleibt:',
  },
  letters: {
    sent: (email) =>
      `Die E-Mail an ${email} ist im Postausgang und wird innerhalb einer Minute gesendet; diese Seite zeigt, was aus ihr wird. Ihr Link funktioniert 7 Tage lang.`,
    kept: (email) =>
      `Hier ist kein Mailserver eingerichtet, deshalb wird die E-Mail an ${email} als Datei gespeichert; wo, steht im Serverprotokoll. Sie enthält einen Link, der 7 Tage lang funktioniert.`,
    none: (email) =>
      `Dieser Server sendet keine E-Mails. Bitte sagen Sie ${email} selbst Bescheid: Wer ein Konto hat, findet die Einladung dort.`,
    link: (email) =>
      `Dieser Server sendet keine E-Mails. Erstellen Sie hier einen Einladungslink und geben Sie ihn ${email} selbst.`,
  },
  /** What became of the e-mail of an invitation. */
  delivery: {
    title: 'E-Mail mit der Einladung',
    states: {
      waiting: 'Im Postausgang; sie wird innerhalb einer Minute gesendet.',
      delayed: 'Noch nicht gesendet; der Server versucht es zwei Tage lang weiter.',
      failed: 'Nicht zugestellt; es gibt keinen weiteren Versuch.',
      sent: 'An den Mailserver übergeben (oder von den Betreibern dieses Dienstes gelöscht). Kommt nichts an, senden Sie die Einladung noch einmal.',
      kept: 'Auf dem Server als Datei gespeichert; wo, steht im Serverprotokoll.',
      shown: 'Nicht gesendet: Stattdessen wurde ein Einladungslink erstellt.',
      lapsed: 'Der Link ist abgelaufen. Die Einladung braucht einen neuen.',
      off: 'Nicht gesendet: Dieser Server sendet keine E-Mails.',
      held: 'Nicht gesendet: Dieser Server sendet keine E-Mails mehr. Die E-Mail bleibt im Postausgang, falls er es wieder tut; ein neuer Link zieht sie zurück.',
      givenUp: 'Nicht zugestellt; es gibt keinen weiteren Versuch, denn dieser Server sendet keine E-Mails mehr.',
      past: 'An den Mailserver übergeben, bevor dieser Server aufhörte, E-Mails zu senden (oder von den Betreibern dieses Dienstes gelöscht).',
      unsent:
        'Es wurde keine E-Mail gesendet: Der Server hat bei der Einladung keine gesendet, oder er wurde aus einer Sicherung wiederhergestellt. Senden Sie die Einladung noch einmal.',
      unknown:
        'Nicht bekannt, zum Beispiel weil der Link abgelaufen ist oder sehr viele E-Mails warten. Ist nichts angekommen, senden Sie die Einladung noch einmal.',
    },
    why: {
      refused: 'Der Mailserver hat die Adresse oder die E-Mail abgelehnt.',
      later: 'Der Mailserver bat um einen späteren Versuch.',
      sign_in: 'Der Mailserver hat die Anmeldung dieses Servers abgelehnt.',
      insecure: 'Zum Mailserver war keine sichere Verbindung möglich.',
      unreachable: 'Der Mailserver war nicht erreichbar.',
      other: 'Das Senden ist fehlgeschlagen; warum, steht im Serverprotokoll.',
    },
    nextTry: (at) => `Nächster Versuch: ${at}.`,
    gaveUp: (at) => `Aufgegeben: ${at}.`,
    link: (from, until) => `Link erstellt am ${from}, gültig bis ${until}.`,
    checkAddress:
      'Prüfen Sie die Adresse: Ist sie falsch, entfernen Sie diese Person und laden Sie die richtige Adresse ein.',
    passOn: 'Sie können unten einen Link erstellen und ihn selbst weitergeben.',
    inAccount: 'Wenn diese Person schon ein Konto hat, steht die Einladung dort auf der Kontoseite.',
  },
  /** The link of an invitation, where no e-mail arrives. */
  invitationLink: {
    make: 'Einladungslink erstellen',
    makeText:
      'Dieser Server sendet keine E-Mails; geben Sie den Link selbst weiter. Ein früherer Link funktioniert dann nicht mehr.',
    makeTextFailed:
      'Die E-Mail ist nicht durchgekommen; geben Sie selbst einen Link weiter. Die E-Mail wird aus dem Postausgang zurückgezogen, und jeder frühere Link funktioniert dann nicht mehr.',
    makeTextAgain:
      'Falls der Link verloren ging, erstellen Sie einen neuen und geben Sie ihn selbst weiter. Der vorige Link funktioniert dann nicht mehr.',
    ask: (name) => `Einladungslink für ${name} erstellen?`,
    askText: (role) =>
      `Wer den Link zuerst benutzt, wählt Namen und Passwort des Kontos und tritt mit dieser Rolle bei: ${role}. Die Adresse bleibt unbestätigt.`,
    askWithdraws:
      'Die E-Mail, die nicht gesendet werden konnte, wird zurückgezogen, damit sie nicht später mit einem ungültigen Link ankommt.',
    askEnds: 'Jeder frühere Link funktioniert ab jetzt nicht mehr.',
    title: 'Einladungslink erstellt',
    label: 'Link (Adresse)',
    text: 'Kopieren Sie den Link jetzt und geben Sie ihn der Person auf einem sicheren Weg: persönlich oder in einer verschlüsselten Nachricht. Er funktioniert einmal, 7 Tage lang, und wird nicht noch einmal angezeigt.',
    back: 'Zum Mitglied',
  },
  done: {
    invited: 'Einladung erstellt.',
    sent: 'Einladung erneuert; der vorige Link funktioniert dann nicht mehr.',
    role: 'Rolle geändert.',
    suspended: 'Mitglied gesperrt; seine Apps sind gestoppt.',
    reinstated: 'Zugriff wiederhergestellt.',
    removed: 'Mitglied entfernt; seine Apps sind gestoppt.',
    signedOut: 'Gehört das Mitglied zu keiner anderen Schule, ist es in allen Browsern abgemeldet.',
    resetSent:
      'Die E-Mail mit einem Link zum Zurücksetzen des Passworts ist im Postausgang und wird innerhalb einer Minute gesendet. Kommt nichts an, fragen Sie die Betreiber dieses Dienstes, ob der Mailserver sie abgelehnt hat.',
    ended: 'Verbindungen beendet.',
    offered: 'Inhaberschaft angeboten. Das Mitglied kann sie 7 Tage lang auf seiner Kontoseite annehmen.',
    withdrawn: 'Angebot zurückgezogen.',
    steppedDown: 'Sie haben die Inhaberschaft niedergelegt und gehören jetzt zur Verwaltung.',
    none: 'Wählen Sie zuerst Mitglieder aus, für die das möglich ist. Es wurde nichts geändert.',
  },
  problems: {
    lastOwner:
      'Sie sind allein Inhaber/in und können die Inhaberschaft deshalb nicht niederlegen. Es wurde nichts geändert. Teilen oder übergeben Sie sie zuerst auf der Seite eines anderen Mitglieds.',
    role: 'Ihre Rolle erlaubt das nicht. Es wurde nichts geändert.',
    conflict:
      'Das ist gerade nicht möglich: Vielleicht hat jemand das Mitglied inzwischen geändert, oder es ist die letzte Inhaberin oder der letzte Inhaber und muss bleiben. Es wurde nichts geändert.',
    invalid: 'Das Formular war ungültig. Es wurde nichts geändert.',
    resetThrottled:
      'An dieses Mitglied gingen in kurzer Zeit mehrere E-Mails. Es wurde kein Link gesendet; bitte warten Sie eine Stunde.',
    throttled:
      'In kurzer Zeit wurden viele Einladungen gesendet. Diese wurde nicht gesendet; bitte versuchen Sie es morgen noch einmal.',
  },
};
