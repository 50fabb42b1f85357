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
    text: 'Muéstrelo cuando pueda guardarlo: solo aparece una vez. Si la aplicación ya tiene otro, este sigue funcionando 24 horas.',
    reveal: 'Mostrar el secreto de cliente',
    shown: 'Copie ahora el secreto de cliente. No volverá a verlo.',
    used: 'El secreto de cliente se mostró en esta página:',
    usedText: 'Si no fue usted, avise de inmediato a la escuela. Puede rotar el secreto y enviarle un nuevo enlace.',
    none: 'Esta aplicación no tiene secreto. Demuestra con PKCE que el inicio de sesión es suyo.',
  },
  code: {
    title: 'Probar',
    text: 'Cada programa muestra una dirección. Ábrala, inicie sesión y pegue la dirección a la que llega el navegador, aunque esa página no cargue. Después, el programa accede a la escuela en su nombre.',
    save: (file) => `Guardar como ${file}`,
    run: 'Ejecutar',
  },
  gone: {
    title: 'Este enlace ya no funciona',
    text: 'Ha caducado, fue revocado o está incompleto. Pida uno nuevo a la escuela que se lo envió.',
  },
  admin: {
    title: 'Entregar a un desarrollador',
    lead: 'Un enlace para quien desarrolla esta aplicación: la configuración, código que funciona y un secreto que se muestra una vez. No hace falta una cuenta.',
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
