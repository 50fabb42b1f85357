import type { Said } from '../../../kit/text/said.ts';
import type { found as said } from './en.ts';
import { people } from './people/de.ts';

export const found: Said<typeof said> = {
  parameter_missing: [(name) => `Der Parameter ${name} fehlt.`, (name) => `${name} senden.`],
  format_nothing: [
    'Es kam nichts an: Die Anfrage hat weder einen Inhalt noch einen Inhaltstyp.',
    (needed) => `Die Daten als ${needed} senden.`,
  ],
  format_unnamed: [
    'Der Inhalt kam ohne Inhaltstyp.',
    (needed) => `Ihn als ${needed} senden und das im Header content-type sagen.`,
  ],
  format_other: [
    (came) => `Der Inhalt kam als ${came}; das liest diese Adresse nicht.`,
    (_came, needed) => `Ihn als ${needed} senden.`,
  ],
  body_no_json: ['Der Inhalt ist kein gültiges JSON.', 'Gültiges JSON senden, wie eine JSON-Bibliothek es schreibt.'],
  method_other: [
    (came, right) => `Die Anfrage kam mit ${came}; diese Adresse nimmt nur ${right}.`,
    (_came, right) =>
      `${right} senden. Tut die App das, hat eine Weiterleitung, etwa von http zu https, ihre Anfrage geändert: Gleich die https-Adresse verwenden.`,
  ],
  address_other: [
    (came, right) => `Unter ${came} gibt es nichts. Die richtige Adresse ist ${right}.`,
    (_came, right) => `${right} verwenden, wie es in den Metadaten steht.`,
    'Tut die App das schon, ändert der Proxy den Pfad: Er muss Pfade unverändert weitergeben.',
  ],
  host_internal: [
    (came, own) =>
      `Die Anfrage kam als ${came} an, unter einem internen Namen statt als ${own} (BASE_URL): Der Proxy gibt den Host nicht weiter.`,
    'Der Proxy muss die Header Host und X-Forwarded-Proto weitergeben.',
  ],
  host_public: [
    (came, own) => `Die Anfrage kam als ${came} an, BASE_URL ist aber ${own}; daran bricht die App ab.`,
    (came, own) =>
      `BASE_URL auf ${came} setzen, wenn das die öffentliche Adresse ist. Sonst müssen Apps ${own} verwenden.`,
  ],
  origin_page: [
    (page) => `Die Webseite ${page} hat die Werkzeuge aufgerufen und gehört nicht zu denen, die das dürfen.`,
    (page) => `Wenn sie es darf, ${page} in MCP_ALLOWED_ORIGINS ergänzen.`,
  ],
  origin_form: [
    'Ein Formular dieses Servers wurde von der Seite einer anderen Website gesendet.',
    'In der App von vorn beginnen und auf der Seite dieses Servers antworten.',
  ],
  origin_host: [
    (came, own) => `Die Anfrage galt dem Host ${came}, dieser Server ist aber ${own}.`,
    (_came, own) => `Der Proxy muss den Host ${own} weitergeben, oder BASE_URL muss die öffentliche Adresse sein.`,
  ],
  client_id_form: [
    (length) =>
      `Keine App hat diese Client-ID, und sie hat nicht die Form dieses Servers: ${length} Zeichen statt c_ und 22. Sie ist vertippt oder von einem anderen Server.`,
    'Die Client-ID dieses Servers in die App kopieren oder die App sich hier registrieren lassen.',
    'Wer die App entwickelt, bekommt die Client-ID, die unter OAuth-Anwendungen steht.',
  ],
  client_id_gone: [
    'Die Client-ID hat die richtige Form, aber keine App hat sie mehr: Eine nie benutzte Registrierung wird nach 7 Tagen gelöscht.',
    'Die App sich neu registrieren lassen.',
    'War es eine Anwendung der Schule, die entfernt wurde, eine neue erstellen.',
  ],
  document_name: [
    'Der Server findet keine öffentliche Adresse für den Host des Metadatendokuments der App.',
    'Den Host in der Client-ID prüfen und ihm im DNS eine öffentliche Adresse geben.',
  ],
  document_late: [
    'Der Host des Metadatendokuments der App hat nicht rechtzeitig geantwortet.',
    'Der Host muss innerhalb von 3 Sekunden antworten, auch Servern.',
  ],
  document_closed: [
    'Der Host des Metadatendokuments der App hat die Verbindung abgelehnt.',
    'Unter der Client-ID muss ein Webserver antworten.',
  ],
  document_broken_off: [
    'Die Verbindung zum Host des Metadatendokuments der App brach vor einer Antwort ab.',
    'Der Webserver muss unter der Client-ID antworten, auch Servern.',
  ],
  document_certificate: [
    (said) => `Das Zertifikat des Hosts des Metadatendokuments der App ist ungültig: „${said}“.`,
    'Für diesen Host ein gültiges Zertifikat mit ganzer Kette einrichten.',
  ],
  document_forbidden: [
    (status) =>
      `Der Host des Metadatendokuments der App hat diesen Server mit Status ${status} abgewiesen, wie es ein Schutz vor Bots tut.`,
    'Server müssen das Dokument ohne eine solche Prüfung lesen können.',
  ],
  document_status: [
    (status) => `Statt mit dem Metadatendokument der App hat der Host mit Status ${status} geantwortet.`,
    'Unter genau der Client-ID mit Status 200 und dem Dokument antworten.',
  ],
  document_redirect: [
    (status) =>
      `Statt mit dem Metadatendokument der App hat der Host mit einer Weiterleitung geantwortet (Status ${status}); ihr wird nicht gefolgt.`,
    'Das Dokument unter genau der Client-ID anbieten oder die Adresse nach der Weiterleitung als Client-ID verwenden.',
  ],
  document_type: [
    (type) => `Das Metadatendokument der App kam mit dem Inhaltstyp ${type}; das ist kein JSON.`,
    'Das Dokument als application/json senden.',
  ],
  document_content: [
    (said) => `Das Metadatendokument der App ist ungültig: „${said}“.`,
    'Das im Dokument korrigieren.',
  ],
  secret_form: ['Das gesendete client_secret ist keines dieses Servers: Die bestehen aus cs_ und 43 Zeichen.'],
  secret_other: [
    'Das gesendete client_secret ist vollständig, aber nicht das dieser Anwendung: Es wurde vor mehr als einem Tag ersetzt oder gehört zu einer anderen.',
  ],
  auth_basic: ['Die App hat Client-ID und Geheimnis im Header gesendet, als HTTP Basic; das wird nicht unterstützt.'],
  auth_assertion: [
    'Die App hat statt ihres Geheimnisses eine signierte Assertion gesendet (client_assertion); das wird nicht unterstützt.',
  ],
  redirect_differs: [
    (first, second) =>
      `In der Autorisierungsanfrage war die Redirect-URI ${first}, in der Token-Anfrage ist sie ${second}.`,
  ],
  redirect_query: [
    (uri) => `Die Redirect-URI ${uri} hat in der Token-Anfrage eine andere Query als in der Autorisierungsanfrage.`,
  ],
  redirect_registered: [
    (sent, registered) =>
      `Die App hat die Redirect-URI ${sent} verwendet, die für sie nicht registriert ist. Registriert sind: ${registered}`,
  ],
  grant_type_sent: [(type) => `Die App hat den Grant-Typ ${type} angefragt, der nicht unterstützt wird.`],
  response_type_sent: [(type) => `Die App hat response_type=${type} angefragt; das wird nicht unterstützt.`],
  challenge_missing: ['Die App verwendet kein PKCE: Sie hat keine code_challenge gesendet.'],
  challenge_method: [
    (method) => `Die code_challenge kam mit code_challenge_method=${method} statt S256.`,
    'Den SHA-256 des Verifiers als code_challenge senden und code_challenge_method=S256.',
  ],
  challenge_no_method: [
    'Die code_challenge kam ohne code_challenge_method; das bedeutet „plain“.',
    'Dazu code_challenge_method=S256 senden.',
  ],
  challenge_form: [
    (is, must) => `Die code_challenge besteht nicht aus ${must} Zeichen base64url: Sie hat ${is}.`,
    'Den SHA-256 des Verifiers als base64url kodieren, ohne „=“.',
  ],
  verifier_missing: [
    'Die Token-Anfrage hat keinen code_verifier.',
    'Den Verifier senden, aus dem die code_challenge gemacht wurde.',
  ],
  verifier_form: [
    (is) =>
      `Der code_verifier ist ungültig: Er hat ${is} Zeichen; nötig sind 43 bis 128 aus Buchstaben, Ziffern und „-._~“.`,
    'Den Verifier in dieser Form erzeugen und unverändert senden.',
  ],
  verifier_challenge: [
    'Die App hat als code_verifier die code_challenge selbst gesendet.',
    'Den Verifier senden, aus dem die code_challenge gemacht wurde.',
  ],
  verifier_other: [
    (is) =>
      `Der code_verifier hat die richtige Form (${is} Zeichen), die code_challenge dieses Codes wurde aber aus einem anderen gemacht.`,
    'Den Verifier jeder Anfrage mit ihrem state aufbewahren und genau diesen senden.',
  ],
  scope_named: [
    (scope) => `Den Scope ${scope} gibt es nicht.`,
    'Ihn weglassen oder einen der Scopes aus den Metadaten verwenden.',
  ],
  scope_beyond: [
    (scope) => `Die App darf ${scope} nicht anfragen.`,
    (scope) => `${scope} weglassen.`,
    (scope) => `Braucht die App ihn, ${scope} bei der Anwendung ergänzen.`,
  ],
  scope_lacking: [
    (scope) => `Dem Token fehlt der Scope ${scope}, den dieser Aufruf braucht.`,
    (scope) => `Eine neue Autorisierungsanfrage senden, auch mit ${scope}, und die Person entscheiden lassen.`,
  ],
  resource_other: [
    (sent, own) => `Die App hat die resource ${sent} angefragt, dieser Server ist aber ${own}.`,
    (_sent, own) => `In jeder Anfrage resource=${own} senden.`,
  ],
  resource_not_sent: ['Der Parameter resource fehlt.', (own) => `resource=${own} senden, in jeder Anfrage dasselbe.`],
  value_short: [
    (name, is, must) => `Was als ${name} ankam, ist abgeschnitten: ${is} von ${must} Zeichen nach dem Punkt.`,
    'Den ganzen Wert senden und nach einem Feld oder einer Variablen suchen, die dafür zu kurz ist.',
  ],
  value_long: [
    (name, is, must) =>
      `An das, was als ${name} ankam, wurde etwas angehängt: Es hat nach dem Punkt ${is} Zeichen statt ${must}.`,
    'Den Wert genau so senden, wie er kam, ohne Anführungszeichen oder Zeilenumbrüche.',
  ],
  value_foreign: [
    (name) => `Was als ${name} ankam, hat nicht die Form dieses Servers; es ist also von einem anderen.`,
    'Jedem Server nur senden, was von ihm ist, und hier von vorn beginnen.',
  ],
  value_unknown: [
    (name) =>
      `Was als ${name} ankam, hat die richtige Form und Länge, ist hier aber nicht bekannt: Ein Zeichen wurde geändert, oder es ist von einer anderen Installation.`,
    'Unverändert senden, was von diesem Server ist. Tut die App das, von vorn beginnen.',
  ],
  code_age: [(late) => `Der Autorisierungscode gilt eine Minute und kam ${late} s zu spät.`],
  code_again: [
    (later) =>
      `Der Autorisierungscode wurde ein zweites Mal eingelöst, ${later} s nach dem ersten; deshalb wurden seine Token widerrufen.`,
  ],
  issued_to: [
    (name) => `Der Code oder das Token wurde für ${name} ausgestellt und mit einer anderen Client-ID gesendet.`,
  ],
  refresh_unstored: [
    'Das Refresh-Token wurde vor langer Zeit ersetzt, und die App hat das neue nie verwendet; deshalb wurde die Verbindung beendet.',
    'Das Refresh-Token jeder Antwort speichern und die Person neu verbinden lassen.',
  ],
  version_other: [
    (sent, supported) => `Die App hat die Protokollversion ${sent} gesendet, der Server unterstützt ${supported}.`,
    'Eine davon im Header MCP-Protocol-Version senden.',
  ],
  accept_other: [
    (sent) => `Der Header Accept ist „${sent}“ und erlaubt keines der Formate der Antwort.`,
    'Accept: application/json, text/event-stream senden.',
  ],
  message_no_json: ['Der Inhalt ist kein gültiges JSON.', 'Je POST eine JSON-RPC-Nachricht als JSON senden.'],
  ...people,
};
