import type { message as en } from '../en/message.ts';
import type { Said } from '../said.ts';

export const message: Said<typeof en> = {
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
  school_closed: {
    title: 'Diese Schule ist geschlossen',
    text: 'Die Plattform hat diese Schule geschlossen. Niemand kann sich für sie anmelden, und Apps haben keinen Zugriff auf sie. Wenn Sie die Schule leiten, wenden Sie sich an die Betreiber der Plattform.',
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
  account_deleted: {
    title: 'Ihr Konto ist gelöscht',
    text: 'Sie sind überall abgemeldet, und niemand kann sich mehr mit diesem Konto anmelden. Mit derselben E-Mail-Adresse können Sie ein neues eröffnen, wenn eine Schule Sie einlädt.',
  },
  client_error_redirect: {
    title: 'Die Anfrage der App hat einen Fehler',
    text: 'Wir haben hier angehalten und nichts weitergegeben. Niemand hat diese App geprüft, deshalb leiten wir Sie nicht von selbst zu ihr weiter. Wenn Sie die App kennen, können Sie zurückgehen; sie erfährt dann, was falsch war.',
  },
  not_adopted: {
    title: 'Ihre Schule hat diese App nicht übernommen',
    text: 'Es wurde nichts weitergegeben. Die App bittet um das, was an der Schule Ihnen gehört, etwa Ihre Kurse. Das bekommt sie erst, wenn die Schule sie übernommen hat. Schicken Sie denen, die die Schule leiten, die zweite Adresse unten: Dort übernehmen sie die App unter „App-Freigaben“. Beginnen Sie danach in der App von vorn.',
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
};
