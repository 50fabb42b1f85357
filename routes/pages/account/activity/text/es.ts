import type { Said } from '../../../kit/text/said.ts';
import type { activity as en } from './en.ts';

export const activity: Said<typeof en> = {
  title: 'Actividad de la cuenta',
  lead: 'Inicios de sesión y cambios de los últimos 400 días, los más recientes primero. Si no reconoce algo, elija una contraseña nueva y retire el acceso que no conozca.',
  none: 'Todavía no hay nada',
  older: 'Mostrar más antiguos',
  newBrowser: 'Navegador nuevo',
  network: (network) => `Red ${network}`,
  methods: {
    password: 'Con su contraseña',
    passkey: 'Con una llave de acceso',
    totp: 'Con su contraseña y un código de la aplicación de autenticación',
    recovery_code: 'Con su contraseña y un código de recuperación',
  },
  failedMethods: {
    password: 'Contraseña incorrecta',
    passkey: 'Llave de acceso no aceptada',
    totp: 'Código incorrecto',
    recovery_code: 'Código de recuperación incorrecto',
  },
  by: { operator: 'Por quienes gestionan este servicio', school: 'Por su escuela' },
  bySchool: ({ school }) => `Por ${school}`,
  otherSignOut: {
    one: 'Cerró la sesión de otro navegador',
    others: 'Cerró la sesión de todos los demás navegadores',
    you: 'Se cerró su sesión',
  },
  otherBrowser: (browser) => `Cerró la sesión de otro navegador: ${browser}`,
  confirmationFailed: 'Se introdujo una contraseña incorrecta para confirmar un cambio',
  signedInSince: (at) => `(sesión iniciada: ${at})`,
  doneIn: (browser) => `Desde ${browser}`,
  ownEnd: 'Desconectó una aplicación',
  ownEndOf: ({ app, count, since }) => `Terminó una de sus ${count} conexiones con ${app} (conectada el ${since})`,
  endedOf: ({ app, school, count, since }) =>
    `${school} terminó una de sus ${count} conexiones con ${app} (conectada el ${since})`,
  ended: {
    school: ({ app, school, count }) =>
      count === 1 ? `${school} terminó su conexión con ${app}` : `${school} terminó sus ${count} conexiones con ${app}`,
    platform: ({ app, count }) =>
      `Quienes gestionan este servicio terminaron ${count === 1 ? 'su conexión' : `sus ${count} conexiones`} con ${app}`,
    block: ({ app, count }) =>
      `Quienes gestionan este servicio bloquearon ${app}; ${count === 1 ? 'su conexión terminó' : `sus ${count} conexiones terminaron`}`,
    client: ({ app, count }) =>
      `${app} terminó ${count === 1 ? 'su propia conexión' : `sus propias ${count} conexiones`}`,
  },
  allowedAgain: 'Vuelve a estar permitida: conéctela en «Asistentes de IA».',
  formerMember: 'un antiguo miembro',
  roleChanged: ({ school, was, is }) => `Su rol en ${school} cambió de ${was} a ${is}`,
  roleChangedBy: ({ person, school, was, is }) =>
    `${person} cambió el rol que usted tiene en ${school}: de ${was} a ${is}`,
  allowed: ({ app, school }) => `Dio acceso a ${app} en ${school}`,
  joined: ({ school }) => `Se unió a ${school}`,
  access: {
    member_suspended: ({ school }) => `Se suspendió su acceso a ${school}`,
    member_reinstated: ({ school }) => `Se restauró su acceso a ${school}`,
    member_removed: ({ school }) => `${school} le dio de baja como miembro`,
  },
  secondFactorReset: {
    second_factor_reset_approved: ({ school }) => `${school} ordenó restablecer su segundo factor`,
    second_factor_reset_cancelled: ({ school }) => `${school} retiró el restablecimiento de su segundo factor`,
  },
  secondFactorKept: {
    byUse: 'Usó su segundo factor, y con ello canceló su restablecimiento',
    asked: 'Conservó su segundo factor: se canceló el restablecimiento',
  },
  secondFactorResetDone: ({ school }) => `Se restableció su segundo factor, como ordenó ${school}`,
  byPerson: (person) => `Por ${person}`,
  ownership: {
    own: {
      ownership_offered: ({ person, school }) => `Ofreció a ${person} la propiedad de ${school}`,
      ownership_withdrawn: ({ person, school }) => `Retiró la oferta a ${person} sobre la propiedad de ${school}`,
      ownership_declined: ({ person, school }) => `Rechazó la propiedad de ${school} que le había ofrecido ${person}`,
      ownership_shared: ({ person, school }) => `Ahora comparte con ${person} la propiedad de ${school}`,
      ownership_handed_over: ({ person, school }) => `Recibió de ${person} la propiedad de ${school}`,
      ownership_stepped_down: ({ school }) => `Renunció a la propiedad de ${school} y ahora administra la escuela`,
    },
    ofOther: {
      ownership_offered: ({ person, school }) => `${person} le ofreció la propiedad de ${school}`,
      ownership_withdrawn: ({ person, school }) =>
        `${person} retiró la oferta que tenía sobre la propiedad de ${school}`,
      ownership_declined: ({ person, school }) =>
        `${person} rechazó la propiedad de ${school} que usted había ofrecido`,
      ownership_shared: ({ person, school }) =>
        `${person} aceptó su oferta y ahora comparte con usted la propiedad de ${school}`,
      ownership_handed_over: ({ person, school }) =>
        `${person} aceptó su oferta y tiene ahora la propiedad de ${school}; usted administra la escuela`,
      ownership_stepped_down: ({ person, school }) =>
        `${person} renunció a la propiedad de ${school} y ahora administra la escuela`,
    },
  },
  offers: {
    own: {
      share: {
        ownership_offered: ({ person, school }) => `Ofreció a ${person} compartir la propiedad de ${school}`,
        ownership_withdrawn: ({ person, school }) =>
          `Retiró la oferta de compartir con ${person} la propiedad de ${school}`,
        ownership_declined: ({ person, school }) =>
          `Rechazó la oferta de ${person} de compartir la propiedad de ${school}`,
      },
      handOver: {
        ownership_offered: ({ person, school }) => `Ofreció a ${person} traspasarle la propiedad de ${school}`,
        ownership_withdrawn: ({ person, school }) =>
          `Retiró la oferta de traspasar a ${person} la propiedad de ${school}`,
        ownership_declined: ({ person, school }) =>
          `Rechazó la oferta de ${person} de traspasarle la propiedad de ${school}`,
      },
    },
    ofOther: {
      share: {
        ownership_offered: ({ person, school }) => `${person} le ofreció compartir la propiedad de ${school}`,
        ownership_withdrawn: ({ person, school }) =>
          `${person} retiró la oferta de compartir con usted la propiedad de ${school}`,
        ownership_declined: ({ person, school }) =>
          `${person} rechazó su oferta de compartir la propiedad de ${school}`,
      },
      handOver: {
        ownership_offered: ({ person, school }) => `${person} le ofreció traspasarle la propiedad de ${school}`,
        ownership_withdrawn: ({ person, school }) =>
          `${person} retiró la oferta de traspasarle la propiedad de ${school}`,
        ownership_declined: ({ person, school }) =>
          `${person} rechazó su oferta de traspasar la propiedad de ${school}`,
      },
    },
  },
  help: 'Si no ha sido usted',
  events: {
    sign_in: 'Inició sesión',
    sign_in_failed: 'Falló un inicio de sesión',
    sign_out: 'Cerró la sesión',
    new_browser: 'Inició sesión con un navegador nuevo',
    passkey_added: 'Se añadió una llave de acceso',
    passkey_removed: 'Se quitó una llave de acceso',
    second_factor_added: 'Se activó el inicio de sesión con dos factores y se cerró la sesión en sus otros navegadores',
    second_factor_removed: 'Se desactivó el inicio de sesión con dos factores',
    second_factor_reset_cancelled: 'Se canceló el restablecimiento del segundo factor',
    recovery_codes_replaced: 'Se crearon códigos de recuperación nuevos',
    recovery_code_used: 'Se usó un código de recuperación',
    password_changed: 'Se cambió su contraseña',
    password_reset: 'Se restableció su contraseña con un enlace',
    password_reset_asked: 'Se pidió un enlace para restablecer la contraseña',
    email_verified: 'Se confirmó la dirección de correo',
    email_changed: 'Se cambió la dirección de correo',
    email_change_asked: 'Se pidió cambiar la dirección de correo',
    email_restored: 'Se recuperó la dirección de correo anterior',
    account_disabled: 'Se desactivó la cuenta',
    account_enabled: 'Se activó de nuevo la cuenta',
    account_secured: 'Se pulsó «No he sido yo»: se cerraron todas las sesiones',
    account_exported: 'Se descargaron todos los datos de la cuenta',
    account_imported: 'Se importó la cuenta',
    invitation_accepted: 'Se unió a una escuela',
    consent_given: 'Se dio acceso a una aplicación',
    address_shown: 'Se mostró la dirección para conectar una aplicación',
    grant_revoked: 'Se terminó una conexión',
    code_replay: 'Se terminó una conexión porque un código se usó dos veces',
    refresh_reuse: 'Se terminó una conexión porque se usó una clave antigua',
    refresh_repeated: 'Una aplicación volvió a usar una clave antigua y siguió conectada',
  },
};
