import type { Said } from '../../../../kit/text/said.ts';
import type { schoolHome as en } from './en.ts';

export const schoolHome: Said<typeof en> = {
  steps: {
    title: 'Primeros pasos',
    progress: (done, all) => `${done} de ${all} hechos`,
    done: 'Hecho',
    all: {
      email: 'Confirme su correo electrónico',
      look: 'Elija los colores o suba un logotipo',
      invitation: 'Invite a alguien',
      app: 'Conecte la primera aplicación',
      factor: 'Añada una llave de acceso o una aplicación de autenticación',
    },
    also: {
      lead: 'También conviene revisar:',
      details: 'idioma, zona horaria y moneda',
      owner: 'una segunda persona propietaria',
    },
    hide: 'Ocultar esta lista',
  },
  needs: {
    title: 'Pendiente',
    none: 'Ahora mismo no hay nada pendiente.',
    bounced: (count, email) =>
      count === 1 ? `No se pudo entregar la invitación a ${email}.` : `No se pudieron entregar ${count} invitaciones.`,
    delayed: (count, email) =>
      count === 1
        ? `Aún no se pudo enviar la invitación a ${email}.`
        : `Aún no se pudieron enviar ${count} invitaciones.`,
    unsent: (count, email) =>
      count === 1
        ? `No se envió ningún correo sobre la invitación a ${email}. Reenvíe la invitación.`
        : `No se enviaron correos sobre ${count} invitaciones. Reenvíelas.`,
    lapsing: (count, email) =>
      count === 1
        ? `La invitación a ${email} caduca en menos de dos días.`
        : `${count} invitaciones caducan en menos de dos días.`,
    lapsed: (count, email) =>
      count === 1
        ? `La invitación a ${email} ha caducado sin respuesta.`
        : `${count} invitaciones han caducado sin respuesta.`,
    unlinked: (count, email) =>
      count === 1
        ? `La invitación a ${email} necesita un enlace. Cree uno y hágaselo llegar.`
        : `${count} invitaciones necesitan un enlace. Cree los enlaces y hágalos llegar.`,
    inList: {
      unlinked: 'Necesita un enlace',
      bounced: 'No se pudo entregar el correo',
      delayed: 'Aún no se pudo enviar el correo',
      unsent: 'No se envió ningún correo',
      lapsing: 'Caduca en menos de dos días',
      lapsed: 'Caducada sin respuesta',
    },
    offered: {
      share: (name, day) => `Su oferta a ${name} de compartir la propiedad está abierta hasta el ${day}.`,
      handOver: (name, day) => `Su oferta de traspasar la propiedad a ${name} está abierta hasta el ${day}.`,
    },
    failing: (app, times) =>
      `${app} se desconectó ${times} veces en siete días porque usó dos veces un código o un token.`,
    stopped: (host) => `Se desactivó el webhook de ${host}.`,
    undelivered: (host) => `No se pueden entregar los mensajes al webhook de ${host}.`,
    failedEmails: (count) =>
      count === 1
        ? 'No se pudo entregar un correo de este servidor.'
        : `No se pudieron entregar ${count} correos de este servidor.`,
    lateEmails: (count) =>
      count === 1
        ? 'Un correo de este servidor lleva más de una hora en espera.'
        : `${count} correos de este servidor llevan más de una hora en espera.`,
    oldBackup: (days) =>
      days === 1
        ? 'La última copia de seguridad tiene más de un día.'
        : `La última copia de seguridad tiene ${days} días.`,
    noBackup: 'No hay ninguna copia de seguridad en su carpeta.',
    reviews: (count) =>
      count === 1 ? 'Una aplicación espera su revisión.' : `${count} aplicaciones esperan su revisión.`,
    email: 'Su correo electrónico no está confirmado.',
    factor: 'Su cuenta no tiene llave de acceso ni aplicación de autenticación.',
  },
  figures: {
    title: 'Los últimos siete días',
    members: 'Miembros activos',
    newMembers: 'Miembros nuevos',
    joined: (count) => `${count} nuevos en siete días`,
    apps: 'Aplicaciones conectadas',
    consents: 'Veces que se permitió el acceso a una aplicación',
    allowed: (count) => `acceso permitido ${count} veces en siete días`,
    signIns: 'Inicios de sesión en aplicaciones',
    toolCalls: 'Llamadas a herramientas',
    inWeek: 'en siete días',
    orMore: (count) => `más de ${count}`,
    perDay: (what, days) => `${what}, por día. ${days}`,
    onDay: (day, count) => `${day}: ${count}`,
    separator: ', ',
  },
  latest: {
    title: 'Últimos sucesos',
    none: 'Todavía no ha ocurrido nada.',
    all: 'Ver todo el registro de auditoría',
  },
};
