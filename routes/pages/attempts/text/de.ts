import type { Said } from '../../kit/text/said.ts';
import type { attempts as said } from './en.ts';

export const attempts: Said<typeof said> = {
  title: 'Verbindungsversuche',
  lead: 'Was Apps und Assistenten hier in den letzten 24 Stunden versucht haben, Schritt für Schritt, sobald es geschieht. Codes, Token und Geheimnisse stehen hier nie.',
  leadPlatform:
    'Versuche der letzten 24 Stunden, die keine Schule nennen, sobald sie geschehen. Die übrigen stehen auf der Seite ihrer Schule.',
  live: 'Neue Versuche erscheinen von selbst.',
  reload: 'Neue Versuche zeigen',
  none: 'Noch keine Versuche',
  noneText: 'Beginnen Sie, eine App zu verbinden: Jeder Schritt erscheint hier.',
  elsewhere:
    'Ein Versuch ohne bekannte App oder Schule steht nicht hier. Wer die Plattform betreibt, findet ihn über die Anfrage-ID der Fehlerseite.',
  unnamed: 'App ohne Namen',
  notProven: 'App nur in der Anfrage genannt, nicht nachgewiesen',
  wentWell: 'Gelungen',
  refused: 'Abgelehnt',
  told: 'Antwort an die App',
  came: 'Was ankam',
  request: 'Anfrage-ID',
  change: 'Zu tun',
  steps: {
    discovery: 'Ermittlung',
    registration: 'Registrierung',
    document: 'Metadatendokument',
    authorize: 'Autorisierungsanfrage',
    sign_in: 'Anmeldung',
    consent: 'Zustimmung',
    token: 'Token-Abruf',
    refresh: 'Erneuerung',
    resource: 'Nutzung einer API',
  },
  who: {
    developer: 'Wer die App entwickelt',
    school: 'Alle, die die Schule führen',
    platform: 'Wer die Plattform betreibt',
    server: 'Wer den Server und seinen Proxy betreibt',
    person: 'Die Person, die verbindet',
  },
  rules: {
    malformed_request: ['Die Anfrage hat nicht die Form des Protokolls.', 'Korrigieren, was die Antwort nennt.'],
    missing_parameter: ['Ein Pflichtparameter fehlt.', 'Den Parameter senden, den die Antwort nennt.'],
    repeated_parameter: ['Ein Parameter wurde mehrfach gesendet.', 'Jeden Parameter einmal senden.'],
    wrong_format: [
      'Diese Adresse liest das Format des Inhalts nicht.',
      'An den Token-Endpunkt application/x-www-form-urlencoded senden, an Registrierung und Werkzeuge JSON als application/json.',
    ],
    wrong_method: [
      'Die Adresse gibt es, aber nicht für diese Methode.',
      'Eine Methode verwenden, die der Header Allow nennt.',
    ],
    wrong_address: [
      'Unter dieser Adresse gibt es nichts.',
      'Die Adressen den Metadaten entnehmen. Stimmen sie dort, ändert ein Proxy den Pfad: Er muss Pfade unverändert weitergeben.',
    ],
    other_host: [
      'Die Metadaten wurden unter einem anderen Namen als BASE_URL abgerufen; an diesem Unterschied bricht die App ab.',
      'BASE_URL auf die öffentliche https-Adresse setzen; der Proxy muss Host und X-Forwarded-Proto weitergeben.',
    ],
    insecure_transport: [
      'Die Anfrage kam unverschlüsselt über http an.',
      'https verwenden. Tut die App das, muss der Proxy X-Forwarded-Proto: https senden.',
    ],
    origin_foreign: [
      'Host oder Origin der Anfrage ist nicht erlaubt.',
      'Der Proxy muss den Host weitergeben. Eine Webseite, die Werkzeuge aufruft, muss in MCP_ALLOWED_ORIGINS stehen.',
    ],
    unknown_client: [
      'Mit dieser Client-ID ist hier keine App bekannt. Eine nie benutzte Registrierung wird nach 7 Tagen gelöscht.',
      'Neu registrieren oder die Client-ID aus der Anwendung kopieren.',
    ],
    client_disabled: [
      'Die Anwendung ist deaktiviert.',
      'Sie unter OAuth-Anwendungen aktivieren oder eine andere verwenden.',
    ],
    client_url_malformed: [
      'Die Client-ID ist eine Adresse der falschen Form.',
      'Eine https-Adresse mit Pfad verwenden, ohne Benutzernamen, Fragment oder Punkte als Teile des Pfads.',
    ],
    client_host_not_allowed: [
      'Dieser Server nimmt keine Apps von diesem Host an.',
      'Den Host mit CIMD_ALLOWED_HOSTS erlauben oder eine Anwendung dafür erstellen.',
    ],
    client_document_unreachable: [
      'Das Metadatendokument der App war nicht abrufbar: Ihr Host hat nicht geantwortet oder lehnt diesen Server ab.',
      'Das Dokument unter genau der Client-ID für Server abrufbar machen, mit gültigem Zertifikat.',
    ],
    client_document_missing: [
      'Der Host der App hat geantwortet, aber ohne Dokument.',
      'Unter genau der Client-ID mit Status 200 und JSON antworten, ohne Weiterleitung.',
    ],
    client_document_invalid: [
      'Das Metadatendokument der App ist ungültig, etwa weil die client_id darin nicht genau die eigene Adresse ist.',
      'Das Dokument korrigieren: client_id, redirect_uris und kein Geheimnis.',
    ],
    client_blocked: [
      'Die App ist auf dieser Plattform gesperrt.',
      'Sie unter App-Prüfungen entsperren, wenn das richtig ist.',
    ],
    rate_limited: [
      'Zu viele Anfragen in kurzer Zeit.',
      'So lange warten, wie Retry-After sagt. Ein Client, der sich ständig registriert oder Token erneuert, muss behalten, was er bekommt.',
    ],
    client_secret_wrong: [
      'Das Geheimnis ist falsch.',
      'Das jetzige Geheimnis in die App kopieren. Ein ersetztes gilt noch einen Tag.',
    ],
    client_secret_missing: [
      'Die Anwendung hat ein Geheimnis, es wurde aber keines gesendet.',
      'client_secret im Formular senden.',
    ],
    client_secret_unexpected: [
      'Die Anwendung hat kein Geheimnis, es wurde aber eines gesendet.',
      'client_secret weglassen oder eine vertrauliche Anwendung verwenden.',
    ],
    client_auth_method: [
      'Die App weist sich auf eine Art aus, die nicht unterstützt wird: HTTP Basic oder eine Assertion.',
      'client_id und client_secret im Formular senden (client_secret_post).',
    ],
    redirect_uri_mismatch: [
      'Die Redirect-URI weicht von der in der Autorisierungsanfrage ab.',
      'In beiden genau denselben Text senden, auch Port und Schrägstrich.',
    ],
    redirect_uri_not_registered: [
      'Die Redirect-URI ist für diese App nicht registriert.',
      'Genau diese Adresse bei der Anwendung ergänzen oder die App eine registrierte verwenden lassen.',
    ],
    redirect_uri_not_allowed: [
      'Apps können diese Redirect-URI nicht selbst registrieren.',
      'Eine Loopback-Adresse registrieren, ein Metadatendokument veröffentlichen oder die Schule um eine Anwendung bitten.',
    ],
    registration_off: [
      'An diesem Server können sich Apps nicht selbst registrieren.',
      'Eine Anwendung erstellen und ihre Client-ID in der App eintragen oder REGISTRATION setzen.',
    ],
    grant_type_unsupported: [
      'Dieser Grant-Typ wird nicht unterstützt.',
      'Den Authorization-Code-Ablauf mit PKCE verwenden.',
    ],
    response_type_unsupported: [
      'Dieser Antworttyp oder Antwortmodus wird nicht unterstützt.',
      'response_type=code senden und keinen anderen response_mode als query.',
    ],
    pkce_required: ['PKCE fehlt oder ist nicht S256.', 'code_challenge und code_challenge_method=S256 senden.'],
    pkce_mismatch: [
      'Der code_verifier gehört nicht zur code_challenge.',
      'Den Verifier jeder Anfrage mit ihrem state aufbewahren und die Challenge als base64url ohne „=“ kodieren.',
    ],
    scope_unknown: [
      'Einen angefragten Scope gibt es nicht.',
      'Die Schreibweise korrigieren; die Metadaten nennen alle Scopes.',
    ],
    scope_outside_client: [
      'Die App darf diesen Scope nicht anfragen.',
      'Weniger anfragen oder den Scope bei der Anwendung ergänzen.',
    ],
    scope_outside_role: [
      'Die Rolle der Person erlaubt keinen der angefragten Scopes.',
      'Mit einem anderen Konto verbinden oder der Person eine Rolle geben, die das darf.',
    ],
    application_needed: [
      'Die eigenen Daten von Mitgliedern sind nur für Anwendungen der Schule.',
      'Den Assistenten unter Einrichtung für Mitglieder einschalten oder eine Anwendung erstellen.',
    ],
    client_not_adopted: [
      'Die Schule bietet diese App ihren Mitgliedern noch nicht an.',
      'Sie unter App-Prüfungen den Mitgliedern anbieten.',
    ],
    resource_invalid: [
      'Die resource ist nicht dieser Server oder nicht die zuerst angefragte.',
      'Die resource der Metadaten senden, in jeder Anfrage dieselbe.',
    ],
    interaction_needed: [
      'Die App hat ohne Seite gefragt, die Person muss aber etwas tun.',
      'Die Anfrage ohne prompt=none wiederholen.',
    ],
    denied_by_person: [
      'Die Person hat den Zugriff nicht erlaubt.',
      'Nichts, wenn das so gemeint war; sonst neu verbinden.',
    ],
    not_a_member: [
      'Die Person ist kein aktives Mitglied dieser Schule oder mit einem anderen Konto angemeldet.',
      'Das Konto wechseln, die Person einladen oder ihren Zugriff unter Mitglieder wiederherstellen.',
    ],
    code_unknown: [
      'Der Autorisierungscode ist hier nicht bekannt.',
      'Den Code unverändert an den Server senden, der ihn ausgestellt hat.',
    ],
    code_expired: [
      'Der Autorisierungscode ist älter als eine Minute.',
      'Den Code sofort einlösen und von vorn beginnen.',
    ],
    token_of_another_school: [
      'Das Token gilt für eine andere Schule als die in der Adresse.',
      'Mit jeder Schule einzeln verbinden oder die Adresse ohne ?school= verwenden.',
    ],
    other_client: [
      'Code oder Token wurde für eine andere Client-ID ausgestellt.',
      'Für eine ganze Verbindung dieselbe Client-ID verwenden und nach neuer Registrierung von vorn beginnen.',
    ],
    code_replayed: [
      'Der Autorisierungscode wurde ein zweites Mal eingelöst; deshalb wurden seine Token widerrufen.',
      'Jeden Code einmal einlösen, auch wenn die Seite neu geladen wird, und von vorn beginnen.',
    ],
    token_unknown: [
      'Das Token ist hier nicht bekannt.',
      'Das Token unverändert an den Server senden, der es ausgestellt hat; sonst von vorn beginnen.',
    ],
    token_expired: ['Das Token ist abgelaufen.', 'Es erneuern; gelingt das nicht, von vorn beginnen.'],
    grant_ended: [
      'Die Verbindung ist beendet: Jemand hat sie getrennt, oder Mitgliedschaft, Anwendung oder Schule endeten.',
      'Mit der Person von vorn beginnen.',
    ],
    token_missing: [
      'Die Anfrage hatte kein Token; die App wurde deshalb gebeten, jemanden anzumelden.',
      'Nichts, wenn das der Anfang ist. Hat die App ein Token, muss der Proxy den Header Authorization weitergeben.',
    ],
    token_scope: [
      'Dem Token fehlt ein Scope, den der Aufruf braucht.',
      'Die Person mit einer neuen Autorisierungsanfrage um den Scope bitten, den die Antwort nennt.',
    ],
    second_factor_missing: [
      'Dafür ist eine Anmeldung mit zwei Faktoren nötig.',
      'Einen zweiten Faktor einrichten und sich damit anmelden.',
    ],
    refresh_reuse: [
      'Ein altes Refresh-Token wurde erneut verwendet; deshalb wurde die Verbindung beendet.',
      'Jedes neue Refresh-Token vor der nächsten Verwendung speichern und nur einen Prozess erneuern lassen. Von vorn beginnen.',
    ],
    sign_in_failed: [
      'Die Anmeldung ist nicht abgeschlossen: Passwort oder Code ist falsch, oder nach dem zweiten Faktor wird gefragt.',
      'Erneut anmelden; ein vergessenes Passwort lässt sich auf dieser Seite ersetzen.',
    ],
    page_closed: [
      'Die Seite ist veraltet: Sie ist beantwortet, älter als 30 Minuten oder in einem anderen Browser geöffnet.',
      'In der App von vorn beginnen und im selben Browser bleiben.',
    ],
    message_refused: [
      'Die Werkzeuge nehmen diese Nachricht nicht an, etwa wegen einer unbekannten Protokollversion.',
      'Je POST eine JSON-RPC-Nachricht senden, mit Accept und einer Protokollversion, die der Server unterstützt.',
    ],
    busy: [
      'Der Server konnte das in diesem Moment nicht bearbeiten.',
      'Erneut versuchen; hält es an, sagt das Log des Servers mehr.',
    ],
  },
};
