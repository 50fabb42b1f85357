import type { Said } from '../../kit/text/said.ts';
import type { handOver as said } from './en.ts';

export const handOver: Said<typeof said> = {
  title: (app) => `Configurar ${app}`,
  lead: (school) => `${school} le envía esta página para que pueda conectar su aplicación. No comparta el enlace.`,
  until: 'Puede abrirla hasta',
  settings: 'Configuración',
  settingsText: 'Lo que la aplicación necesita saber',
  secret: {
    title: 'Secreto de cliente',
    text: 'Créelo cuando pueda guardarlo: solo aparece una vez, y el actual sigue funcionando 24 horas.',
    reveal: 'Crear un nuevo secreto de cliente',
    shown: 'Copie ahora el secreto de cliente. No volverá a verlo.',
    used: 'Se creó un nuevo secreto de cliente en esta página:',
    usedText: 'Si no fue usted, avise de inmediato a la escuela. Puede rotar el secreto y enviarle un nuevo enlace.',
    none: 'Esta aplicación no tiene secreto. Demuestra con PKCE que el inicio de sesión es suyo.',
  },
  code: {
    title: 'Probar',
    text: 'Cada programa muestra una dirección. Ábrala, inicie sesión y pegue la dirección a la que llega el navegador, aunque esa página no cargue. Hágalo en menos de un minuto: un código no dura más. Después, el programa accede a la escuela en su nombre.',
    account: (school) =>
      `Para iniciar sesión necesita una cuenta en ${school}. Si no la tiene, pida a la escuela que le invite.`,
    save: (file) => `Guardar como ${file}`,
    run: 'Ejecutar',
  },
  test: {
    title: 'Probar aquí',
    text: 'El servidor comprueba esta aplicación y dice qué recibiría un inicio de sesión de su aplicación. No abre ninguna de sus direcciones.',
    run: 'Comprobar',
    again: 'Comprobar de nuevo',
    address: 'Dirección de su aplicación (opcional)',
    addressHint:
      'La dirección con la que su aplicación empieza un inicio de sesión, o aquella a la que llegó el navegador. Se lee, no se abre.',
    tryIt: 'Probar el inicio de sesión',
    tryText:
      '«Probar el inicio de sesión» abre un inicio de sesión real en otra pestaña. Termina en la primera URI de redirección, aunque allí aún no responda ninguna aplicación: pegue arriba la dirección a la que llegue.',
    results: 'Resultados',
    outcome: { held: 'Correcto', failed: 'Problema', noted: 'Nota' },
    metadata: {
      title: 'Emisor y metadatos',
      held: (issuer) => `Los metadatos indican el emisor ${issuer}, y usted abrió esta página allí.`,
      elsewhere: (host, issuer) =>
        `Abrió esta página en ${host}, pero el emisor es ${issuer}. Use ${issuer} en su aplicación.`,
      failed: 'No se pudieron leer los metadatos. Inténtelo más tarde y avise a la escuela si no se resuelve.',
    },
    settings: {
      title: 'Aplicación',
      public: 'Está activada. No tiene secreto: envíe solo client_id al extremo de tokens.',
      confidential: 'Está activada. Envíe su secreto como client_secret en el formulario al extremo de tokens.',
    },
    redirect: {
      title: (uri) => `Inicio de sesión que vuelve a ${uri}`,
      refused: 'El extremo de autorización lo rechaza. Pida a la escuela que corrija la aplicación.',
      accepted: {
        https: 'Se acepta una solicitud con PKCE. Su aplicación debe responder exactamente en esta dirección.',
        loopback:
          'Se acepta una solicitud con PKCE, con cualquier puerto. Su aplicación debe escuchar en el equipo de la persona.',
        app: 'Se acepta una solicitud con PKCE. El sistema debe saber que su aplicación abre direcciones de este tipo.',
        http: 'Se acepta una solicitud con PKCE.',
      },
    },
    scopes: {
      title: 'Permisos',
      anyone: 'Cualquier miembro de la escuela puede concederlos todos.',
      account:
        'Cualquier miembro puede concederlos todos. Los permisos de cuenta necesitan además el parámetro resource en cada solicitud.',
      staff: (scopes) =>
        `Los miembros sin un rol que gestione la escuela no pueden conceder estos: ${scopes}. Pruebe con una cuenta adecuada.`,
    },
    use: {
      title: 'Conexiones reales',
      none: 'Todavía no hay nadie conectado. Pruebe el inicio de sesión.',
      some: (people) => `Personas conectadas ahora: ${people}. Su aplicación ya inició la sesión de alguien.`,
    },
    pasted: {
      request: 'Su solicitud',
      answer: 'Su dirección',
      accepted: 'El extremo de autorización acepta esta solicitud, y la persona puede iniciar sesión.',
      refused: 'El extremo de autorización rechaza esta solicitud. Corríjala como se indica:',
      otherClient: (clientId) => `Tiene otro client_id. Envíe ${clientId}.`,
      error: 'El inicio de sesión terminó con un error:',
      issuer: (issuer) => `La respuesta no procede de este servidor: su iss no es ${issuer}. No use su código.`,
      code: {
        unknown: 'Este servidor no emitió ese código para esta aplicación. Pegue la dirección completa.',
        used: 'Su aplicación cambió este código por tokens. El inicio de sesión funciona.',
        late: 'Este código ya no es válido: dura un minuto. Cámbielo en cuanto llegue.',
        good: 'El inicio de sesión funcionó. Su aplicación debe cambiar este código en un minuto, con su code_verifier y la misma redirect_uri.',
      },
      neither: (endpoint) =>
        `No es una solicitud ni una respuesta. Una solicitud empieza por ${endpoint}; una respuesta contiene code o error.`,
    },
  },
  gone: {
    title: 'Este enlace ya no funciona',
    text: 'Ha caducado, fue revocado o está incompleto. Pida uno nuevo a la escuela que se lo envió.',
  },
  admin: {
    title: 'Entregar a un desarrollador',
    lead: 'Un enlace para quien desarrolla esta aplicación: la configuración, código que funciona y un secreto que se muestra una vez. No hace falta una cuenta.',
    leadPublic:
      'Un enlace para quien desarrolla esta aplicación: la configuración y código que funciona. La aplicación no tiene secreto, y no hace falta una cuenta.',
    disabled: 'La aplicación está desactivada. Actívela para crear un enlace.',
    create: 'Crear un enlace de entrega',
    confirm: {
      title: (app) => `¿Crear un enlace de entrega para ${app}?`,
      text: 'Durante 7 días, quien tenga el enlace ve la configuración y puede crear una vez un nuevo secreto. El actual sigue funcionando entonces 24 horas. El enlace termina si lo revoca o si desactiva la aplicación.',
      noSecret:
        'Durante 7 días, quien tenga el enlace ve la configuración de esta aplicación. El enlace termina si lo revoca o si desactiva la aplicación.',
    },
    made: {
      title: 'Enlace de entrega creado',
      text: 'Copie ahora el enlace y envíelo al desarrollador. No volverá a verlo.',
      label: 'Enlace',
    },
    by: (name) => `Creado por ${name}`,
    expires: 'caduca el',
    opened: 'abierto el',
    notOpened: 'aún sin abrir',
    revealed: 'secreto mostrado el',
    revoked: 'Revocado',
    revoke: 'Revocar el enlace',
  },
};
