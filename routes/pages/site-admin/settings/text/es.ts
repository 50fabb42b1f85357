import type { Said } from '../../../kit/text/said.ts';
import type { settings as said } from './en.ts';

export const settings: Said<typeof said> = {
  title: 'Configuración',
  lead: 'Funciones nuevas que su escuela puede probar antes.',
  details: {
    title: 'La escuela',
    lead: 'Cada campo indica dónde se usa.',
    locale: 'Idioma',
    localeHint:
      'El idioma de las páginas propias de la escuela y de los correos a miembros que no han elegido ninguno.',
    timezone: 'Zona horaria',
    timezoneHint:
      'Un nombre como Europe/Madrid o America/New_York. Determina las horas de estas páginas y cuándo empieza y termina cada día, también el último de un curso.',
    currency: 'Moneda',
    currencyHint:
      'Tres letras, como EUR o USD. La usan los precios nuevos y los informes; los precios y pedidos existentes conservan la suya.',
    contactEmail: 'Correo de contacto (opcional)',
    contactHint:
      'Los miembros lo ven en «Asistentes de IA» mientras su escuela no ofrezca ninguno. Lo pueden leer las aplicaciones conectadas que pueden ver la configuración de la escuela.',
    supportUrl: 'Página de ayuda (opcional)',
    supportHint:
      'Una dirección completa que empiece por https://. Se muestra junto al correo de contacto y, si el servidor no envía correos, a quienes olvidaron su contraseña.',
    termsUrl: 'Condiciones de uso (opcional)',
    privacyUrl: 'Política de privacidad (opcional)',
    legalHint:
      'Una dirección completa que empiece por https://. Se enlaza al iniciar sesión, al dar permiso, en otras páginas de la escuela y en sus correos.',
    done: 'Cambios guardados.',
    problems: {
      locale: 'Elija un idioma.',
      timezone: 'Introduzca una zona horaria como Europe/Madrid.',
      currency: 'Introduzca un código de moneda como EUR.',
      contactEmail: 'Introduzca una dirección de correo válida.',
      supportUrl:
        'Introduzca una dirección completa que empiece por https://. De este servicio solo se pueden enlazar las páginas públicas de las escuelas.',
      termsUrl:
        'Introduzca una dirección completa que empiece por https://. De este servicio solo se pueden enlazar las páginas públicas de las escuelas.',
      privacyUrl:
        'Introduzca una dirección completa que empiece por https://. De este servicio solo se pueden enlazar las páginas públicas de las escuelas.',
    },
  },
  beta: 'Funciones beta',
  on: 'Activada',
  off: 'Desactivada',
  switchOn: (feature) => `Activar ${feature}`,
  switchOff: (feature) => `Desactivar ${feature}`,
  done: {
    on: (feature) => `${feature}: función activada.`,
    off: (feature) => `${feature}: función desactivada.`,
  },
  features: {
    mcp_connections: {
      name: 'Conexiones MCP',
      what: 'Su escuela puede crear aplicaciones OAuth para sus miembros y su personal, y revisar aplicaciones identificadas por una dirección web.',
      whenOff:
        'Al desactivarla se ocultan las páginas «Aplicaciones OAuth» y «Revisión de aplicaciones», y terminan los enlaces de entrega. Las aplicaciones conectadas siguen conectadas y se pueden conectar más; podrá seguir terminando conexiones y dejar de ofrecer asistentes. Si quiere desactivar una aplicación, hágalo antes.',
      isOff:
        'Las páginas «Aplicaciones OAuth» y «Revisión de aplicaciones» están ocultas, y los enlaces de entrega ya no funcionan.',
      whileOff:
        'Las aplicaciones conectadas siguen conectadas y se pueden conectar más. Para detener una, termine sus conexiones en «Conexiones activas» o deje de ofrecerla en «Guías de configuración». Para desactivar una aplicación, active esta función.',
    },
    chatgpt_sign_in: { name: 'Avisos de inicio de sesión para ChatGPT' },
    status_sign_in: { name: 'Avisos de inicio de sesión por rechazo' },
  },
  signIn: {
    name: 'Avisos de inicio de sesión en las herramientas',
    what: 'ChatGPT ofrece iniciar sesión cuando el resultado de una herramienta lo pide; la mayoría de los demás clientes, solo cuando se rechaza la llamada. La opción automática sirve para ambos: ChatGPT se reconoce por sus solicitudes. Cuando lo piden los resultados, la lista de herramientas también indica qué necesita cada una.',
    label: 'Pedir el inicio de sesión',
    choices: {
      auto: 'Automático',
      chatgpt_sign_in: 'En el resultado de la herramienta, como espera ChatGPT',
      status_sign_in: 'Rechazando la llamada, como espera la mayoría de los clientes',
    },
    change: 'Cambiar',
    done: 'Se ha guardado cómo piden las herramientas el inicio de sesión.',
  },
};
