import type { Said } from '../../../kit/text/said.ts';
import type { connect as said } from './en.ts';

export const connect: Said<typeof said> = {
  title: 'Guías de configuración',
  lead: 'Cómo conectar asistentes de IA y aplicaciones a esta escuela, listo para copiar.',
  addressesTitle: 'Direcciones',
  addresses: {
    issuer: 'Emisor (issuer)',
    mcp: 'Punto de acceso MCP; las herramientas públicas no piden iniciar sesión',
    mcp_operators: 'Punto de acceso MCP para el personal (pide iniciar sesión)',
    mcp_members: 'Punto de acceso MCP para los datos propios de los miembros (pide iniciar sesión)',
    graphql: 'API de la cuenta (GraphQL)',
    openapi: 'OpenAPI',
    resource: 'Metadatos del recurso',
  },
  tools:
    'La lista omite las herramientas menos usadas de la escuela, para que sea lo bastante corta para un modelo de lenguaje; el asistente las encuentra y las llama con find_tools. Para ver otros grupos de permisos, añada &tools=courses,students a una dirección (o ?tools= si no tiene signo de interrogación); tools=all las muestra todas.',
  clientsTitle: 'Asistentes de IA y herramientas',
  clientsLead:
    'Estos asistentes pueden gestionar la escuela, dentro del rol de cada persona. Los datos propios de los miembros requieren una aplicación de su escuela o una que usted ofrezca a los miembros.',
  clients: {
    claude:
      'En la web y en la aplicación de escritorio: añada un conector personalizado con esta dirección y conéctelo.',
    claude_code: 'Ejecute esto donde esté instalado Claude Code. Después ábralo, escriba /mcp e inicie sesión.',
    chatgpt: 'Cree un conector con esta dirección y elija OAuth como autenticación.',
    cursor:
      'Añada esto al archivo MCP de su proyecto o al suyo propio y active el servidor en la configuración de Cursor.',
    vscode:
      'Añada esto al archivo MCP de su espacio de trabajo e inicie allí el servidor; VS Code le pedirá iniciar sesión.',
    inspector: 'Ábralo, elija Streamable HTTP, escriba la dirección y conecte.',
    mcp_remote:
      'Un puente para los programas que solo pueden iniciar servidores locales. Ejecútelo solo o deje que lo inicie uno de esos programas.',
    curl: 'Las herramientas públicas no requieren iniciar sesión. Esto busca entre los cursos de su escuela.',
  },
  admission: {
    by_name: () => 'Listo para usar.',
    by_address: (host) =>
      `Se identifica con una dirección de ${host}. Hasta que se apruebe esa dirección, solo puede leer:`,
    by_itself: () => 'Se registra por su cuenta al conectarse. Las personas ven el aviso «Sin revisar».',
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
    title: 'Asistentes propios de los miembros',
    lead: 'Para un asistente que lea los cursos propios de un miembro, cree una aplicación y comparta su client_id.',
    show: 'Ver lo que necesitan los miembros',
    none: 'Para que un asistente lea los cursos propios de un miembro, cree una aplicación pública con el permiso account:read. Su client_id aparecerá aquí, listo para compartir.',
    ready: (application: string) =>
      `Comparta esto con sus miembros. Usa su aplicación ${application}: cada miembro inicia sesión y decide, y el asistente recibe solo sus propios datos.`,
    addressMissing:
      'Añada primero esta URI de redirección a la aplicación; si no, se rechazará el inicio de sesión del asistente:',
    create: 'Crear una aplicación',
  },
  own: {
    title: 'Sus propias aplicaciones',
    text: 'Una aplicación que alguien desarrolla para su escuela obtiene aquí su client_id. Con account:read puede mostrar a los miembros sus propios cursos, pedidos y eventos; sus solicitudes llevan resource con la dirección del emisor.',
  },
  offer: {
    title: 'Conecte su primer cliente',
    text: 'Permita que asistentes de IA y sus propias aplicaciones se conecten a su escuela: cada persona decide qué pueden ver y hacer, y puede retirar el acceso. Active la función beta «Conexiones MCP» para ver las guías de configuración.',
    submit: 'Activar las conexiones MCP',
  },
};
