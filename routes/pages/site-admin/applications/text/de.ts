import { groupedIn } from '../../../kit/text/grouped.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { applications as said } from './en.ts';

const grouped = groupedIn('de');

const connections = (count: number): string => (count === 1 ? '1 Verbindung' : `${grouped(count)} Verbindungen`);

export const applications: Said<typeof said> = {
  kind: { public: 'Öffentlich', confidential: 'Vertraulich' },
  state: { active: 'Aktiv', disabled: 'Deaktiviert' },
  list: {
    title: 'OAuth-Anwendungen',
    lead: 'Apps, die Ihre Schule für Mitglieder und Team erstellt. Alle an der Schule, auch Lernende, können sie verbinden.',
    create: 'Neue Anwendung',
    empty: 'Noch keine Anwendungen',
    emptyText:
      'Erstellen Sie für jede App, die für Ihre Schule entwickelt wird, eine Anwendung. Sie wählen, worum sie bitten darf.',
    scopes: (count) => (count === 1 ? '1 Scope' : `${count} Scopes`),
    grants: (count) => (count === 0 ? 'keine Verbindungen' : connections(count)),
    lastUsed: 'zuletzt benutzt:',
    total: (count) => (count === 1 ? '1 Anwendung' : `${grouped(count)} Anwendungen`),
    noneFound: 'Keine Anwendungen gefunden',
    q: 'Name oder Client-ID',
    sorts: { created: 'Neueste zuerst', name: 'Name', used: 'Zuletzt benutzt' },
    selected: {
      title: 'Ausgewählte Anwendungen',
      none: 'Nichts wurde geändert: Wählen Sie mindestens eine Anwendung aus, zu der die Aktion passt.',
      ask: {
        disable: (count) => (count === 1 ? '1 Anwendung deaktivieren?' : `${count} Anwendungen deaktivieren?`),
        remove: (count) => (count === 1 ? '1 Anwendung löschen?' : `${count} Anwendungen löschen?`),
      },
      consequences: {
        disable:
          'Ihre Tokens werden sofort ungültig, und ihre Verbindungen enden. Wenn Sie sie wieder aktivieren, müssen alle sie noch einmal verbinden.',
        remove:
          'Ihre Tokens werden sofort ungültig, ihre Verbindungen enden, und ihre Client-IDs werden nie wieder verwendet. Das lässt sich nicht rückgängig machen.',
      },
      already: 'Diese sind schon deaktiviert:',
      done: {
        disable: (names) => `Deaktiviert: ${names}.`,
        remove: (names) => `Gelöscht: ${names}.`,
      },
    },
  },
  form: {
    newTitle: 'Neue Anwendung',
    newLead: 'Name und Berechtigungen sehen alle, die die App um Zugriff bittet.',
    editTitle: 'Anwendung bearbeiten',
    editLead: 'Änderungen gelten, sobald Sie speichern. Client-ID und Typ lassen sich nicht ändern.',
    create: 'Anwendung erstellen',
    stale:
      'Jemand anderes hat diese Anwendung geändert, während das Formular offen war. So sieht sie jetzt aus; bitte nehmen Sie Ihre Änderungen noch einmal vor.',
    name: 'Name',
    nameHint: 'Er erscheint, wenn die App um Zugriff bittet.',
    description: 'Beschreibung (optional)',
    descriptionHint: 'Nur für alle, die Ihre Schule verwalten: wozu die App da ist und wer sich um sie kümmert.',
    kind: 'Typ',
    kinds: {
      public: 'Kann kein Geheimnis bewahren: Kommandozeilen-, Desktop-, Mobil- und Browser-Apps.',
      confidential: 'Hat einen Server, der ein Client-Geheimnis bewahrt.',
    },
    redirectUris: 'Rückkehradressen (Redirect-URIs), eine pro Zeile',
    redirectUrisHint:
      'Muss genau übereinstimmen, zum Beispiel https://app.example/callback. Auf dem Computer der Nutzer: http://127.0.0.1/callback, http://localhost/callback oder http://[::1]/callback; jeder Port funktioniert. Mobil- und Desktop-Apps können ein eigenes Schema verwenden, etwa com.example.app:/callback. Höchstens zehn.',
    postLogoutRedirectUris: 'Rückkehradressen nach dem Abmelden (optional), eine pro Zeile',
    postLogoutHint: 'Wohin die App Nutzer nach dem Abmelden schicken darf. Es gelten dieselben Regeln.',
    scopes: {
      chosen: 'Ausgewählt:',
      title: 'Scopes',
      hint: 'Um mehr kann die App nie bitten. Nutzer lesen genau diesen Wortlaut.',
      change:
        'Ein Scope, den Sie entfernen, wird sofort aus jeder Verbindung entfernt. Einer, den Sie hinzufügen, gilt erst, wenn die App darum bittet und die Person zustimmt.',
    },
    defaultScope: 'Standard-Scopes (optional)',
    defaultScopeHint:
      'Worum die App bittet, wenn eine Anfrage keinen Scope nennt, für Clients, die keinen nennen können. Trennen Sie mehrere durch Leerzeichen; jeder muss oben ausgewählt sein. Die Entscheidung bleibt bei den Nutzern.',
    introspection: 'Token-Auskunft',
    mayIntrospect: 'Jedes Token der Schule nachschlagen',
    mayIntrospectHint:
      'Für Ihren eigenen Server, der Tokens anderer Apps annimmt: Er fragt hier, ob ein Token gültig ist und wem es gehört. Wer sein client_secret hat, kann das mit jedem Token der Schule und erfährt die Scopes der Personen und, mit dem Scope email, ihre Adressen. Lassen Sie es sonst ausgeschaltet.',
    faults: {
      scopeNotChosen: 'Einer dieser Scopes ist oben nicht ausgewählt.',
      noKind: 'Bitte wählen Sie einen aus.',
      noScope: 'Bitte wählen Sie mindestens einen Scope.',
      notYours: 'Einen dieser Scopes gibt es nicht, oder Ihre eigene Rolle umfasst ihn nicht.',
      tooMany: 'Geben Sie höchstens zehn Adressen ein.',
      address: (address, why) => `${address} – ${why}`,
      addresses: {
        too_long: 'höchstens 2.048 Zeichen verwenden.',
        fragment: 'das # und alles danach entfernen.',
        characters: 'Zeichen entfernen, die nicht in eine Adresse gehören, etwa Leerzeichen.',
        relative: 'die vollständige Adresse eingeben, beginnend mit https:// oder http://127.0.0.1.',
        forbidden_scheme: 'Adressen dieser Art könnten Code ausführen und sind nie erlaubt.',
        authority: 'enthält keinen einfachen Hostnamen.',
        plain_http: 'https verwenden; http ist nur für 127.0.0.1, localhost und [::1] erlaubt.',
        own_page: 'eine Adresse der Anwendung verwenden; diese gehört zu diesem Dienst.',
      },
    },
  },
  logo: {
    title: (name: string) => `Logo von ${name}`,
    lead: 'Es erscheint auf der Zustimmungsseite und unter den verbundenen Apps. Nehmen Sie ein Bild, das wirklich zur App gehört: Nutzer entscheiden danach, wem sie vertrauen.',
    limits: (kilobytes: number, pixels: number) =>
      `PNG, JPEG oder WebP mit höchstens ${kilobytes} KB und ${pixels} × ${pixels} Pixeln, nicht animiert. Am besten wirken quadratische Bilder.`,
    now: 'Aktuelles Logo.',
    choose: 'Neues Logo',
    none: 'Kein Logo',
    upload: 'Bild hochladen',
    submitUpload: 'Hochladen und verwenden',
    faults: {
      too_large: 'Diese Datei ist größer als 100 KB.',
      gone: 'Diese Datei gibt es nicht mehr.',
      not_an_image: 'Das ist kein PNG-, JPEG- oder WebP-Bild.',
      animated: 'Dieses Bild ist animiert. Bitte wählen Sie ein unbewegtes.',
      too_many_pixels: 'Dieses Bild ist größer als 1024 × 1024 Pixel.',
      too_few_pixels: 'Dieses Bild ist kleiner als 16 × 16 Pixel.',
      stale: 'Jemand anderes hat das Logo inzwischen geändert. Bitte wählen Sie noch einmal.',
    },
  },
  issued: {
    title: { created: 'Anwendung erstellt', rotated: 'Neues Client-Geheimnis' },
    once: 'Kopieren Sie das Client-Geheimnis jetzt. Sie sehen es nicht wieder.',
    overlap: 'Das vorige Geheimnis funktioniert noch 24 Stunden, damit Sie umstellen können.',
    noSecret: 'Dies ist eine öffentliche Anwendung: Sie hat kein Geheimnis.',
    on: 'Zur Anwendung',
    again: {
      created: {
        title: 'Diese Anwendung wurde schon erstellt',
        text: 'Das Formular wurde zweimal gesendet; beim zweiten Mal wurde nichts erstellt. Das Geheimnis, falls es eines gibt, wurde einmal gezeigt. Wenn Sie es nicht gespeichert haben, erneuern Sie es.',
      },
      rotated: {
        title: 'Das Geheimnis wurde schon erneuert',
        text: 'Das Formular wurde zweimal gesendet, oder jemand anderes war schneller. Diesmal wurde nichts geändert. Das neue Geheimnis wurde einmal gezeigt; wenn Sie es nicht gespeichert haben, erneuern Sie es noch einmal.',
      },
    },
  },
  developer: {
    title: 'Für die Entwicklung',
    lead: 'Das muss eine App wissen.',
    sendSecret: 'Senden Sie das Client-Geheimnis getrennt, auf einem sicheren Weg.',
    noSecret: 'Sie hat kein Geheimnis.',
    settings: 'Einstellungen',
    command: 'In einem Checkout von Schoolgate ausprobieren',
    walkthrough: 'Die Anleitung für Entwicklung und Agenten (englisch)',
  },
  one: {
    state: 'Status',
    description: 'Beschreibung',
    redirectUris: 'Rückkehradressen',
    postLogoutRedirectUris: 'Rückkehradressen nach dem Abmelden',
    made: 'Erstellt',
    lastUsed: 'Zuletzt benutzt',
    oldSecret: 'Voriges Geheimnis',
    oldSecretUntil: 'gilt noch bis',
    disabledText:
      'Diese Anwendung ist deaktiviert: Niemand kann sie verbinden, und ihre Tokens funktionieren nicht mehr.',
    grants: 'Verbindungen',
    use: (grants, people) => `${connections(grants)} von ${people === 1 ? '1 Person' : `${grouped(people)} Personen`}.`,
    noGrants: 'Niemand ist verbunden',
    noGrantsText: 'Wer diese App verbindet, erscheint hier.',
    since: 'seit',
    allGrants: 'Alle Verbindungen',
    edit: 'Bearbeiten',
    logo: 'Logo',
    rotate: 'Geheimnis erneuern',
    endOld: 'Voriges Geheimnis widerrufen',
    disable: 'Deaktivieren',
    enable: 'Aktivieren',
    remove: 'Löschen',
  },
  danger: {
    change: {
      title: (name) => `Diese Änderungen an ${name} speichern?`,
      added: 'Hinzugefügte Rückkehradressen:',
      addedText:
        'Anmeldecodes gehen an diese Adressen. Wer sie kontrolliert, kann im Namen Ihrer Nutzer handeln. Alle Verbundenen werden neu gefragt.',
      removed: 'Entfernte Rückkehradressen:',
      scopes: 'Hinzugefügte Scopes:',
      introspects:
        'Wer das client_secret dieser Anwendung hat, kann jedes Token der Schule nachschlagen: wem es gehört, für welche App es gilt und was es darf.',
    },
    rotate: {
      title: (name) => `Geheimnis von ${name} erneuern?`,
      text: 'Sie sehen das neue Geheimnis einmal, auf der nächsten Seite. Das jetzige funktioniert noch 24 Stunden; das davor wird sofort ungültig.',
    },
    endOld: {
      title: (name) => `Voriges Geheimnis von ${name} widerrufen?`,
      text: 'Was es noch verwendet, bekommt keine Tokens mehr. Das neuere Geheimnis funktioniert weiter.',
    },
    disable: {
      title: (name) => `${name} deaktivieren?`,
      text: 'Ihre Tokens werden sofort ungültig, und ihre Verbindungen enden. Wenn Sie sie wieder aktivieren, müssen alle sie noch einmal verbinden.',
    },
    remove: {
      title: (name) => `${name} löschen?`,
      text: 'Ihre Tokens werden sofort ungültig, ihre Verbindungen enden, und die client_id wird nie wieder verwendet. Das lässt sich nicht rückgängig machen.',
    },
  },
  done: {
    changed: 'Änderungen gespeichert.',
    secret_ended: 'Voriges Geheimnis widerrufen. Es funktioniert nicht mehr.',
    disabled: 'Anwendung deaktiviert. Ihre Tokens funktionieren nicht mehr, und ihre Verbindungen sind beendet.',
    enabled: 'Anwendung aktiviert. Alle müssen sie noch einmal verbinden.',
    links_full: 'Diese Anwendung hat schon zehn Links. Widerrufen Sie zuerst einen.',
    link_revoked: 'Link widerrufen. Er funktioniert nicht mehr.',
    deleted: 'Anwendung gelöscht.',
  },
};
