import type { Said } from '../../../kit/text/said.ts';
import type { connect as said } from './en.ts';

export const connect: Said<typeof said> = {
  title: 'Verbinden',
  lead: 'Adressen und Befehle für diesen Server, fertig zum Kopieren.',
  addressesTitle: 'Adressen',
  addresses: {
    issuer: 'Aussteller (Issuer)',
    mcp: 'MCP-Endpunkt; öffentliche Werkzeuge brauchen keine Anmeldung',
    mcp_operators: 'MCP-Endpunkt mit sofortiger Anmeldung, für alle, die die Schule führen',
    mcp_members: 'MCP-Endpunkt mit sofortiger Anmeldung, für die eigenen Daten von Mitgliedern',
    graphql: 'Account-API (GraphQL)',
    openapi: 'OpenAPI',
    resource: 'Metadaten der Ressource',
  },
  tools:
    'Damit die Liste für ein Sprachmodell kurz genug bleibt, fehlen darin die seltener gebrauchten Werkzeuge einer Schule; der Assistent findet und ruft sie mit find_tools auf. Hängen Sie &tools=courses,students an eine Adresse an (oder ?tools=, wenn sie noch kein Fragezeichen hat), um andere Gruppen von Berechtigungen aufzulisten, oder tools=all für alle.',
  clientsTitle: 'Bekannte Clients',
  clientsLead:
    'Damit melden sich Leute an, um die Schule zu führen, so weit ihre Rolle reicht. Für die eigenen Daten von Mitgliedern braucht es eine Anwendung Ihrer Schule oder eine App, die Sie übernehmen.',
  clients: {
    claude:
      'Im Web und in der Desktop-App: Fügen Sie mit dieser Adresse einen eigenen Connector hinzu und verbinden Sie ihn.',
    claude_code:
      'Führen Sie das dort aus, wo Claude Code installiert ist. Starten Sie es dann, geben Sie /mcp ein und melden Sie sich an.',
    chatgpt: 'Legen Sie mit dieser Adresse einen Connector an und wählen Sie OAuth für die Anmeldung.',
    cursor:
      'Tragen Sie das in die Datei Ihres Projekts oder Ihres Kontos ein und verbinden Sie den Server dann in den Einstellungen von Cursor.',
    vscode:
      'Tragen Sie das in die Datei Ihres Arbeitsbereichs ein und starten Sie dort den Server; VS Code bittet um die Anmeldung.',
    inspector: 'Starten Sie ihn, wählen Sie Streamable HTTP, geben Sie die Adresse ein und verbinden Sie.',
    mcp_remote:
      'Eine Brücke für Programme, die nur Server auf demselben Computer starten können. Führen Sie sie allein aus, oder lassen Sie ein solches Programm sie starten.',
    curl: 'Öffentliche Werkzeuge antworten allen. Das hier durchsucht die Kurse Ihrer Schule.',
  },
  admission: {
    by_name: () => 'Dieser Server kennt ihn: Es ist nichts einzurichten.',
    by_address: (host) =>
      `Er nennt sich mit einer Adresse bei ${host}. Bis jemand diese Adresse freigegeben hat, kann er nur lesen:`,
    by_itself: () =>
      'Er registriert sich beim Verbinden selbst. Die Leute erfahren, dass niemand geprüft hat, wer er ist.',
    only_as_application: () =>
      'An diesem Server können sich Clients nicht selbst registrieren. Legen Sie eine Anwendung für ihn an und geben Sie ihre client_id dort ein, wo er danach fragt.',
  },
  notReachable:
    'Dieser Server ist nur von diesem Computer aus erreichbar. Eine App im Netz kann sich verbinden, sobald er eine öffentliche https-Adresse hat.',
  snippets: {
    address: 'Adresse',
    clientId: 'Client-ID',
    command: 'Befehl',
    cursorFile: '.cursor/mcp.json oder ~/.cursor/mcp.json',
    vscodeFile: '.vscode/mcp.json',
    serversFile: 'Konfiguration eines Programms mit lokalen Servern',
  },
  members: {
    title: 'Eigene Agenten der Mitglieder',
    lead: 'Für einen Agenten, der die eigenen Kurse eines Mitglieds liest, legt die Schule eine Anwendung an und gibt deren client_id weiter.',
    show: 'Zeigen, was Mitglieder brauchen',
    none: 'Damit ein Agent die eigenen Kurse eines Mitglieds lesen kann, legt die Schule eine öffentliche Anwendung mit dem Scope account:read an. Danach steht deren client_id hier, fertig zum Weitergeben.',
    ready: (application: string) =>
      `Geben Sie dies an Ihre Mitglieder weiter. Es benutzt Ihre Anwendung ${application}: Jedes Mitglied meldet sich an und entscheidet selbst, und der Agent bekommt nur, was diesem Mitglied gehört.`,
    addressMissing:
      'Fügen Sie der Anwendung zuerst diese Redirect-URI hinzu, sonst wird die Anmeldung des Agenten abgelehnt:',
    create: 'Anwendung anlegen',
  },
  own: {
    title: 'Ihre eigenen Anwendungen',
    text: 'Eine App, die jemand für Ihre Schule baut, bekommt hier ihre client_id. Mit account:read kann sie Mitgliedern ihre eigenen Kurse, Bestellungen und Termine zeigen; ihre Anfragen tragen resource mit der Adresse des Ausstellers.',
  },
  offer: {
    title: 'Verbinden Sie Ihren ersten Client',
    text: 'Ihre Schule kann KI-Assistenten und eigene Apps einlassen: Jede Person gibt frei, was sie sehen und tun dürfen, und kann es wieder zurücknehmen. Schalten Sie die Beta-Funktion „MCP-Verbindungen“ ein, um Adressen und Befehle für jeden bekannten Client zu sehen.',
    submit: 'MCP-Verbindungen einschalten',
  },
};
