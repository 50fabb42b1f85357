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
    lead: 'Apps, die Ihre Schule für ihre Mitglieder und für die Leute anlegt, die sie führen. Wer hier eine Rolle hat, auch als Lernende, kann ihnen Zugriff geben.',
    create: 'Neue Anwendung',
    empty: 'Noch keine Anwendungen',
    emptyText:
      'Legen Sie eine an, wenn jemand eine App für Ihre Schule baut: Sie bekommt eine client_id und die Scopes, die Sie wählen.',
    scopes: (count) => (count === 1 ? '1 Scope' : `${count} Scopes`),
    grants: (count) => (count === 0 ? 'keine Verbindungen' : connections(count)),
    lastUsed: 'zuletzt benutzt:',
  },
  form: {
    newTitle: 'Neue Anwendung',
    newLead: 'Was Sie hier eintragen, lesen die Leute, wenn die App sie um Zugriff bittet.',
    editTitle: 'Anwendung ändern',
    editLead: 'Änderungen gelten, sobald Sie speichern. Die client_id und die Art bleiben, wie sie sind.',
    create: 'Anwendung anlegen',
    stale:
      'Jemand anderes hat diese Anwendung geändert, während das Formular offen war. Sie sehen sie nun, wie sie ist; bitte nehmen Sie Ihre Änderungen noch einmal vor.',
    name: 'Name',
    nameHint: 'Er steht auf der Seite, auf der die Leute zustimmen.',
    description: 'Beschreibung (freiwillig)',
    descriptionHint: 'Für die Leute, die Ihre Schule führen: wozu die App da ist und wer sich um sie kümmert.',
    kind: 'Art',
    kinds: {
      public:
        'Läuft dort, wo man hineinsehen kann: Kommandozeile, Programme auf Computer und Telefon, Webseiten. Sie hat kein Geheimnis.',
      confidential:
        'Läuft auf einem Server, der ein Geheimnis bewahren kann. Sie weist sich mit einem client_secret aus.',
    },
    redirectUris: 'Rückkehradressen (Redirect-URIs), eine pro Zeile',
    redirectUrisHint:
      'Wohin die Leute zurückgeschickt werden. https://app.example/callback wird Zeichen für Zeichen verglichen. Auf dem eigenen Computer: http://127.0.0.1/callback, http://localhost/callback oder http://[::1]/callback; ohne Port passt jeder Port. Apps auf einem Gerät können ein eigenes Schema haben, etwa com.example.app:/callback. Höchstens zehn.',
    postLogoutRedirectUris: 'Nach dem Abmelden, eine pro Zeile (freiwillig)',
    postLogoutHint:
      'Wohin die App die Leute schicken darf, wenn sie sich abgemeldet haben. Es gelten dieselben Regeln.',
    scopes: {
      chosen: 'Ausgewählt:',
      title: 'Scopes',
      hint: 'Das Höchste, worum die App je bitten darf. Jeder Satz ist der, den die Leute lesen; angesprochen ist darin, wer der App zustimmt.',
      change:
        'Ein Scope, den Sie wegnehmen, ist sofort aus jeder Verbindung verschwunden. Einer, den Sie hinzufügen, gilt erst, wenn die App darum bittet und die Person zustimmt.',
    },
    defaultScope: 'Standard-Scopes (optional)',
    defaultScopeHint:
      'Worum die App bittet, wenn eine Anfrage keinen Scope nennt, für Clients, die keinen nennen können. Mehrere durch Leerzeichen trennen; jeder muss oben ausgewählt sein. Die Entscheidung bleibt bei den Menschen.',
    introspection: 'Token-Auskunft',
    mayIntrospect: 'Jedes Token der Schule nachschlagen',
    mayIntrospectHint:
      'Für einen Server von Ihnen, der Tokens anderer Apps annimmt: Er fragt hier, ob ein Token gültig ist und wem es gehört. Wer sein client_secret hat, kann das mit jedem Token der Schule und erfährt die Scopes der Menschen und, mit dem Scope email, ihre Adressen. Lassen Sie es sonst ausgeschaltet.',
    faults: {
      scopeNotChosen: 'Hier steht ein Scope, der oben nicht ausgewählt ist.',
      noKind: 'Bitte wählen Sie eine aus.',
      noScope: 'Bitte wählen Sie mindestens einen Scope.',
      notYours: 'Hier ist ein Scope dabei, den es nicht gibt oder der zu Ihrer eigenen Rolle nicht gehört.',
      tooMany: 'Das sind mehr als zehn Adressen.',
      address: (address, why) => `${address} – ${why}`,
      addresses: {
        too_long: 'länger als 2.048 Zeichen.',
        fragment: 'enthält ein # und etwas dahinter; nach Pfad und Query darf nichts mehr folgen.',
        characters: 'enthält Zeichen, die nicht in eine Adresse gehören, etwa Leerzeichen.',
        relative: 'keine vollständige Adresse; sie muss mit https:// oder http://127.0.0.1 beginnen.',
        forbidden_scheme: 'Adressen dieser Art könnten etwas ausführen und sind nie erlaubt.',
        authority: 'enthält keinen einfachen Hostnamen.',
        plain_http: 'http geht nur für 127.0.0.1, localhost und [::1]; überall sonst muss es https sein.',
      },
    },
  },
  logo: {
    title: (name: string) => `Logo von ${name}`,
    lead: 'Es erscheint auf der Zustimmungsseite und unter den verbundenen Apps. Nehmen Sie ein Bild, das wirklich zur App gehört: Daran erkennen die Leute, wem sie vertrauen.',
    limits: (kilobytes: number, pixels: number) =>
      `PNG, JPEG oder WebP mit höchstens ${kilobytes} KB und ${pixels} × ${pixels} Pixeln, nicht animiert. Am besten wirken quadratische Bilder.`,
    now: 'Das ist das derzeitige Logo.',
    choose: 'Neues Logo',
    none: 'Kein Logo',
    upload: 'Bild hochladen',
    submitUpload: 'Hochladen und verwenden',
    faults: {
      too_large: 'Diese Datei ist zu groß.',
      not_an_image: 'Diese Datei gibt es nicht mehr, oder sie ist kein PNG-, JPEG- oder WebP-Bild.',
      animated: 'Dieses Bild ist animiert. Bitte wählen Sie ein unbewegtes.',
      too_many_pixels: 'Dieses Bild hat zu viele Pixel.',
      too_few_pixels: 'Dieses Bild ist kleiner als 16 × 16 Pixel.',
      stale: 'Jemand anders hat das Logo inzwischen geändert. Bitte wählen Sie noch einmal.',
    },
  },
  issued: {
    title: { created: 'Die Anwendung ist angelegt', rotated: 'Das neue Geheimnis' },
    once: 'Nur dieses eine Mal wird das client_secret gezeigt. Bringen Sie es dorthin, wo die App ihre Geheimnisse aufbewahrt, bevor Sie diese Seite verlassen.',
    overlap: 'Das bisherige Geheimnis gilt noch 24 Stunden, damit die App ohne Lücke umgestellt werden kann.',
    noSecret: 'Es ist eine öffentliche Anwendung: Es gibt kein Geheimnis zu bewahren.',
    on: 'Zur Anwendung',
    again: {
      created: {
        title: 'Diese Anwendung ist schon angelegt',
        text: 'Das Formular wurde ein zweites Mal gesendet; dadurch wurde nichts angelegt. Falls die Anwendung ein Geheimnis hat, wurde es einmal gezeigt; wenn es verloren ging, geben Sie ihr ein neues.',
      },
      rotated: {
        title: 'Das Geheimnis ist schon geändert',
        text: 'Das Formular wurde ein zweites Mal gesendet, oder jemand anderes war schneller. Dadurch wurde nichts geändert. Das neue Geheimnis wurde einmal gezeigt; wenn es verloren ging, geben Sie der Anwendung ein weiteres.',
      },
    },
  },
  developer: {
    title: 'Für die Entwicklung',
    lead: 'Das muss eine App wissen. Das client_secret, falls es eines gibt, kommt auf anderem Weg dorthin.',
    settings: 'Einstellungen',
    command: 'Den ganzen Ablauf ausprobieren, in einer Kopie von Schoolgate',
    walkthrough: 'Die Anleitung für Entwicklung und Agenten (englisch)',
  },
  one: {
    state: 'Zustand',
    description: 'Beschreibung',
    redirectUris: 'Rückkehradressen',
    postLogoutRedirectUris: 'Nach dem Abmelden',
    made: 'Angelegt',
    lastUsed: 'Zuletzt benutzt',
    oldSecret: 'Voriges Geheimnis',
    oldSecretUntil: 'gilt noch bis',
    disabledText: 'Diese Anwendung ist deaktiviert: Sie kann niemanden fragen, und ihre Token sind ungültig.',
    grants: 'Verbindungen',
    use: (grants, people) => `${connections(grants)} von ${people === 1 ? '1 Person' : `${grouped(people)} Personen`}.`,
    noGrants: 'Niemand ist verbunden',
    noGrantsText: 'Wer dieser App Zugriff gibt, erscheint hier.',
    since: 'seit',
    allGrants: 'Alle Verbindungen',
    edit: 'Ändern',
    logo: 'Logo',
    rotate: 'Neues Geheimnis',
    endOld: 'Voriges Geheimnis jetzt beenden',
    disable: 'Deaktivieren',
    enable: 'Aktivieren',
    remove: 'Löschen',
  },
  danger: {
    change: {
      title: (name) => `${name} ändern?`,
      added: 'Neue Rückkehradressen:',
      addedText:
        'Codes gehen von nun an auch dorthin, und wer sie liest, handelt für die Menschen, die die Anwendung benutzen. Wer sie schon zugelassen hat, wird noch einmal gefragt.',
      removed: 'Rückkehradressen, die wegfallen:',
      scopes: 'Neue Scopes:',
      introspects:
        'Ab jetzt kann jedes Token der Schule nachschlagen, wer das client_secret dieser Anwendung hat: wem es gehört, für welche App es gilt und was es darf.',
    },
    rotate: {
      title: (name) => `${name} ein neues Geheimnis geben?`,
      text: 'Sie sehen das neue Geheimnis einmal, auf der nächsten Seite. Das jetzige gilt noch 24 Stunden; eines davor gilt ab sofort nicht mehr.',
    },
    endOld: {
      title: (name) => `Voriges Geheimnis von ${name} beenden?`,
      text: 'Was es noch benutzt, bekommt von nun an keine Token mehr. Das neuere Geheimnis bleibt, wie es ist.',
    },
    disable: {
      title: (name) => `${name} deaktivieren?`,
      text: 'Die Token sind sofort ungültig, und die Verbindungen enden. Wenn Sie die Anwendung wieder aktivieren, müssen alle ihr neu zustimmen.',
    },
    remove: {
      title: (name) => `${name} löschen?`,
      text: 'Die Token sind sofort ungültig, die Verbindungen enden, und die client_id wird nie wieder verwendet. Das lässt sich nicht rückgängig machen.',
    },
  },
  done: {
    changed: 'Ihre Änderungen sind gespeichert und gelten ab jetzt.',
    secret_ended: 'Das vorige Geheimnis gilt nicht mehr.',
    disabled: 'Die Anwendung ist deaktiviert. Ihre Token sind ungültig, ihre Verbindungen beendet.',
    enabled: 'Die Anwendung ist aktiviert. Die Leute müssen ihr neu zustimmen.',
    deleted: 'Die Anwendung ist gelöscht.',
  },
};
