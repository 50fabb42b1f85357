import type { Said } from '../../../kit/text/said.ts';
import type { connect as said } from './en.ts';

export const connect: Said<typeof said> = {
  title: 'Guías de configuración',
  lead: 'Cómo conectar asistentes de IA y aplicaciones a esta escuela, listo para copiar.',
  commandFor: (application) => `Comando para «${application}», su aplicación pública más reciente`,
  addressesTitle: 'Direcciones',
  addresses: {
    issuer: 'Emisor (issuer)',
    mcp: 'Punto de conexión MCP; las herramientas públicas no piden iniciar sesión',
    mcp_operators: 'Punto de conexión MCP para el personal (pide iniciar sesión)',
    mcp_members: 'Punto de conexión MCP para los datos propios de los miembros (pide iniciar sesión)',
    graphql: 'API de la cuenta (GraphQL)',
    openapi: 'OpenAPI',
    resource: 'Metadatos del recurso',
  },
  tools:
    'La lista omite las herramientas menos usadas de la escuela, para que sea lo bastante corta para un modelo de lenguaje; el asistente las encuentra y las llama con find_tools. Para ver otros grupos de permisos, añada &tools=courses,students a una dirección (o ?tools= si no tiene signo de interrogación); tools=all las muestra todas.',
  clientsTitle: 'Asistentes de IA y herramientas',
  install: (client) => `Añadir a ${client}`,
  switches: {
    lead: 'Active un asistente para quienes gestionan la escuela, o para los miembros que quieran preguntar por sus propios cursos, pedidos y eventos.',
    preview: 'Ver lo que ven los miembros',
    staff: 'Personal',
    members: 'Miembros',
    states: { on: 'Activado', reads: 'Solo lectura', off: 'Desactivado', blocked: 'Bloqueado' },
    turnOn: 'Activar',
    unblock: 'Desbloquear y activar',
    blockAll: 'Bloquear en todas las escuelas',
    turnOff: 'Desactivar',
    toApplication: 'Abrir la aplicación',
    uses: (name) => `Los miembros reciben el ID de cliente de su aplicación «${name}».`,
    isDisabled: (name) => `Su aplicación «${name}» está desactivada.`,
    newestOf: (count) => `Es la más reciente de ${count} que sirven. Para darles otra, desactívela.`,
    why: {
      ready: 'No hay nada que activar: cada persona inicia sesión y decide.',
      platform: 'Lo deciden quienes gestionan la plataforma, porque afecta a todas las escuelas.',
      blocked: 'Bloqueado en esta plataforma. Solo quienes gestionan la plataforma pueden cambiarlo.',
      host: (host) =>
        `Este servidor no acepta aplicaciones de ${host}. Quien administra el servidor puede permitirlas con CIMD_ALLOWED_HOSTS.`,
      registration:
        'En este servidor las aplicaciones no pueden registrarse por sí mismas. Cree una aplicación para él.',
      application: (name) =>
        `Los miembros usan su aplicación «${name}», que también pueden usar otros programas. Edítela o desactívela allí.`,
    },
    ask: {
      staff: {
        on: (client) => `¿Activar ${client} para el personal?`,
        off: (client) => `¿Bloquear ${client} en todas las escuelas?`,
      },
      members: {
        on: (client) => `¿Activar ${client} para los miembros?`,
        off: (client) => `¿Desactivar ${client} para los miembros?`,
      },
    },
    does: {
      create: (client) =>
        `Se crea para su escuela una aplicación «${client}» que solo puede leer los datos propios de los miembros. Ellos encuentran su ID de cliente en su página.`,
      enable: (name) => `Se vuelve a activar su aplicación «${name}».`,
      disable: (name) => `Se desactiva su aplicación «${name}»: sus conexiones terminan de inmediato.`,
      allowAgain: 'Para volver a permitirla más adelante, apruébela:',
      unblock: 'Ahora está bloqueado en todas las escuelas. Esto lo desbloquea en todas.',
      approve:
        'Al activarla también aprueba la aplicación: podrá pedir cualquier permiso que pueda tener una aplicación compartida, incluidos los cambios, en todas las escuelas de esta plataforma.',
      alsoStaff:
        'La aprobación vale también para el personal: también se activa «Personal», de modo que quienes gestionan una escuela pueden conectarla, dentro de su rol.',
      feature: 'También se activa la función beta «Conexiones MCP».',
      still: 'Cada miembro inicia sesión y decide por sí mismo, y puede desconectarlo cuando quiera.',
    },
    unreadable: 'Todavía no se puede activar, porque no se pueden leer sus metadatos.',
    unreachable: (host) =>
      `Este servidor tiene que llegar a ${host}, y ahora no lo ha conseguido. Inténtelo de nuevo dentro de unos minutos. Si no sirve, pregunte a quien administra el servidor.`,
    meanwhile: (client) => `Mientras tanto se puede activar «${client}», que no lo necesita.`,
    done: {
      staff: {
        on: (client) => `El personal ya puede usar ${client}, dentro del rol de cada persona.`,
        off: (client) =>
          `${client} está bloqueado en todas las escuelas y sus conexiones han terminado. Puede volver a permitirlo en «Revisión de aplicaciones».`,
      },
      members: {
        on: (client) =>
          `Los miembros ya pueden usar ${client}. En su cuenta, en «Asistentes de IA», encuentran cómo hacerlo.`,
        off: (client) => `Los miembros ya no pueden usar ${client}. Sus conexiones aquí han terminado.`,
      },
    },
    undone: {
      changed: 'Sus metadatos han cambiado desde que los vio. No se ha activado nada; compruébelo otra vez.',
    },
  },
  programs: (client) => `Claude Desktop y otros programas de su equipo (${client})`,
  useInstead: (client) => `Hasta entonces, use «${client}».`,
  clients: {
    claude:
      'En la web y en la aplicación de escritorio: añada un conector personalizado con esta dirección y conéctelo.',
    claude_code:
      'Ejecute esto donde esté instalado Claude Code. La segunda orden abre el navegador, donde inicia sesión.',
    codex: 'Ejecute esto donde esté instalado Codex. Se abre el navegador, donde inicia sesión.',
    gemini_cli:
      'Ejecute esto donde esté instalado Gemini CLI. Confirme que puede abrir el navegador e inicie sesión allí.',
    qwen_code:
      'Ejecute esto donde esté instalado Qwen Code. Elija el servidor, después Authenticate, e inicie sesión en el navegador.',
    copilot_cli: 'Ejecute esto donde esté instalado GitHub Copilot CLI. Se abre el navegador, donde inicia sesión.',
    opencode: 'Ejecute esto donde esté instalado opencode. Se abre el navegador, donde inicia sesión.',
    mcporter: 'Ejecute esto donde esté instalado mcporter. Se abre el navegador, donde inicia sesión.',
    chatgpt: 'Cree un conector con esta dirección y elija OAuth como autenticación.',
    cursor:
      'Pulse el botón y confirme en Cursor, que le pedirá que inicie sesión. O añada esto a mano a un archivo MCP.',
    vscode:
      'Pulse el botón y confirme en VS Code, que le pedirá que inicie sesión. O añada esto a mano al archivo MCP de su área de trabajo.',
    inspector: 'Ábralo, elija Streamable HTTP, escriba la dirección y conecte.',
    mcp_remote:
      'Para los programas que solo inician servidores MCP locales. En Claude Desktop, abra Configuración, Desarrollador, Editar configuración (Edit Config), añada el bloque con «mcpServers» al archivo claude_desktop_config.json y reinicie el programa. Si el archivo ya tiene «mcpServers», añada solo la entrada que contiene. Node.js debe estar instalado.',
    curl: 'Las herramientas públicas no requieren iniciar sesión. Esto busca entre los cursos de su escuela.',
  },
  admission: {
    by_name: () => 'Listo para usar.',
    by_address: (host) =>
      `Se identifica con una dirección de ${host}. Hasta que se apruebe esa dirección, solo puede leer.`,
    by_itself: () => 'Se registra por su cuenta al conectarse. Las personas ven el aviso «Sin revisar».',
    only_as_application: () =>
      'En este servidor los clientes no pueden registrarse por sí mismos. Cree una aplicación para él e introduzca su client_id donde se lo pida.',
  },
  addressApproved: (host) =>
    `Se identifica con una dirección de ${host}, que está aprobada para todas las escuelas de esta plataforma.`,
  addressBlocked: (host) =>
    `Se identifica con una dirección de ${host}, que está bloqueada en todas las escuelas de esta plataforma.`,
  notReachable:
    'Este servidor solo es accesible desde este equipo. Una aplicación alojada podrá conectarse cuando este servidor tenga una dirección https pública.',
  snippets: {
    address: 'Dirección',
    clientId: 'ID de cliente',
    command: 'Comando',
    typed: 'Escriba en el programa',
    cursorFile: '.cursor/mcp.json o ~/.cursor/mcp.json',
    vscodeFile: '.vscode/mcp.json',
    serversFile: 'claude_desktop_config.json, o el archivo MCP de otro programa',
    geminiFile: '~/.gemini/settings.json',
    opencodeFile: 'opencode.json o ~/.config/opencode/opencode.json',
  },
  changes: {
    title: 'Elegir qué puede cambiar',
    text: 'Sin elegir nada, pide ver todo lo que su rol puede ver. Si elige algo, pide ver y cambiar solo lo elegido.',
    all: (app: string) =>
      `Sin elegir nada, ${app} pide ver y cambiar todo lo que su rol permite: «Solo ver» deja fuera los cambios al permitirlo. Si elige algo, pide solo lo elegido.`,
    submit: 'Actualizar el comando',
  },
  own: {
    title: 'Sus propias aplicaciones',
    text: 'Una aplicación desarrollada para su escuela obtiene aquí su client_id. Con account:read puede mostrar a los miembros sus propios cursos, pedidos y eventos. Los datos para el desarrollo están en la página de la aplicación.',
  },
  offer: {
    text: '«Conexiones MCP» añade las páginas «Aplicaciones OAuth», para sus propias aplicaciones, y «Revisión de aplicaciones». Los asistentes que no necesitan aprobación funcionan sin esta función. Lo primero que active abajo también la activa.',
    submit: 'Activar las conexiones MCP',
    done: 'Las conexiones MCP están activadas. Las páginas «Aplicaciones OAuth» y «Revisión de aplicaciones» ya están en el menú.',
  },
};
