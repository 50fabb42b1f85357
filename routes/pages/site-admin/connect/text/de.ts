import type { Said } from '../../../kit/text/said.ts';
import type { connect as said } from './en.ts';

export const connect: Said<typeof said> = {
  title: 'Einrichtung',
  lead: 'So verbinden Sie KI-Assistenten und Apps mit dieser Schule, fertig zum Kopieren.',
  commandFor: (application) => `Befehl für „${application}“, Ihre neueste öffentliche Anwendung`,
  addressesTitle: 'Adressen',
  addresses: {
    issuer: 'Aussteller (Issuer)',
    mcp: 'MCP-Endpunkt; öffentliche Werkzeuge brauchen keine Anmeldung',
    mcp_operators: 'MCP-Endpunkt für das Team (verlangt Anmeldung)',
    mcp_members: 'MCP-Endpunkt für die eigenen Daten der Mitglieder (verlangt Anmeldung)',
    graphql: 'Account-API (GraphQL)',
    openapi: 'OpenAPI',
    resource: 'Metadaten der Ressource',
  },
  tools:
    'Damit die Liste für ein Sprachmodell kurz genug bleibt, fehlen darin die selten gebrauchten Werkzeuge einer Schule; der Assistent findet und ruft sie mit find_tools auf. Hängen Sie &tools=courses,students an eine Adresse an (oder ?tools=, wenn sie kein Fragezeichen hat), um andere Gruppen von Berechtigungen aufzulisten, oder tools=all für alle.',
  clientsTitle: 'KI-Assistenten und Werkzeuge',
  install: (client) => `Zu ${client} hinzufügen`,
  switches: {
    lead: 'Schalten Sie einen Assistenten für alle ein, die die Schule führen, oder für Mitglieder, die nach ihren eigenen Kursen, Bestellungen und Veranstaltungen fragen möchten.',
    preview: 'Ansehen, was Mitglieder sehen',
    staff: 'Team',
    members: 'Mitglieder',
    states: { on: 'Ein', reads: 'Nur lesen', off: 'Aus', blocked: 'Gesperrt' },
    turnOn: 'Einschalten',
    unblock: 'Entsperren und einschalten',
    blockAll: 'An allen Schulen sperren',
    turnOff: 'Ausschalten',
    toApplication: 'Anwendung öffnen',
    uses: (name) => `Mitglieder erhalten die Client-ID Ihrer Anwendung „${name}“.`,
    isDisabled: (name) => `Ihre Anwendung „${name}“ ist deaktiviert.`,
    newestOf: (count) => `Sie ist die neueste von ${count}, die passen. Für eine andere deaktivieren Sie diese.`,
    why: {
      ready: 'Nichts einzuschalten: Jede Person meldet sich an und entscheidet.',
      platform: 'Das entscheiden die Betreiber der Plattform, weil es für alle Schulen gilt.',
      blocked: 'Auf dieser Plattform gesperrt. Nur die Betreiber der Plattform können das ändern.',
      host: (host) =>
        `Dieser Server nimmt keine Apps von ${host} an. Wer den Server betreibt, kann sie mit CIMD_ALLOWED_HOSTS zulassen.`,
      registration: 'An diesem Server können sich Apps nicht selbst registrieren. Erstellen Sie eine Anwendung dafür.',
      application: (name) =>
        `Mitglieder verwenden Ihre Anwendung „${name}“, die auch andere Apps nutzen können. Bearbeiten oder deaktivieren Sie sie dort.`,
    },
    ask: {
      staff: {
        on: (client) => `${client} für das Team einschalten?`,
        off: (client) => `${client} an allen Schulen sperren?`,
      },
      members: {
        on: (client) => `${client} für Mitglieder einschalten?`,
        off: (client) => `${client} für Mitglieder ausschalten?`,
      },
    },
    does: {
      create: (client) =>
        `Dabei wird für Ihre Schule eine Anwendung „${client}“ erstellt, die nur die eigenen Daten der Mitglieder lesen darf. Mitglieder finden die Client-ID auf ihrer Seite.`,
      enable: (name) => `Dabei wird Ihre Anwendung „${name}“ wieder aktiviert.`,
      disable: (name) => `Dabei wird Ihre Anwendung „${name}“ deaktiviert: Ihre Verbindungen enden sofort.`,
      allowAgain: 'Um die App später wieder zuzulassen, geben Sie sie frei:',
      unblock: 'Er ist jetzt an jeder Schule gesperrt. Dies hebt die Sperre überall auf.',
      approve:
        'Mit dem Einschalten geben Sie die App auch frei: Sie darf dann an jeder Schule dieser Plattform um jede Berechtigung bitten, die eine gemeinsam genutzte App haben darf, auch für Änderungen.',
      alsoStaff:
        'Die Freigabe gilt auch für das Team: Damit wird auch „Team“ eingeschaltet, und wer eine Schule führt, kann die App im Rahmen der eigenen Rolle verbinden.',
      feature: 'Dabei wird auch die Beta-Funktion „MCP-Verbindungen“ eingeschaltet.',
      still: 'Jedes Mitglied meldet sich trotzdem selbst an, entscheidet und kann die Verbindung jederzeit trennen.',
    },
    unreadable: 'Das lässt sich noch nicht einschalten, weil die Metadaten der App nicht lesbar sind.',
    unreachable: (host) =>
      `Dieser Server muss ${host} erreichen, und das gelang gerade nicht. Versuchen Sie es in ein paar Minuten noch einmal. Hilft das nicht, wenden Sie sich an die Person, die den Server betreibt.`,
    meanwhile: (client) => `Bis dahin lässt sich „${client}“ einschalten; das braucht diese Verbindung nicht.`,
    done: {
      staff: {
        on: (client) => `Das Team kann ${client} jetzt nutzen, im Rahmen der Rolle jeder Person.`,
        off: (client) =>
          `${client} ist an allen Schulen gesperrt, und die Verbindungen sind beendet. Unter „App-Prüfungen“ können Sie die App wieder zulassen.`,
      },
      members: {
        on: (client) =>
          `Mitglieder können ${client} jetzt nutzen. Wie das geht, finden sie in ihrem Konto unter „KI-Assistenten“.`,
        off: (client) => `Mitglieder können ${client} nicht mehr nutzen. Die Verbindungen hier sind beendet.`,
      },
    },
    undone: {
      changed:
        'Die Metadaten wurden inzwischen geändert. Es wurde nichts eingeschaltet; bitte prüfen Sie sie noch einmal.',
    },
  },
  programs: (client) => `Claude Desktop und andere Programme auf Ihrem Computer (${client})`,
  useInstead: (client) => `Verwenden Sie bis dahin „${client}“.`,
  clients: {
    claude:
      'Im Web und in der Desktop-App: Fügen Sie mit dieser Adresse einen eigenen Connector hinzu und verbinden Sie ihn.',
    claude_code:
      'Führen Sie das dort aus, wo Claude Code installiert ist. Der zweite Befehl öffnet Ihren Browser, in dem Sie sich anmelden.',
    codex: 'Führen Sie das dort aus, wo Codex installiert ist. Es öffnet Ihren Browser, in dem Sie sich anmelden.',
    gemini_cli:
      'Führen Sie das dort aus, wo Gemini CLI installiert ist. Bestätigen Sie, dass es Ihren Browser öffnen darf, und melden Sie sich dort an.',
    qwen_code:
      'Führen Sie das dort aus, wo Qwen Code installiert ist. Wählen Sie den Server, dann Authenticate, und melden Sie sich im Browser an.',
    copilot_cli:
      'Führen Sie das dort aus, wo GitHub Copilot CLI installiert ist. Ihr Browser öffnet sich; melden Sie sich dort an.',
    opencode: 'Führen Sie das dort aus, wo opencode installiert ist. Ihr Browser öffnet sich; melden Sie sich dort an.',
    mcporter: 'Führen Sie das dort aus, wo mcporter installiert ist. Ihr Browser öffnet sich; melden Sie sich dort an.',
    chatgpt: 'Legen Sie mit dieser Adresse einen Connector an und wählen Sie OAuth als Authentifizierung.',
    cursor:
      'Drücken Sie auf den Knopf und bestätigen Sie in Cursor; es fordert Sie zur Anmeldung auf. Oder fügen Sie dies selbst in eine MCP-Datei ein.',
    vscode:
      'Drücken Sie auf den Knopf und bestätigen Sie in VS Code; es fordert Sie zur Anmeldung auf. Oder fügen Sie dies selbst in die MCP-Datei Ihres Arbeitsbereichs ein.',
    inspector: 'Starten Sie ihn, wählen Sie Streamable HTTP, geben Sie die Adresse ein und verbinden Sie.',
    mcp_remote:
      'Für Programme, die nur lokale MCP-Server starten. In Claude Desktop öffnen Sie Einstellungen, Entwickler, Konfiguration bearbeiten (Edit Config), fügen Sie den Block mit „mcpServers“ in die Datei claude_desktop_config.json ein, und starten Sie das Programm neu. Steht „mcpServers“ schon in der Datei, fügen Sie nur den Eintrag darin hinzu. Node.js muss installiert sein.',
    curl: 'Öffentliche Werkzeuge brauchen keine Anmeldung. Das hier durchsucht die Kurse Ihrer Schule.',
  },
  admission: {
    by_name: () => 'Sofort einsatzbereit.',
    by_address: (host) =>
      `Er weist sich durch eine Adresse bei ${host} aus. Bis diese Adresse freigegeben ist, kann er nur lesen.`,
    by_itself: () => 'Er registriert sich beim Verbinden selbst. Nutzer sehen den Hinweis „Nicht geprüft“.',
    only_as_application: () =>
      'An diesem Server können sich Clients nicht selbst registrieren. Erstellen Sie eine Anwendung für ihn und geben Sie ihre client_id dort ein, wo er danach fragt.',
  },
  addressApproved: (host) =>
    `Er weist sich durch eine Adresse bei ${host} aus, die für jede Schule dieser Plattform freigegeben ist.`,
  addressBlocked: (host) =>
    `Er weist sich durch eine Adresse bei ${host} aus, die an jeder Schule dieser Plattform gesperrt ist.`,
  notReachable:
    'Dieser Server ist nur von diesem Computer aus erreichbar. Eine App im Netz kann sich verbinden, sobald dieser Server eine öffentliche https-Adresse hat.',
  snippets: {
    address: 'Adresse',
    clientId: 'Client-ID',
    command: 'Befehl',
    typed: 'Im Programm eingeben',
    cursorFile: '.cursor/mcp.json oder ~/.cursor/mcp.json',
    vscodeFile: '.vscode/mcp.json',
    serversFile: 'claude_desktop_config.json oder die MCP-Datei eines anderen Programms',
    geminiFile: '~/.gemini/settings.json',
    opencodeFile: 'opencode.json oder ~/.config/opencode/opencode.json',
  },
  changes: {
    title: 'Wählen, was es ändern darf',
    text: 'Ohne Auswahl bittet es darum, alles zu sehen, was Ihre Rolle sehen darf. Mit einer Auswahl bittet es darum, nur das Gewählte zu sehen und zu ändern.',
    all: (app: string) =>
      `Ohne Auswahl bittet ${app} darum, alles zu sehen und zu ändern, was Ihre Rolle darf: „Nur ansehen“ lässt beim Erlauben die Änderungen weg. Mit einer Auswahl bittet es nur um das Gewählte.`,
    submit: 'Befehl anpassen',
  },
  own: {
    title: 'Ihre eigenen Anwendungen',
    text: 'Eine für Ihre Schule entwickelte App bekommt hier ihre client_id. Mit account:read kann sie Mitgliedern ihre eigenen Kurse, Bestellungen und Veranstaltungen zeigen. Die Einstellungen für die Entwicklung stehen auf der Seite der Anwendung.',
  },
  offer: {
    text: '„MCP-Verbindungen“ fügt die Seiten „OAuth-Anwendungen“, für Ihre eigenen Apps, und „App-Prüfungen“ hinzu. Assistenten, die keine Freigabe brauchen, funktionieren auch ohne. Der erste Schalter, den Sie unten einschalten, schaltet es mit ein.',
    submit: 'MCP-Verbindungen einschalten',
    done: 'MCP-Verbindungen sind eingeschaltet. Die Seiten „OAuth-Anwendungen“ und „App-Prüfungen“ stehen jetzt im Menü.',
  },
};
