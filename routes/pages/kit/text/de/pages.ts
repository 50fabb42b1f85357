import type { pages as en } from '../en/pages.ts';
import type { Said } from '../said.ts';

const minutes = (seconds: number): string => {
  if (seconds < 60) return seconds <= 1 ? 'einer Sekunde' : `${Math.ceil(seconds)} Sekunden`;
  const count = Math.ceil(seconds / 60);
  return count === 1 ? 'einer Minute' : `${count} Minuten`;
};

export const pages: Said<typeof en> = {
  layout: {
    about: 'Mit Schoolgate melden Sie sich bei Ihrer Schule an.',
    poweredBy: 'Anmeldung mit Schoolgate',
    requestId: 'Anfrage',
    wrong: (title) => `Fehler: ${title}`,
  },
  roles: {
    owner: 'Inhaber/in',
    admin: 'Verwaltung',
    staff: 'Team',
    instructor: 'Lehrkraft',
    member: 'Mitglied',
  },
  labels: {
    switch: 'Anderes Konto verwenden',
    cancel: 'Abbrechen und zurück zur App',
    again: 'Die Anfrage noch einmal ansehen',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
  },
  client: {
    unreviewed: 'Nicht geprüft',
    vendor: 'Bekannte Anbindung',
    reviewed: 'Geprüft',
    namedByAddress: 'Nur an ihrer Webadresse zu erkennen; niemand hat geprüft, wer dahintersteht',
    madeBy: (school) => `Erstellt von ${school}`,
    madeBySchool: 'Erstellt von Ihrer Schule',
    registeredItself: 'Hat sich selbst eingetragen; niemand hat geprüft, wer dahintersteht',
    callsItself: (name) => `Nennt sich „${name}“`,
  },
  signIn: {
    title: 'Anmelden',
    at: (school) => `Anmelden bei ${school}`,
    sentBy: (app) =>
      `${app} hat Sie zur Anmeldung hierher geschickt. Ihr Passwort bleibt hier: Die App bekommt es nie zu sehen.`,
    alone: 'Verwenden Sie die E-Mail-Adresse, unter der Ihre Schule Sie kennt.',
    submit: 'Anmelden',
    wrongCredentials:
      'Diese E-Mail-Adresse und dieses Passwort passen nicht zusammen. Bitte prüfen Sie beides und versuchen Sie es noch einmal.',
    throttled:
      'Es gab zu viele Versuche, sich anzumelden. Mit Ihrem Konto ist alles in Ordnung; bitte warten Sie etwas bis zum nächsten Versuch.',
    throttledFor: (seconds) =>
      `Es gab zu viele Versuche, sich anzumelden. Mit Ihrem Konto ist alles in Ordnung; bitte versuchen Sie es in ${minutes(seconds)} noch einmal.`,
    busy: 'Im Moment melden sich sehr viele Menschen an, und Sie kamen nicht an die Reihe. Bitte versuchen Sie es in ein paar Sekunden noch einmal.',
    reauthenticate: 'Bitte zeigen Sie noch einmal, dass Sie es sind. Danach geht es im selben Konto weiter.',
  },
  chooseAccount: {
    title: 'Konto auswählen',
    lead: (app) => `Welches Konto möchten Sie mit ${app} verwenden?`,
    continueAs: (name) => `Weiter als ${name}`,
  },
  chooseSite: {
    title: 'Schule auswählen',
    lead: (app) => `Sie gehören zu mehreren Schulen. ${app} erhält nur zu der Schule Zugang, die Sie hier auswählen.`,
    legend: 'Ihre Schulen',
    submit: 'Weiter',
  },
  consent: {
    title: (app) => `Zugriff für ${app} erlauben?`,
    asks: (school) => `bittet um Zugriff auf ${school} in Ihrem Namen`,
    warning: (app) =>
      `Machen Sie nur weiter, wenn Sie dies gerade selbst begonnen haben und ${app} kennen. Hat eine Nachricht oder eine andere Person Sie hierher geführt, lehnen Sie ab.`,
    signedInAs: 'Ihr Konto',
    atSchool: (role, school) => `${role}, ${school}`,
    groups: {
      identity: 'Wer Sie sind',
      own: 'Ihre eigenen Daten',
      read: 'Schule verwalten: ansehen',
      write: 'Schule verwalten: ändern',
    },
    choose:
      'Wenn Sie es erlauben, kann die App alles, was hier angehakt ist. Entfernen Sie das Häkchen, wo Sie etwas nicht teilen möchten.',
    noChoice: 'Wenn Sie es erlauben, kann die App Folgendes.',
    before: 'haben Sie schon erlaubt',
    unavailable: 'Für Sie nicht verfügbar',
    unavailableWhy:
      'Auch darum hat die App gebeten, aber Ihre Rolle an der Schule umfasst es nicht. Die App bekommt es nicht.',
    goesTo: 'Wohin es weitergeht',
    goesToWeb: (host) => `Zurück zu ${host}`,
    goesToApp: (scheme) => `Zu der App auf diesem Gerät, die auf ${scheme} hört`,
    goesToLoopback: (host) => `Zu einem Programm auf diesem Computer (${host})`,
    loopbackWarning:
      'Wir können nicht erkennen, welches Programm auf diesem Computer antworten wird. Andere Programme könnten an seiner Stelle lauschen. Erlauben Sie es daher nur auf einem Computer, dem Sie vertrauen.',
    reaches: 'Gilt bei',
    lasts: 'Wie lange',
    lastsDays: (days) => `Bis Sie die Erlaubnis zurücknehmen, höchstens ${days === 1 ? 'einen Tag' : `${days} Tage`}`,
    undo: 'Wenn Sie es sich anders überlegen',
    undoHere: 'Sie können die Erlaubnis jederzeit zurücknehmen, unter',
    undoLink: 'Verbundene Apps',
    deny: 'Ablehnen',
    allow: 'Erlauben',
  },
  goingOn: {
    approved: {
      title: 'Es geht zurück zur App',
      text: (app) => `Der Zugriff ist erlaubt. Sie werden zu ${app} weitergeleitet.`,
    },
    denied: {
      title: 'Sie haben den Zugriff nicht erlaubt',
      text: (app) => `Es wurde nichts weitergegeben. Sie werden zu ${app} weitergeleitet.`,
    },
    error: {
      title: 'Das hat nicht geklappt',
      text: (app) =>
        `Es wurde nichts weitergegeben. Sie werden zu ${app} weitergeleitet und erfahren dort, woran es lag.`,
    },
    signed_out: {
      title: 'Sie sind abgemeldet',
      text: (app) => `Sie sind in diesem Browser von Schoolgate abgemeldet. Sie werden zu ${app} weitergeleitet.`,
    },
    link: (app) => `Weiter zu ${app}`,
    hint: 'Wenn in ein paar Sekunden nichts geschieht, nehmen Sie die Schaltfläche. Sobald die App geöffnet ist, können Sie diese Seite schließen.',
  },
  message: {
    bad_request: {
      title: 'Die App hat eine Anfrage geschickt, die wir nicht verwenden können',
      text: 'Etwas in der Anfrage passt nicht zu dem, was wir über diese App wissen. Deshalb haben wir hier angehalten. Der Fehler liegt bei der App, nicht bei Ihnen, und niemand wurde angemeldet. Bitte sagen Sie denen Bescheid, die die App machen; die Angaben unten helfen ihnen.',
    },
    expired: {
      title: 'Das hat zu lange gedauert',
      text: 'Zu Ihrer Sicherheit endet eine Anmeldung nach 30 Minuten. Es wurde nichts weitergegeben. Gehen Sie zurück zur App und beginnen Sie dort neu.',
    },
    completed: {
      title: 'Das ist schon erledigt',
      text: 'Sie haben diese Anfrage bereits beantwortet, vielleicht durch einen Doppelklick oder bevor Sie zurückgegangen sind. Es gilt Ihre erste Antwort. Wenn die App noch wartet, beginnen Sie dort neu.',
    },
    other_browser: {
      title: 'Bitte bleiben Sie in dem Browser, in dem Sie begonnen haben',
      text: 'Diese Anfrage wurde in einem anderen Browser geöffnet, oder Cookies sind hier abgeschaltet. Gehen Sie zurück zur App, beginnen Sie neu und bleiben Sie in einem Browser, der Cookies annimmt.',
    },
    school_ready: {
      title: 'Ihre Schule ist bereit',
      text: 'Die Schule und ihre Inhaberin oder ihr Inhaber sind angelegt, und dieser Link ist verbraucht. Wer eine App der Schule öffnet, meldet sich hier an; Sie selbst mit der E-Mail-Adresse und dem Passwort von eben.',
    },
    session_changed: {
      title: 'Ihre Anmeldung hat sich geändert',
      text: 'Seit diese Seite geöffnet wurde, hat sich in diesem Browser jemand an- oder abgemeldet, vielleicht Sie selbst in einem anderen Tab. Es wurde nichts weitergegeben. Sehen Sie sich die Anfrage noch einmal an, oder gehen Sie zurück zur App und beginnen Sie neu.',
    },
    not_a_member: {
      title: 'Sie sind kein Mitglied dieser Schule',
      text: 'Sie sind angemeldet, aber dieses Konto gehört nicht zu der Schule, für die die App arbeitet. Vielleicht haben Sie dort ein anderes Konto; sonst bitten Sie die Schule um eine Einladung.',
    },
    forbidden_origin: {
      title: 'Dieses Formular kam nicht von uns',
      text: 'Das Formular wurde von einer anderen Website abgeschickt, deshalb haben wir nichts unternommen. Wenn Sie eine unserer Seiten ausgefüllt haben, öffnen Sie sie bitte neu und versuchen Sie es noch einmal.',
    },
    throttled: {
      title: 'Zu viele Anfragen',
      text: 'Von hier kamen in kurzer Zeit mehr Anfragen als üblich. Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    },
    not_found: {
      title: 'Hier gibt es keine Seite',
      text: 'Vielleicht ist die Adresse vertippt oder die Seite ist umgezogen. Beginnen Sie auf der Seite Ihrer Schule oder in der App, die Sie gerade verwendet haben.',
    },
    method_not_allowed: {
      title: 'Diese Adresse wird anders verwendet',
      text: 'Es gibt die Seite, aber sie lässt sich so nicht aufrufen. Beginnen Sie auf der Seite Ihrer Schule oder in der App, die Sie gerade verwendet haben.',
    },
    server_error: {
      title: 'Bei uns ist etwas schiefgegangen',
      text: 'Es ist nicht Ihr Fehler. Bitte versuchen Sie es noch einmal; geschieht es wieder, nennen Sie Ihrer Schule die Nummer der Anfrage unten.',
    },
    unavailable: {
      title: 'Wir können gerade nicht antworten',
      text: 'Der Dienst startet, wird erneuert oder ist sehr ausgelastet. Ihr Konto ist sicher. Bitte versuchen Sie es in einer Minute noch einmal.',
    },
    signed_out: {
      title: 'Sie sind abgemeldet',
      text: 'Sie sind in diesem Browser nicht mehr bei Schoolgate angemeldet. Apps, die Sie erlaubt haben, bleiben verbunden, bis Sie die Erlaubnis zurücknehmen.',
    },
    client_error_redirect: {
      title: 'Die Anfrage der App hat einen Fehler',
      text: 'Wir haben hier angehalten und nichts weitergegeben. Niemand hat diese App geprüft, deshalb leiten wir Sie nicht von selbst zu ihr weiter. Wenn Sie die App kennen, können Sie zurückgehen; sie erfährt dann, was falsch war.',
    },
    page_too_old: {
      title: 'Diese Seite war zu alt',
      text: 'Sie haben sich seit dem Öffnen an- oder abgemeldet; darum wurde nichts geändert. Öffnen Sie die Seite neu und versuchen Sie es noch einmal.',
    },
    no_operator: {
      title: 'Diese Seite ist für alle, die die Schule führen',
      text: 'Sie sind angemeldet, aber Ihr Konto führt diese Schule nicht. Falls es das soll, bitten Sie jemanden aus der Leitung um eine Rolle.',
    },
    managers_only: {
      title: 'Diese Seite ist für Inhaber/innen und die Verwaltung',
      text: 'Mit Ihrer Rolle können Sie in die Schule schauen, aber nicht tun, wofür diese Seite da ist. Wenn Sie es brauchen, wenden Sie sich an Inhaber/in oder Verwaltung: Dort kann man es für Sie tun oder Ihnen eine andere Rolle geben.',
    },
    start: 'Zur Startseite',
    details: 'Technische Angaben',
    error: 'Fehler',
    description: 'Bedeutung',
    request: 'Anfrage',
  },
  signOut: {
    title: 'Bei Schoolgate abmelden?',
    lead: 'Sie werden in diesem Browser abgemeldet. Apps, die Sie erlaubt haben, bleiben verbunden, bis Sie die Erlaubnis zurücknehmen.',
    submit: 'Abmelden',
    stay: 'Wenn Sie angemeldet bleiben möchten, schließen Sie einfach diese Seite.',
  },
  setup: {
    title: 'Ihre Schule einrichten',
    lead: 'Dies ist der erste Start. Geben Sie der Schule einen Namen und legen Sie das Konto der Inhaberin oder des Inhabers an. Diese Seite funktioniert nur einmal.',
    school: 'Die Schule',
    owner: 'Inhaberin oder Inhaber',
    schoolName: 'Name der Schule',
    schoolNameHint: 'So sehen ihn Mitglieder bei der Anmeldung.',
    schoolSlug: 'Kurzname für Adressen',
    schoolSlugHint: 'Kleinbuchstaben, Ziffern und Bindestriche, zum Beispiel „nord-schule“.',
    ownerName: 'Ihr Name',
    ownerEmail: 'Ihre E-Mail-Adresse',
    ownerEmailHint: 'Damit melden Sie sich an.',
    password: 'Passwort',
    passwordHint: 'Mindestens 10 Zeichen. Gut sind ein paar Wörter, die nur für Sie zusammengehören.',
    submit: 'Schule einrichten',
    problems: {
      required: 'Bitte füllen Sie dieses Feld aus.',
      too_short: 'Das ist zu kurz.',
      too_long: 'Das ist zu lang.',
      invalid: 'Das hat nicht die beschriebene Form.',
      taken: 'Das ist schon vergeben. Bitte wählen Sie etwas anderes.',
      too_common: 'Dieses Passwort verwenden viele Menschen, es ist leicht zu erraten. Bitte wählen Sie ein anderes.',
    },
  },
};
