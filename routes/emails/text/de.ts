import type { Said } from '../../pages/kit/text/said.ts';
import { resets } from '../reset-text/de.ts';
import type { mail as en } from './en.ts';

/** What to do about something that was done by somebody else. */
const notYou =
  'Waren Sie das nicht, öffnen Sie diesen Link und klicken Sie dort auf die Schaltfläche. Dann werden alle aus Ihrem Konto abgemeldet, und Sie wählen ein neues Passwort. Der Link gilt einmal und 7 Tage lang:';

export const mail: Said<typeof en> = {
  greeting: 'Guten Tag,',
  signature: 'Schoolgate',
  open: 'Seite öffnen',
  reset_password: {
    subject: 'Neues Passwort wählen',
    before:
      'Wir haben eine Anfrage erhalten, Ihr Passwort zurückzusetzen. Um ein neues zu wählen, öffnen Sie diesen Link:',
    after:
      'Der Link funktioniert einmal und 30 Minuten lang. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert.',
    sent: {
      byPlatform:
        'Die Betreiber dieses Dienstes haben Ihnen einen Link gesendet. Um ein neues Passwort zu wählen, öffnen Sie ihn:',
      bySchool: (school) => `${school} hat Ihnen einen Link gesendet. Um ein neues Passwort zu wählen, öffnen Sie ihn:`,
      after:
        'Der Link funktioniert einmal und 30 Minuten lang. Wenn Sie kein neues Passwort brauchen, ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert.',
    },
  },
  password_changed: {
    subject: 'Ihr Passwort wurde geändert',
    before: (at) =>
      `Das Passwort Ihres Kontos wurde geändert (${at}), und Ihre anderen Browser wurden abgemeldet. Passkeys gelten weiterhin: Prüfen Sie auf der Seite „Passwort und Passkeys“, ob Sie alle kennen.`,
    after: notYou,
  },
  passkey_added: {
    subject: 'Ein Passkey wurde hinzugefügt',
    before: (passkey, at) =>
      `Zu Ihrem Konto wurde der Passkey „${passkey}“ hinzugefügt (${at}). Wer ihn hat, kann sich damit anmelden.`,
    after: notYou,
  },
  passkey_removed: {
    subject: 'Ein Passkey wurde entfernt',
    before: (passkey, at) =>
      `Aus Ihrem Konto wurde der Passkey „${passkey}“ entfernt (${at}). Niemand kann sich mehr damit anmelden.`,
    after: notYou,
  },
  second_factor_added: {
    subject: 'Die Anmeldung mit zwei Faktoren wurde eingeschaltet',
    before: (at) =>
      `Für Ihr Konto wurde die Anmeldung mit zwei Faktoren eingeschaltet (${at}), und Ihre anderen Browser wurden abgemeldet.`,
    after: notYou,
  },
  second_factor_removed: {
    subject: 'Die Anmeldung mit zwei Faktoren wurde ausgeschaltet',
    before: (at) =>
      `Für Ihr Konto wurde die Anmeldung mit zwei Faktoren ausgeschaltet (${at}). Jetzt genügt Ihr Passwort.`,
    after: notYou,
  },
  recovery_codes_replaced: {
    subject: 'Neue Wiederherstellungscodes wurden erstellt',
    before: (at) =>
      `Für Ihr Konto wurden neue Wiederherstellungscodes erstellt (${at}). Die bisherigen gelten nicht mehr.`,
    after: notYou,
  },
  recovery_code_used: {
    subject: 'Ein Wiederherstellungscode wurde benutzt',
    before: (at, left) =>
      `Jemand hat sich mit einem Wiederherstellungscode in Ihrem Konto angemeldet (${at}). Verbleibende Wiederherstellungscodes: ${left}.`,
    after: notYou,
  },
  ...resets,
  second_factor_reset_done: {
    subject: 'Ihr zweiter Faktor wurde zurückgesetzt',
    before: (school, at) =>
      `${school} hatte angeordnet, den zweiten Faktor Ihres Kontos zurückzusetzen. Eine Anmeldung mit Ihrem Passwort hat das ausgelöst (${at}): Authenticator-App, Wiederherstellungscodes und alle Passkeys gelten nicht mehr, und Ihr Passwort allein öffnet das Konto.`,
    after: notYou,
  },
  account_deleted: {
    subject: 'Ihr Konto wurde gelöscht',
    before: (at) =>
      `Ihr Konto wurde gelöscht (${at}). Niemand kann sich mehr damit anmelden, und das lässt sich nicht rückgängig machen. Dies ist die letzte E-Mail dazu.`,
    after:
      'Wenn Sie das nicht waren, wenden Sie sich an die Betreiber der Plattform, und ändern Sie das Passwort überall, wo Sie dasselbe verwenden.',
  },
  verify_email: {
    subject: 'E-Mail-Adresse bestätigen',
    before:
      'Diese Adresse gehört zu einem Konto bei uns. Um zu bestätigen, dass sie Ihre ist, öffnen Sie diesen Link und klicken Sie dort auf die Schaltfläche:',
    after:
      'Der Link funktioniert einmal und 24 Stunden lang. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.',
  },
  new_email: {
    subject: 'Neue E-Mail-Adresse bestätigen',
    before:
      'Diese Adresse soll in einem Konto bei uns die bisherige ersetzen. Wenn das Ihr Konto ist, öffnen Sie diesen Link und klicken Sie dort auf die Schaltfläche:',
    after:
      'Der Link funktioniert einmal und 24 Stunden lang. Bis dahin melden Sie sich mit Ihrer bisherigen Adresse an. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.',
  },
  email_changing: {
    subject: 'Ihre E-Mail-Adresse soll sich ändern',
    before: (email, at) =>
      `Jemand, der in Ihrem Konto angemeldet ist, möchte dafür ${email} statt dieser Adresse verwenden (${at}).`,
    after: `Waren Sie das selbst, müssen Sie nichts tun. ${notYou}`,
  },
  email_changed: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    before: (email, at) => `Die Adresse Ihres Kontos wurde geändert (${at}): Statt dieser Adresse gilt nun ${email}.`,
    after:
      'Wollten Sie das nicht, öffnen Sie diesen Link und klicken Sie dort auf die Schaltfläche. Ihr Konto erhält diese Adresse zurück, alle werden abgemeldet, und Sie wählen ein neues Passwort. Der Link gilt einmal und 7 Tage lang; so lange kann niemand sonst diese Adresse verwenden:',
  },
  email_restored: {
    subject: 'Ihre E-Mail-Adresse wurde zurückgesetzt',
    before: (email, at) =>
      `Das Konto mit dieser Adresse hat seine vorherige Adresse ${email} zurückerhalten (${at}): durch einen Link, der dorthin gesendet wurde, oder durch die Betreiber dieses Dienstes.`,
    after: 'Wollten Sie das nicht, wenden Sie sich an Ihre Schule oder an die Betreiber dieses Dienstes:',
  },
  new_browser: {
    subject: 'Neue Anmeldung in Ihrem Konto',
    before: (browser, network, at) =>
      `Jemand hat sich in Ihrem Konto mit einem Browser angemeldet, den wir noch nicht kannten (${at}): ${browser}, aus dem Netz ${network}.`,
    after: notYou,
  },
  wrong_codes: {
    subject: 'Vielleicht kennt jemand Ihr Passwort',
    before: (browser, network, at) =>
      `Jemand hat das Passwort Ihres Kontos eingegeben und danach mehrmals hintereinander einen falschen Code für die Anmeldung mit zwei Faktoren. Der letzte Versuch (${at}) kam von diesem Browser: ${browser}, aus dem Netz ${network}. Keiner dieser Versuche war erfolgreich. Waren Sie es selbst, prüfen Sie Datum und Uhrzeit Ihres Telefons, oder verwenden Sie einen Wiederherstellungscode.`,
    after: notYou,
  },
  email_taken: {
    subject: 'Jemand hat versucht, Ihre Adresse zu verwenden',
    before:
      'Jemand hat versucht, diese Adresse für ein anderes Konto zu verwenden. Es wurde nichts geändert, denn sie gehört schon zu einem Konto: zu Ihrem.',
    after:
      'Waren Sie das selbst, melden Sie sich mit dem Konto an, zu dem diese Adresse gehört. Haben Sie dessen Passwort vergessen, beginnen Sie hier:',
  },
  invitation: {
    subject: (school) => `${school} lädt Sie ein`,
    before: (school, role) =>
      `Sie sind zu ${school} eingeladen, als: ${role}. Um die Einladung zu sehen und sie anzunehmen oder abzulehnen, öffnen Sie diesen Link:`,
    after: 'Der Link funktioniert 7 Tage lang. Wenn Sie diese Schule nicht kennen, ignorieren Sie diese E-Mail.',
  },
  event_cancelled: {
    subject: (event) => `Abgesagt: ${event}`,
    before: (event, school, at) =>
      `${school} hat die Veranstaltung „${event}“ abgesagt, die am ${at} beginnen sollte. Ihre Anmeldung ist damit hinfällig, Sie müssen nichts tun.`,
    after: 'Die Seite der Veranstaltung:',
  },
  event_moved: {
    subject: (event) => `Geändert: ${event}`,
    before: (event, school, at) =>
      `${school} hat Zeit oder Ort der Veranstaltung „${event}“ geändert. Neuer Beginn: ${at}.`,
    where: (location) => `Ort: ${location}`,
    after:
      'Ihre Anmeldung gilt weiter. Der Link zur Teilnahme online kann sich geändert haben: Sehen Sie vor der Veranstaltung noch einmal nach.\n\nDie Seite der Veranstaltung:',
  },
  event_seat: {
    subject: (event) => `Sie haben einen Platz: ${event}`,
    before: (event, school, at) =>
      `Bei der Veranstaltung „${event}“ von ${school} ist ein Platz frei geworden, und er gehört Ihnen: Sie stehen nicht mehr auf der Warteliste. Beginn: ${at}.`,
    after:
      'Wenn Sie nicht kommen können, geben Sie den Platz bitte frei, damit ihn jemand anderes bekommt.\n\nDie Seite der Veranstaltung:',
  },
  course_enrolled: {
    subject: (course) => `Sie können anfangen: ${course}`,
    before: (course, school) => `${school} hat Sie in den Kurs „${course}“ aufgenommen.`,
    until: (day) => `Ihr letzter Tag mit Zugang ist der ${day}.`,
    after: 'Wenn Sie keine E-Mails über neue Kurse möchten, schalten Sie sie hier ab:',
  },
  subscription_opened: {
    subject: (plan) => `Sie haben Zugang: ${plan}`,
    all: (plan, school) => `Mit der Mitgliedschaft „${plan}“ gibt Ihnen ${school} Zugang zu allen Kursen.`,
    some: (plan, school) => `Mit der Mitgliedschaft „${plan}“ gibt Ihnen ${school} Zugang zu diesen Kursen:`,
    others: (count) => `und weitere: ${count}`,
  },
  role_changed: {
    subject: (school) => `Ihre Rolle bei ${school} hat sich geändert`,
    before: (school, role) => `${school} hat Ihre Rolle geändert. Sie sind jetzt: ${role}.`,
    after: 'Wenn Sie das nicht erwartet haben, fragen Sie bei der Schule nach. Ihr Konto:',
    byPlatform: {
      before: (school, role) =>
        `Die Betreiber dieses Dienstes haben Ihre Rolle bei ${school} geändert. Sie sind jetzt: ${role}.`,
      after: 'Wenn Sie das nicht erwartet haben, fragen Sie die Betreiber dieses Dienstes. Ihr Konto:',
    },
  },
  ownership: {
    subject: (school) => `Inhaberschaft von ${school}`,
    before: {
      offered: (school, by, to, at) =>
        `${by} hat ${to} angeboten, ebenfalls Inhaber/in von ${school} zu werden. Das Angebot gilt bis ${at}.`,
      offered_instead: (school, by, to, at) =>
        `${by} möchte die Inhaberschaft von ${school} an ${to} übergeben und selbst in die Verwaltung wechseln. Das Angebot gilt bis ${at}.`,
      shared: (school, by, to) => `${to} ist jetzt zusammen mit ${by} Inhaber/in von ${school}.`,
      handed_over: (school, by, to) =>
        `${to} ist jetzt anstelle von ${by} Inhaber/in von ${school}. ${by} gehört jetzt zur Verwaltung.`,
      withdrawn: (school, by, to) =>
        `Das Angebot von ${by} an ${to}, die Inhaberschaft von ${school} zu teilen, wurde zurückgezogen. Es hat sich nichts geändert.`,
      withdrawn_instead: (school, by, to) =>
        `Das Angebot von ${by} an ${to}, die Inhaberschaft von ${school} zu übergeben, wurde zurückgezogen. Es hat sich nichts geändert.`,
      declined: (school, by, to) =>
        `${to} hat das Angebot von ${by} abgelehnt, die Inhaberschaft von ${school} zu teilen. Es hat sich nichts geändert.`,
      declined_instead: (school, by, to) =>
        `${to} hat das Angebot von ${by} abgelehnt, die Inhaberschaft von ${school} zu übergeben. Es hat sich nichts geändert.`,
    },
    after:
      'Wenn Sie das nicht erwartet haben, fragen Sie sofort bei den Inhaber/innen der Schule nach. Mehr dazu hier:',
    yours: {
      offered: (school, by, at) =>
        `${by} möchte die Inhaberschaft von ${school} mit Ihnen teilen. Sie können bis ${at} annehmen.`,
      offered_instead: (school, by, at) =>
        `${by} möchte Ihnen die Inhaberschaft von ${school} übergeben und selbst in die Verwaltung wechseln. Sie können bis ${at} annehmen.`,
      shared: (school, by) => `Sie sind jetzt zusammen mit ${by} Inhaber/in von ${school}.`,
      handed_over: (school, by) =>
        `Sie sind jetzt anstelle von ${by} Inhaber/in von ${school}. ${by} gehört jetzt zur Verwaltung.`,
      withdrawn: (school, by) =>
        `Das Angebot von ${by}, die Inhaberschaft von ${school} mit Ihnen zu teilen, wurde zurückgezogen. Es hat sich nichts geändert.`,
      withdrawn_instead: (school, by) =>
        `Das Angebot von ${by}, Ihnen die Inhaberschaft von ${school} zu übergeben, wurde zurückgezogen. Es hat sich nichts geändert.`,
      declined: (school, by) =>
        `Sie haben das Angebot von ${by} abgelehnt, die Inhaberschaft von ${school} zu teilen. Es hat sich nichts geändert.`,
      declined_instead: (school, by) =>
        `Sie haben das Angebot von ${by} abgelehnt, Ihnen die Inhaberschaft von ${school} zu übergeben. Es hat sich nichts geändert.`,
      after:
        'Wenn Sie nicht wissen, worum es geht, fragen Sie zuerst bei der Schule nach. Annehmen oder ablehnen können Sie hier:',
      afterAnswer:
        'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und informieren Sie die Schule. Alles, was mit Ihrem Konto geschehen ist, steht hier:',
      afterWithdrawal:
        'Wenn Sie den Grund wissen möchten, fragen Sie bei der Schule nach. Alles, was mit Ihrem Konto geschehen ist, steht hier:',
    },
    giver: {
      offered: (school, to, at) =>
        `Sie haben ${to} angeboten, ebenfalls Inhaber/in von ${school} zu werden. Das Angebot gilt bis ${at}.`,
      offered_instead: (school, to, at) =>
        `Sie haben angeboten, die Inhaberschaft von ${school} an ${to} zu übergeben und selbst in die Verwaltung zu wechseln. Das Angebot gilt bis ${at}.`,
      shared: (school, to) =>
        `${to} hat Ihr Angebot angenommen und ist jetzt zusammen mit Ihnen Inhaber/in von ${school}.`,
      handed_over: (school, to) =>
        `${to} hat Ihr Angebot angenommen und ist jetzt an Ihrer Stelle Inhaber/in von ${school}. Sie gehören jetzt zur Verwaltung.`,
      withdrawn: (school, to) =>
        `Ihr Angebot an ${to}, die Inhaberschaft von ${school} zu teilen, wurde zurückgezogen. Es hat sich nichts geändert.`,
      withdrawn_instead: (school, to) =>
        `Ihr Angebot an ${to}, die Inhaberschaft von ${school} zu übergeben, wurde zurückgezogen. Es hat sich nichts geändert.`,
      declined: (school, to) =>
        `${to} hat Ihr Angebot abgelehnt, die Inhaberschaft von ${school} zu teilen. Es hat sich nichts geändert.`,
      declined_instead: (school, to) =>
        `${to} hat Ihr Angebot abgelehnt, die Inhaberschaft von ${school} zu übergeben. Es hat sich nichts geändert.`,
      after:
        'Wenn Sie das nicht waren, ziehen Sie das Angebot zurück und ändern Sie sofort Ihr Passwort. Zurückziehen können Sie es hier:',
      afterAnswer:
        'Wenn Sie kein solches Angebot gemacht haben, ändern Sie sofort Ihr Passwort und bitten Sie die Betreiber dieses Dienstes um Hilfe. Mehr dazu hier:',
    },
  },
  owner_stepped_down: {
    subject: (school) => `Inhaberschaft von ${school} niedergelegt`,
    before: (school, by) =>
      `${by} hat die Inhaberschaft von ${school} niedergelegt und gehört jetzt zur Verwaltung. Sie sind weiterhin Inhaber/in.`,
    after: 'Wenn Sie das nicht erwartet haben, fragen Sie bei dieser Person nach. Mehr dazu hier:',
    yours: {
      before: (school) => `Sie haben die Inhaberschaft von ${school} niedergelegt. Sie gehören jetzt zur Verwaltung.`,
      after:
        'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und bitten Sie die Inhaber/innen der Schule um Hilfe. Alles, was mit Ihrem Konto geschehen ist, steht hier:',
    },
  },
  webhook_stopped: {
    subject: (school: string) => `Ein Webhook von ${school} wurde ausgeschaltet`,
    before: {
      gone: (school: string, host: string) =>
        `${school} hat einen Endpunkt für Webhooks bei ${host}. Er hat mit 410 geantwortet, will also keine Nachrichten mehr. Wir haben ihn ausgeschaltet.`,
      failing: (school: string, host: string) =>
        `${school} hat einen Endpunkt für Webhooks bei ${host}. Seit fünf Tagen konnte ihm keine einzige Nachricht zugestellt werden. Wir haben ihn ausgeschaltet.`,
    },
    after:
      'Nicht zugestellte Nachrichten bleiben zwei Wochen lang in seiner Liste. Sobald der Empfänger wieder funktioniert, schalten Sie den Endpunkt hier ein und senden Sie sie noch einmal:',
  },
  address_shown: {
    subject: (app) => `Eine Adresse zum Verbinden von ${app} wurde angezeigt`,
    before: (app, school, at) =>
      `Eine Seite hat die Adresse angezeigt, mit der ein Programm auf einem anderen Computer Zugriff auf Ihr Konto bei ${school} erhält (${at}). Das Programm nennt sich ${app}. Wenn Sie sie in ein Programm eingefügt haben, das Sie selbst gestartet haben, ist alles in Ordnung.`,
    after:
      'Wenn jemand Sie um die Adresse gebeten hat, benutzt diese Person vielleicht jetzt Ihr Konto. Entfernen Sie die App hier:',
  },
  refresh_reuse: {
    subject: (app) => `${app} wurde zu Ihrer Sicherheit getrennt`,
    before: (app, school, at) =>
      `Jemand hat für Ihr Konto bei ${school} einen Schlüssel vorgelegt, den ${app} schon verbraucht hatte (${at}). Entweder hat die App einen Fehler gemacht, oder jemand hat den Schlüssel kopiert. Wir haben diese Verbindung deshalb beendet: Niemand kann sie mehr benutzen.`,
    after:
      'Wenn Sie die App verwenden, verbinden Sie sie neu. Hier sehen Sie alles, was mit Ihrem Konto verbunden ist:',
  },
};
