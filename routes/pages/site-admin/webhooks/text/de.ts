import type { Said } from '../../../kit/text/said.ts';
import type { webhooks as en } from './en.ts';

export const webhooks: Said<typeof en> = {
  events: {
    'member.added': 'Jemand wird Mitglied oder ist wieder da',
    'member.removed': 'Ein Mitglied wird entfernt oder gesperrt',
    'member.role_changed': 'Ein Mitglied bekommt eine andere Rolle',
    'enrollment.created': 'Ein Mitglied wird in einen Kurs eingeschrieben',
    'enrollment.ended': 'Eine Einschreibung endet',
    'lecture.completed': 'Ein Mitglied schließt eine Lektion ab',
    'course.completed': 'Ein Mitglied schließt einen Kurs ab',
    'order.created': 'Eine Bestellung geht ein',
    'order.refunded': 'Eine Bestellung wird erstattet',
    'subscription.started': 'Ein Abonnement beginnt',
    'subscription.ended': 'Ein Abonnement endet',
    'event.cancelled': 'Eine Veranstaltung wird abgesagt',
    'application.connected': 'Ein Mitglied verbindet eine App',
    'application.disconnected': 'Eine App wird getrennt',
    'application.reviewed': 'Eine App wird geprüft, übernommen oder abgegeben',
  },
  stops: {
    school: 'Er ist abgeschaltet: An ihn wird nichts gesendet.',
    gone: 'Er wurde abgeschaltet, weil der Empfänger mit 410 geantwortet hat und damit keine Nachrichten mehr will.',
    failing: 'Er wurde abgeschaltet, weil fünf Tage lang keine Nachricht zugestellt werden konnte.',
  },
  state: { active: 'Ein', failing: 'Gestört', disabled: 'Aus' },
  list: {
    lead: 'Ihre eigenen Programme können erfahren, was an Ihrer Schule geschieht: Der Server sendet eine signierte Nachricht an eine Adresse, die Sie wählen.',
    guide: 'Wie ein Empfänger Nachrichten prüft',
    add: 'Neuer Webhook',
    empty: 'Noch keine Webhooks',
    emptyText: 'Fügen Sie einen hinzu, wenn eines Ihrer Programme eine https-Adresse hat, die Nachrichten annimmt.',
    events: (count) => (count === 1 ? '1 Art von Ereignis' : `${count} Arten von Ereignissen`),
    full: (most) => `Eine Schule kann ${most} Webhooks haben. Löschen Sie einen, um einen anderen hinzuzufügen.`,
    deleted: 'Der Webhook und seine Liste sind gelöscht.',
  },
  form: {
    newTitle: 'Neuer Webhook',
    editTitle: 'Webhook ändern',
    url: 'Adresse',
    urlHint: 'https://… auf einem öffentlichen Host. Weiterleitungen wird nicht gefolgt.',
    urlFault:
      'Geben Sie eine https-Adresse auf einem öffentlichen Host mit Namen ein, ohne Benutzernamen und mit höchstens 500 Zeichen.',
    events: 'Was gesendet wird',
    eventsHint: 'Nachrichten enthalten Kennungen, aber keine Namen und Adressen.',
    eventsFault: 'Wählen Sie mindestens eine Art von Ereignis.',
    create: 'Webhook hinzufügen',
    stale:
      'Der Webhook wurde inzwischen geändert. Sie sehen ihn, wie er jetzt ist; bitte nehmen Sie Ihre Änderungen noch einmal vor.',
  },
  issued: {
    title: { created: 'Der Webhook ist hinzugefügt', rotated: 'Der Webhook hat ein neues Geheimnis' },
    once: 'Das Geheimnis wird nur jetzt gezeigt. Geben Sie es dem Empfänger, der damit Nachrichten prüft.',
    label: 'Geheimnis',
    overlap: '24 Stunden lang werden Nachrichten auch mit dem bisherigen Geheimnis signiert.',
    on: 'Zum Webhook',
    again: {
      created: {
        title: 'Der Webhook wurde schon hinzugefügt',
        text: 'Das Formular wurde zweimal gesendet. Das Geheimnis wurde nach dem ersten Mal gezeigt; wenn Sie es nicht gesehen haben, ersetzen Sie es.',
      },
      rotated: {
        title: 'Das Geheimnis wurde schon ersetzt',
        text: 'Das Formular wurde zweimal gesendet, oder der Webhook wurde geändert. Es gibt kein weiteres Geheimnis.',
      },
    },
  },
  one: {
    added: 'Hinzugefügt',
    events: 'Ereignisse',
    oldSecret: 'Bisheriges Geheimnis signiert auch bis',
    failing: 'Die letzte Nachricht konnte nicht zugestellt werden. Der nächste Versuch folgt von selbst.',
    test: 'Testnachricht senden',
    edit: 'Ändern',
    rotate: 'Geheimnis ersetzen',
    enable: 'Einschalten',
    disable: 'Abschalten',
    remove: 'Löschen',
    back: 'Alle Webhooks',
  },
  done: {
    changed: 'Der Webhook ist geändert.',
    enabled: 'Der Webhook ist eingeschaltet. Was noch gewartet hat, wird jetzt gesendet.',
    disabled:
      'Der Webhook ist abgeschaltet. Was noch wartet, wird gesendet, wenn Sie ihn innerhalb von 48 Stunden wieder einschalten.',
    tested: 'Die Testnachricht ist unterwegs. Laden Sie diese Seite neu, um die Antwort zu sehen.',
    replayed:
      'Die Nachricht wird noch einmal gesendet, mit derselben Kennung. Laden Sie diese Seite neu, um die Antwort zu sehen.',
    unsent: 'Es wurde nichts gesendet, weil der Webhook abgeschaltet ist oder die Nachricht schon wartet.',
  },
  log: {
    title: 'Letzte Nachrichten',
    empty: 'Noch keine Nachricht',
    emptyText: 'Nachrichten stehen hier zwei Wochen lang.',
    delivered: 'Zugestellt',
    waiting: 'Wartet',
    failed: 'Nicht zugestellt',
    attempts: (count) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
    status: (status) => `Antwort: ${status}`,
    noAnswer:
      'Keine Antwort: Der Name wurde nicht gefunden, liegt nicht in einem öffentlichen Netz, oder es kam über https innerhalb von 10 Sekunden keine Antwort.',
    again: 'Noch einmal senden',
  },
  danger: {
    rotate: {
      title: 'Geheimnis ersetzen?',
      text: 'Das neue Geheimnis wird einmal gezeigt. 24 Stunden lang werden Nachrichten mit beiden signiert, damit der Empfänger umgestellt werden kann.',
    },
    remove: {
      title: 'Webhook löschen?',
      text: 'An ihn wird nichts mehr gesendet. Was noch wartet, und seine Liste, werden gelöscht.',
    },
  },
};
