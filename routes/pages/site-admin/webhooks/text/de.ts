import type { Said } from '../../../kit/text/said.ts';
import type { webhooks as en } from './en.ts';

export const webhooks: Said<typeof en> = {
  events: {
    'member.added': 'Jemand wird Mitglied oder kehrt zurück',
    'member.removed': 'Ein Mitglied wird entfernt oder gesperrt',
    'member.role_changed': 'Ein Mitglied bekommt eine andere Rolle',
    'enrollment.created': 'Ein Mitglied wird in einen Kurs aufgenommen',
    'enrollment.ended': 'Eine Kursteilnahme endet',
    'lecture.completed': 'Ein Mitglied schließt eine Lektion ab',
    'course.completed': 'Ein Mitglied schließt einen Kurs ab',
    'order.created': 'Eine Bestellung geht ein',
    'order.refunded': 'Eine Bestellung wird erstattet',
    'subscription.started': 'Ein Abonnement beginnt',
    'subscription.ended': 'Ein Abonnement endet',
    'event.cancelled': 'Eine Veranstaltung wird abgesagt',
    'application.connected': 'Ein Mitglied verbindet eine App',
    'application.disconnected': 'Eine App wird getrennt',
    'application.reviewed': 'Eine App wird geprüft, Mitgliedern angeboten oder nicht mehr angeboten',
  },
  stops: {
    school: 'Er ist ausgeschaltet: An ihn wird nichts gesendet.',
    gone: 'Er wurde ausgeschaltet, weil der Empfänger mit 410 geantwortet hat, also keine Nachrichten mehr will.',
    failing: 'Er wurde ausgeschaltet, weil fünf Tage lang keine Nachricht zugestellt werden konnte.',
  },
  state: { active: 'Ein', failing: 'Gestört', disabled: 'Aus' },
  list: {
    lead: 'Benachrichtigen Sie Ihre eigenen Programme über Ereignisse an Ihrer Schule: Der Server sendet eine signierte Nachricht an eine Adresse, die Sie wählen.',
    guide: 'So prüft ein Empfänger Nachrichten',
    add: 'Neuer Webhook',
    empty: 'Noch keine Webhooks',
    emptyText: 'Fügen Sie einen hinzu, wenn eines Ihrer Programme eine https-Adresse hat, die Nachrichten annimmt.',
    events: (count) => (count === 1 ? '1 Art von Ereignis' : `${count} Arten von Ereignissen`),
    full: (most) => `Eine Schule kann ${most} Webhooks haben. Löschen Sie einen, um einen anderen hinzuzufügen.`,
    deleted: 'Webhook samt Nachrichten gelöscht.',
  },
  form: {
    newTitle: 'Neuer Webhook',
    editTitle: 'Webhook bearbeiten',
    url: 'Adresse',
    urlHint: 'https://… auf einem öffentlichen Host. Weiterleitungen folgen wir nicht.',
    urlFault:
      'Geben Sie eine https-Adresse mit öffentlichem Hostnamen ein, der nicht der dieses Dienstes ist, ohne Benutzernamen und mit höchstens 500 Zeichen.',
    events: 'Was gesendet wird',
    eventsHint: 'Nachrichten enthalten Kennungen, aber keine Namen und Adressen.',
    eventsFault: 'Wählen Sie mindestens eine Art von Ereignis.',
    create: 'Webhook hinzufügen',
    stale:
      'Der Webhook wurde inzwischen geändert. So sieht er jetzt aus; bitte nehmen Sie Ihre Änderungen noch einmal vor.',
  },
  issued: {
    title: { created: 'Webhook hinzugefügt', rotated: 'Neues Webhook-Geheimnis' },
    once: 'Kopieren Sie das Geheimnis jetzt. Sie sehen es nicht wieder. Der Empfänger braucht es, um Nachrichten zu prüfen.',
    label: 'Geheimnis',
    overlap: '24 Stunden lang werden Nachrichten auch mit dem vorigen Geheimnis signiert.',
    on: 'Zum Webhook',
    again: {
      created: {
        title: 'Der Webhook wurde schon hinzugefügt',
        text: 'Das Formular wurde zweimal gesendet. Das Geheimnis wurde beim ersten Mal gezeigt; wenn Sie es nicht gespeichert haben, erneuern Sie es.',
      },
      rotated: {
        title: 'Das Geheimnis wurde schon erneuert',
        text: 'Das Formular wurde zweimal gesendet, oder der Webhook wurde geändert. Es gibt kein weiteres Geheimnis.',
      },
    },
  },
  one: {
    added: 'Hinzugefügt',
    events: 'Ereignisse',
    oldSecret: 'Voriges Geheimnis signiert noch bis',
    failing: 'Die letzte Nachricht konnte nicht zugestellt werden. Wir versuchen es automatisch noch einmal.',
    test: 'Testnachricht senden',
    edit: 'Bearbeiten',
    rotate: 'Geheimnis erneuern',
    enable: 'Einschalten',
    disable: 'Ausschalten',
    remove: 'Löschen',
    back: 'Alle Webhooks',
  },
  done: {
    changed: 'Änderungen gespeichert.',
    enabled: 'Webhook eingeschaltet. Wartende Nachrichten werden jetzt gesendet.',
    disabled:
      'Webhook ausgeschaltet. Wartende Nachrichten werden gesendet, wenn Sie ihn innerhalb von 48 Stunden wieder einschalten.',
    tested: 'Testnachricht gesendet. Laden Sie diese Seite neu, um die Antwort zu sehen.',
    replayed:
      'Nachricht noch einmal gesendet, mit derselben Kennung. Laden Sie diese Seite neu, um die Antwort zu sehen.',
    unsent: 'Es wurde nichts gesendet, weil der Webhook ausgeschaltet ist oder die Nachricht schon wartet.',
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
      title: 'Geheimnis erneuern?',
      text: 'Sie sehen das neue Geheimnis einmal. 24 Stunden lang werden Nachrichten mit beiden signiert, damit der Empfänger umgestellt werden kann.',
    },
    remove: {
      title: 'Webhook löschen?',
      text: 'An ihn wird nichts mehr gesendet. Seine Nachrichten werden gelöscht, auch wartende.',
    },
  },
};
