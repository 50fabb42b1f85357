import type { Said } from '../../kit/text/said.ts';
import type { attempts as said } from './en.ts';
import { found } from './found/de.ts';

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
    'Ein Versuch ohne bekannte App oder Schule steht nicht hier. Die Betreiber dieses Dienstes finden ihn unter /platform/attempts oder im Serverprotokoll, über die Anfrage-ID der Antwort.',
  unnamed: 'App ohne Namen',
  unnamedBy: (agent) => `App ohne Namen (${agent})`,
  notProven: 'App nur in der Anfrage genannt, nicht nachgewiesen',
  wentWell: 'Gelungen',
  expected: 'Erwartet',
  refused: 'Abgelehnt',
  told: 'Antwort an die App',
  came: 'Was ankam',
  request: 'Anfrage-ID',
  details: 'Einzelheiten',
  alsoSent: 'gesendet, nicht gezeigt',
  steps: {
    discovery: 'Ermittlung',
    registration: 'Registrierung',
    document: 'Metadatendokument',
    authorize: 'Autorisierungsanfrage',
    sign_in: 'Anmeldung',
    membership: 'Prüfung der Mitgliedschaft nach der Anmeldung',
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
    body_too_large: ['Der Inhalt ist größer, als diese Adresse annimmt.', 'Weniger in einer Anfrage senden.'],
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
      'Die Adressen den Metadaten entnehmen.',
      'Tut die App das schon, ändert der Proxy den Pfad: Er muss Pfade unverändert weitergeben.',
    ],
    other_host: [
      'Die Metadaten wurden unter einem anderen Namen als BASE_URL abgerufen; an diesem Unterschied bricht die App ab.',
      'BASE_URL auf die öffentliche https-Adresse setzen; der Proxy muss Host und X-Forwarded-Proto weitergeben.',
    ],
    insecure_transport: [
      'Die Anfrage kam unverschlüsselt über http an.',
      'Verwendet die App https, muss der Proxy X-Forwarded-Proto: https senden.',
      'https verwenden.',
    ],
    origin_foreign: [
      'Host oder Origin der Anfrage ist nicht erlaubt.',
      'Der Proxy muss den Host weitergeben. Eine Webseite, die Werkzeuge aufruft, muss in MCP_ALLOWED_ORIGINS stehen.',
    ],
    unknown_client: [
      'Mit dieser Client-ID ist hier keine App bekannt. Eine nie benutzte Registrierung wird nach 7 Tagen gelöscht.',
      'Die App sich neu registrieren lassen, wenn sie sich selbst registriert hat.',
      'Sonst bekommt, wer die App entwickelt, die Client-ID, die unter OAuth-Anwendungen steht.',
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
      'Den Host mit CIMD_ALLOWED_HOSTS erlauben.',
      'Bleibt der Host verboten, eine Anwendung für die App erstellen.',
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
      'Sie unter App-Prüfungen genehmigen, wenn das richtig ist.',
    ],
    rate_limited: [
      'Zu viele Anfragen in kurzer Zeit.',
      'So lange warten, wie Retry-After sagt. Ein Client, der sich ständig registriert oder Token erneuert, muss behalten, was er bekommt.',
    ],
    client_secret_wrong: [
      'Das Geheimnis ist falsch.',
      'Das jetzige Geheimnis unverändert in die App eintragen.',
      'Hat es niemand mehr, es unter OAuth-Anwendungen erneuern; das alte gilt dann noch einen Tag.',
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
      'Die App weist sich auf eine Art aus, die nicht unterstützt wird.',
      'client_id und client_secret im Formular senden (client_secret_post).',
    ],
    redirect_uri_mismatch: [
      'Die Redirect-URI weicht von der in der Autorisierungsanfrage ab.',
      'In beiden genau denselben Text senden, auch Port und Schrägstrich.',
    ],
    redirect_uri_not_registered: [
      'Die Redirect-URI ist für diese App nicht registriert.',
      'Ist die Adresse richtig, sie bei der Anwendung ergänzen. Eine Query steht hier nie; wer die App entwickelt, kennt sie.',
      'Sonst genau eine registrierte Adresse verwenden.',
    ],
    redirect_uri_not_allowed: [
      'Apps können diese Redirect-URI nicht selbst registrieren.',
      'Eine Loopback-Adresse registrieren oder ein Metadatendokument veröffentlichen.',
      'Kann die App beides nicht, eine Anwendung mit dieser Adresse erstellen.',
    ],
    registration_off: [
      'An diesem Server können sich Apps nicht selbst registrieren.',
      'Eine Anwendung erstellen; wer die App entwickelt, bekommt ihre Client-ID.',
      'Damit sich Apps selbst registrieren können, REGISTRATION ändern.',
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
      'Den Verifier jeder Anfrage mit ihrem state aufbewahren und genau diesen senden.',
    ],
    scope_unknown: ['Einen angefragten Scope gibt es nicht.', 'Nur Scopes anfragen, die in den Metadaten stehen.'],
    scope_outside_client: [
      'Die App darf diesen Scope nicht anfragen.',
      'Den Scope weglassen.',
      'Braucht die App ihn, den Scope bei der Anwendung ergänzen.',
    ],
    scope_outside_grant: [
      'Mit einem Refresh-Token lassen sich keine Scopes anfragen, die die Person nicht erlaubt hat.',
      'Eine neue Autorisierungsanfrage mit diesen Scopes stellen oder sie weglassen.',
    ],
    scope_outside_role: [
      'Die Rolle der Person erlaubt keinen der angefragten Scopes.',
      'Mit einem anderen Konto verbinden, das es darf.',
      'Soll die Person es dürfen, ihr unter Mitglieder eine solche Rolle geben.',
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
      'Nichts, wenn das so gemeint war; sonst neu verbinden und erlauben.',
    ],
    not_a_member: [
      'Das angemeldete Konto ist kein aktives Mitglied dieser Schule.',
      'Sich mit dem Konto anmelden, das hier Mitglied ist.',
      'Soll die Person Mitglied sein, unter Mitglieder nach ihr sehen.',
    ],
    code_unknown: [
      'Der Autorisierungscode ist hier nicht bekannt.',
      'Den Code unverändert an den Server senden, der ihn ausgestellt hat.',
    ],
    code_expired: [
      'Der Autorisierungscode ist älter als eine Minute.',
      'Von vorn beginnen und den neuen Code sofort einlösen.',
    ],
    token_of_another_school: [
      'Das Token gilt für eine andere Schule als die in der Adresse.',
      'Die Adresse ohne ?school= verwenden oder mit jeder Schule einzeln verbinden.',
    ],
    other_client: [
      'Code oder Token wurde für eine andere Client-ID ausgestellt.',
      'Für eine ganze Verbindung dieselbe Client-ID verwenden und nach neuer Registrierung von vorn beginnen.',
    ],
    code_replayed: [
      'Der Autorisierungscode wurde ein zweites Mal eingelöst; deshalb wurden seine Token widerrufen.',
      'Jeden Code einmal einlösen, auch wenn die Seite neu geladen wird, und die Person neu verbinden lassen. Hat die App ihn nur einmal eingelöst, hat jemand anderes den Code: nachsehen, wo er zu lesen ist, etwa in einem Protokoll oder an einem gemeinsamen Computer.',
    ],
    token_unknown: [
      'Das Token ist hier nicht bekannt.',
      'Das Token unverändert an den Server senden, der es ausgestellt hat. Tut die App das, von vorn beginnen.',
    ],
    token_expired: ['Das Token ist abgelaufen.', 'Es erneuern; gelingt das nicht, von vorn beginnen.'],
    grant_ended: ['Die Verbindung ist beendet.', 'Neu verbinden.'],
    token_missing: [
      'Die Anfrage hatte keinen Header Authorization, und der App wurde gesagt, wo man sich anmeldet. So ist der erste Aufruf jeder App.',
      'Nichts, wenn die App nun zur Anmeldung führt. Kommt das danach wieder, das Token als Authorization: Bearer senden.',
      'Sendet die App es, muss der Proxy den Header Authorization weitergeben.',
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
      'Ein altes Refresh-Token wurde gesendet, obwohl das neue schon verwendet war; deshalb wurde die Verbindung beendet.',
      'Jedes neue Refresh-Token vor der nächsten Verwendung speichern und nur einen Prozess erneuern lassen; dann die Person neu verbinden lassen. Hat die App jedes nur einmal gesendet, hat jemand anderes eines: nachsehen, wo es zu lesen ist, etwa in einem Protokoll oder an einem gemeinsamen Computer.',
    ],
    sign_in_failed: [
      'Die Anmeldung ist nicht abgeschlossen.',
      'Erneut anmelden; ein vergessenes Passwort lässt sich auf dieser Seite ersetzen.',
    ],
    page_closed: ['Die Seite ist veraltet.', 'In der App von vorn beginnen und im selben Browser bleiben.'],
    message_refused: [
      'Die Werkzeuge nehmen diese Nachricht nicht an.',
      'Je POST eine JSON-RPC-Nachricht senden, mit Accept und einer Protokollversion, die der Server unterstützt.',
    ],
    busy: [
      'Der Server konnte das in diesem Moment nicht bearbeiten.',
      'Erneut versuchen; hält es an, sagt das Log des Servers mehr.',
    ],
  },
  found,
};
