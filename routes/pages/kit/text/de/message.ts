import type { message as en } from '../en/message.ts';
import type { Said } from '../said.ts';

export const message: Said<typeof en> = {
  bad_request: {
    title: 'Die Anfrage dieser App ist ungültig',
    text: 'Die Anfrage passt nicht zu dem, was wir über diese App wissen, deshalb haben wir abgebrochen. Der Fehler liegt bei der App, nicht bei Ihnen, und niemand wurde angemeldet. Bitte geben Sie den Entwicklern der App Bescheid; die Angaben unten helfen ihnen.',
  },
  client_blocked: {
    title: 'Diese App ist hier gesperrt',
    text: 'Die Betreiber dieses Dienstes lassen diese App nicht zu, deshalb kann sie sich hier an keiner Schule verbinden. Sie haben nichts falsch gemacht, und es wurde nichts weitergegeben. Nur die Betreiber können die App wieder zulassen. Wenn Sie sie brauchen, bitten Sie Ihre Schule, ihnen das auszurichten.',
  },
  client_disabled: {
    title: 'Diese App ist deaktiviert',
    text: 'Die Schule, die diese App nutzt, oder die Betreiber dieses Dienstes haben sie deaktiviert. Darum kann sie sich nicht verbinden. Sie haben nichts falsch gemacht, und nichts wurde weitergegeben. Wenn Sie die App brauchen, fragen Sie Ihre Schule.',
  },
  client_host_not_allowed: {
    title: 'Diese App wird hier nicht angenommen',
    text: 'Dieser Dienst kennt Apps dieser Art an der Webadresse, unter der sie sich beschreiben, und nimmt nur einige Hosts an. Der Host dieser App gehört nicht dazu, deshalb kann sie sich hier an keiner Schule verbinden. Sie haben nichts falsch gemacht, und es wurde nichts weitergegeben. Die Betreiber dieses Dienstes können ihn zulassen; die Angaben unten sagen ihnen, wie.',
  },
  expired: {
    title: 'Diese Anmeldeanfrage ist abgelaufen',
    text: 'Zu Ihrer Sicherheit läuft eine Anmeldeanfrage nach 30 Minuten ab. Es wurde nichts weitergegeben. Gehen Sie zurück zur App und beginnen Sie dort von vorn.',
  },
  completed: {
    title: 'Sie haben diese Anfrage schon beantwortet',
    text: 'Vielleicht durch einen Doppelklick oder weil Sie zurückgegangen sind. Es gilt Ihre erste Antwort. Wenn die App noch wartet, beginnen Sie dort von vorn.',
  },
  other_browser: {
    title: 'Bitte bleiben Sie in dem Browser, in dem Sie begonnen haben',
    text: 'Diese Anfrage wurde in einem anderen Browser begonnen, oder Cookies sind hier ausgeschaltet. Gehen Sie zurück zur App, beginnen Sie von vorn und bleiben Sie in einem Browser, der Cookies zulässt.',
  },
  school_ready: {
    title: 'Ihre Schule ist bereit',
    text: 'Melden Sie sich mit der E-Mail-Adresse und dem Passwort an, die Sie gerade gewählt haben. Der Einrichtungslink funktioniert nicht mehr.',
  },
  session_changed: {
    title: 'Ihre Anmeldung hat sich geändert',
    text: 'Seit Sie diese Seite geöffnet haben, hat sich in diesem Browser jemand an- oder abgemeldet, vielleicht Sie selbst in einem anderen Tab. Es wurde nichts weitergegeben. Prüfen Sie die Anfrage noch einmal, oder gehen Sie zurück zur App und beginnen Sie von vorn.',
  },
  school_closed: {
    title: 'Diese Schule ist geschlossen',
    text: 'Die Plattform hat diese Schule geschlossen. Niemand kann sich bei ihr anmelden, und Apps haben keinen Zugriff auf sie. Wenn Sie die Schule leiten, wenden Sie sich an die Betreiber der Plattform.',
  },
  not_a_member: {
    title: 'Sie sind kein Mitglied dieser Schule',
    text: 'Sie sind angemeldet, aber dieses Konto gehört nicht zu der Schule, mit der die App arbeitet, oder sein Zugriff wurde gesperrt. Wenn Sie dort ein anderes Konto haben, verwenden Sie dieses; sonst bitten Sie die Schule um eine Einladung oder darum, Ihren Zugriff wiederherzustellen.',
  },
  forbidden_origin: {
    title: 'Dieses Formular kam nicht von uns',
    text: 'Das Formular wurde von einer anderen Website abgeschickt, deshalb ist nichts geschehen. Wenn Sie eine unserer Seiten ausgefüllt haben, öffnen Sie sie bitte neu und versuchen Sie es noch einmal.',
  },
  insecure_transport: {
    title: 'Diese Adresse muss mit https geöffnet werden',
    text: 'Der Server kann nicht erkennen, dass diese Seite mit https geöffnet wurde, deshalb zeigt er sie nicht. Beginnt die Adresse mit https://, geben Sie bitte den Betreibern dieses Dienstes Bescheid. Wenn Sie ihn betreiben: Nennen Sie den Proxy in TRUST_PROXY, und lassen Sie ihn X-Forwarded-Proto setzen.',
  },
  throttled: {
    title: 'Zu viele Anfragen',
    text: 'In einer Minute kamen mehr Anfragen, als wir beantworten. Bitte warten Sie eine Minute, gehen Sie zurück und versuchen Sie es noch einmal.',
  },
  too_large: {
    title: 'Das ist zu groß',
    text: 'Was Sie gesendet haben, ist größer, als wir annehmen; es wurde nichts gespeichert. Gehen Sie zurück und wählen Sie eine kleinere Datei, oder kürzen Sie den Text.',
  },
  not_found: {
    title: 'Seite nicht gefunden',
    text: 'Vielleicht ist die Adresse falsch getippt oder die Seite umgezogen. Beginnen Sie auf der Seite Ihrer Schule oder in der App, die Sie verwendet haben.',
  },
  method_not_allowed: {
    title: 'Diese Seite lässt sich so nicht öffnen',
    text: 'Beginnen Sie auf der Seite Ihrer Schule oder in der App, die Sie gerade verwendet haben.',
  },
  server_error: {
    title: 'Etwas ist schiefgegangen',
    text: 'Der Fehler liegt bei uns, nicht bei Ihnen. Bitte versuchen Sie es noch einmal; passiert es wieder, nennen Sie Ihrer Schule die Anfragenummer unten.',
  },
  unavailable: {
    title: 'Wir können gerade nicht antworten',
    text: 'Der Dienst startet, wird aktualisiert oder ist stark ausgelastet. Ihr Konto ist sicher. Bitte versuchen Sie es in einer Minute noch einmal.',
  },
  signed_out: {
    title: 'Sie sind abgemeldet',
    text: 'Sie sind in diesem Browser nicht mehr bei Schoolgate angemeldet. Verbundene Apps behalten ihren Zugriff, bis Sie ihn entziehen.',
  },
  account_deleted: {
    title: 'Ihr Konto wurde gelöscht',
    text: 'Sie sind überall abgemeldet, und niemand kann sich mehr mit diesem Konto anmelden. Wenn eine Schule Sie einlädt, können Sie mit derselben E-Mail-Adresse ein neues anlegen.',
  },
  client_error_redirect: {
    title: 'Die Anfrage der App hat einen Fehler',
    text: 'Es wurde nichts weitergegeben. Diese App wurde nicht geprüft, deshalb leiten wir Sie nicht automatisch zurück. Wenn Sie ihr vertrauen, gehen Sie zurück; sie erhält die Fehlermeldung.',
  },
  not_adopted: {
    title: 'Ihre Schule bietet diese App ihren Mitgliedern nicht an',
    text: 'Es wurde nichts weitergegeben. Die App möchte auf Ihre eigenen Daten an der Schule zugreifen, etwa auf Ihre Kurse. Das geht erst, wenn die Schule die App ihren Mitgliedern anbietet. Schicken Sie die zweite Adresse unten an alle, die die Schule verwalten: Unter „App-Prüfungen“ lässt sich das einschalten. Beginnen Sie danach in der App von vorn.',
  },
  page_too_old: {
    title: 'Diese Seite ist veraltet',
    text: 'Sie haben sich seit dem Öffnen an- oder abgemeldet; darum wurde nichts geändert. Öffnen Sie die Seite neu und versuchen Sie es noch einmal.',
  },
  no_operator: {
    title: 'Sie verwalten diese Schule nicht',
    text: 'Sie sind angemeldet, aber dieses Konto hat keine Rolle, mit der es die Schule verwaltet. Soll es eine haben, wenden Sie sich an Inhaber/innen oder Verwaltung, oder verwenden Sie ein anderes Konto.',
  },
  feature_off: {
    title: 'Diese Seite ist ausgeschaltet',
    text: 'Sie gehört zur Beta-Funktion „MCP-Verbindungen“, die an Ihrer Schule ausgeschaltet ist. Verbundene Apps bleiben verbunden; beenden Sie Verbindungen unter „Aktive Verbindungen“.',
  },
  managers_only: {
    title: 'Nur Inhaber/innen und die Verwaltung können diese Seite nutzen',
    text: 'Brauchen Sie hier etwas, wenden Sie sich an Inhaber/innen oder Verwaltung: Dort kann man es für Sie erledigen oder Ihre Rolle ändern.',
  },
  not_in_role: {
    title: 'Ihre Rolle umfasst diese Seite nicht',
    text: 'Inhaber/innen und Verwaltung der Schule entscheiden, was das Team sehen kann. Brauchen Sie diese Seite, wenden Sie sich an sie.',
  },
  start: 'Startseite',
  toForm: 'Zurück zum Formular',
  details: 'Technische Angaben',
  error: 'Fehler',
  description: 'Bedeutung',
  request: 'Anfrage',
};
