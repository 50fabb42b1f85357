import type { Said } from '../../../kit/text/said.ts';
import type { connect as said } from './en.ts';

export const connect: Said<typeof said> = {
  title: 'Conectar',
  lead: 'Direcciones y comandos para este servidor, listas para copiar.',
  addressesTitle: 'Direcciones',
  addresses: {
    issuer: 'Emisor (issuer)',
    mcp: 'Punto de acceso MCP; las herramientas públicas no piden iniciar sesión',
    mcp_operators: 'Punto de acceso MCP con inicio de sesión inmediato, para quienes gestionan la escuela',
    mcp_members: 'Punto de acceso MCP con inicio de sesión inmediato, para los datos propios de los miembros',
    graphql: 'API de la cuenta (GraphQL)',
    openapi: 'OpenAPI',
    resource: 'Metadatos del recurso',
  },
  tools:
    'Para que la lista sea lo bastante corta para un modelo de lenguaje, no incluye las herramientas de la escuela que menos se usan; el asistente las encuentra y las llama con find_tools. Añada &tools=courses,students a una dirección (o ?tools= si no tiene signo de interrogación) para ver otros grupos de permisos, o tools=all para verlas todas.',
  clientsTitle: 'Clientes conocidos',
  clientsLead:
    'Con ellos se inicia sesión para gestionar la escuela, hasta donde llegue el rol de cada persona. Los datos propios de los miembros requieren una aplicación de su escuela o una aplicación que usted adopte.',
  clients: {
    claude:
      'En la web y en la aplicación de escritorio: añada un conector personalizado con esta dirección y conéctelo.',
    claude_code: 'Ejecute esto donde esté instalado Claude Code. Después ábralo, escriba /mcp e inicie sesión.',
    chatgpt: 'Cree un conector con esta dirección y elija OAuth como forma de iniciar sesión.',
    cursor: 'Póngalo en el archivo de su proyecto o de su cuenta y conecte el servidor en la configuración de Cursor.',
    vscode:
      'Póngalo en el archivo de su espacio de trabajo e inicie allí el servidor; VS Code le pedirá iniciar sesión.',
    inspector: 'Ábralo, elija Streamable HTTP, escriba la dirección y conecte.',
    mcp_remote:
      'Un puente para los programas que solo pueden iniciar servidores locales. Ejecútelo solo o deje que lo inicie uno de esos programas.',
    curl: 'Las herramientas públicas responden a cualquiera. Esto busca entre los cursos de su escuela.',
  },
  admission: {
    by_name: () => 'Este servidor lo conoce: no hay que configurar nada.',
    by_address: (host) =>
      `Se identifica con una dirección de ${host}. Mientras nadie haya aprobado esa dirección, solo puede leer:`,
    by_itself: () =>
      'Se registra por sí mismo al conectarse. A las personas se les avisa de que nadie ha comprobado quién es.',
    only_as_application: () =>
      'En este servidor los clientes no pueden registrarse por sí mismos. Cree una aplicación para él e introduzca su client_id donde se lo pida.',
  },
  notReachable:
    'Este servidor solo es accesible desde este equipo. Una aplicación alojada podrá conectarse cuando tenga una dirección https pública.',
  snippets: {
    address: 'Dirección',
    clientId: 'ID de cliente',
    command: 'Comando',
    cursorFile: '.cursor/mcp.json o ~/.cursor/mcp.json',
    vscodeFile: '.vscode/mcp.json',
    serversFile: 'Configuración de un programa con servidores locales',
  },
  members: {
    title: 'Agentes propios de los miembros',
    lead: 'Para un agente que lee los cursos de un miembro, la escuela crea una aplicación y comparte su client_id.',
    show: 'Ver lo que necesitan los miembros',
    none: 'Para que un agente pueda leer los cursos de un miembro, la escuela crea una aplicación pública con el permiso account:read. Su client_id aparece entonces aquí, listo para compartirlo.',
    ready: (application: string) =>
      `Comparta esto con sus miembros. Usa su aplicación ${application}: cada miembro inicia sesión y decide, y el agente recibe solo lo que es suyo.`,
    addressMissing:
      'Añada primero esta URI de redirección a la aplicación; si no, se rechazará el inicio de sesión del agente:',
    create: 'Crear una aplicación',
  },
  own: {
    title: 'Sus propias aplicaciones',
    text: 'Una aplicación que alguien desarrolla para su escuela obtiene aquí su client_id. Con account:read puede mostrar a los miembros sus propios cursos, pedidos y eventos; sus solicitudes llevan resource con la dirección del emisor.',
  },
  offer: {
    title: 'Conecte su primer cliente',
    text: 'Su escuela puede dar paso a asistentes de IA y a aplicaciones propias: cada persona decide qué pueden ver y hacer, y puede retirarlo. Active la función beta «Conexiones MCP» para ver direcciones y comandos para cada cliente conocido.',
    submit: 'Activar las conexiones MCP',
  },
};
