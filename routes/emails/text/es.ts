import type { Said } from '../../pages/kit/text/said.ts';
import { resets } from '../reset-text/es.ts';
import type { mail as en } from './en.ts';

/** What to do about something that was done by somebody else. */
const notYou =
  'Si no ha sido usted, abra este enlace y pulse allí el botón. Se cerrarán todas las sesiones de su cuenta y elegirá una contraseña nueva. El enlace sirve una sola vez y durante 7 días:';

export const mail: Said<typeof en> = {
  greeting: 'Hola:',
  signature: 'Schoolgate',
  open: 'Abrir la página',
  reset_password: {
    subject: 'Elija una contraseña nueva',
    before: 'Hemos recibido una solicitud para restablecer su contraseña. Para elegir una nueva, abra este enlace:',
    after:
      'El enlace sirve una sola vez y durante 30 minutos. Si no ha sido usted, ignore este correo: su contraseña sigue siendo la misma.',
    sent: {
      byPlatform: 'Quienes gestionan este servicio le han enviado un enlace. Para elegir una contraseña nueva, ábralo:',
      bySchool: (school) => `${school} le ha enviado un enlace. Para elegir una contraseña nueva, ábralo:`,
      after:
        'El enlace sirve una sola vez y durante 30 minutos. Si no necesita una contraseña nueva, ignore este correo: su contraseña sigue siendo la misma.',
    },
  },
  password_changed: {
    subject: 'Su contraseña ha cambiado',
    before: (at) =>
      `La contraseña de su cuenta se ha cambiado (${at}) y se ha cerrado su sesión en los demás navegadores. Las llaves de acceso pueden seguir abriéndola: compruebe en la página «Contraseña y llaves de acceso» que las reconoce todas.`,
    after: notYou,
  },
  passkey_added: {
    subject: 'Se ha añadido una llave de acceso',
    before: (passkey, at) =>
      `Se ha añadido a su cuenta la llave de acceso «${passkey}» (${at}). Quien la tenga puede iniciar sesión con ella.`,
    after: notYou,
  },
  passkey_removed: {
    subject: 'Se ha quitado una llave de acceso',
    before: (passkey, at) =>
      `Se ha quitado de su cuenta la llave de acceso «${passkey}» (${at}). Ya nadie puede iniciar sesión con ella.`,
    after: notYou,
  },
  second_factor_added: {
    subject: 'Se ha activado el inicio de sesión con dos factores',
    before: (at) =>
      `Se ha activado el inicio de sesión con dos factores en su cuenta (${at}) y su sesión se ha cerrado en los demás navegadores.`,
    after: notYou,
  },
  second_factor_removed: {
    subject: 'Se ha desactivado el inicio de sesión con dos factores',
    before: (at) =>
      `Se ha desactivado el inicio de sesión con dos factores en su cuenta (${at}). Ahora basta con su contraseña.`,
    after: notYou,
  },
  recovery_codes_replaced: {
    subject: 'Se han creado códigos de recuperación nuevos',
    before: (at) => `Se han creado códigos de recuperación nuevos para su cuenta (${at}). Los anteriores ya no sirven.`,
    after: notYou,
  },
  recovery_code_used: {
    subject: 'Se ha usado un código de recuperación',
    before: (at, left) =>
      `Alguien ha iniciado sesión en su cuenta con un código de recuperación (${at}). Códigos de recuperación restantes: ${left}.`,
    after: notYou,
  },
  ...resets,
  second_factor_reset_done: {
    subject: 'Se ha restablecido su segundo factor',
    before: (school, at) =>
      `${school} había ordenado restablecer el segundo factor de su cuenta. Un inicio de sesión con su contraseña lo ha hecho efectivo (${at}): la aplicación de autenticación, los códigos de recuperación y todas las llaves de acceso ya no sirven, y basta con su contraseña.`,
    after: notYou,
  },
  account_deleted: {
    subject: 'Se ha eliminado su cuenta',
    before: (at) =>
      `Se ha eliminado su cuenta (${at}). Ya nadie puede iniciar sesión en ella y no se puede deshacer. Este es el último correo sobre ella.`,
    after:
      'Si no ha sido usted, avise a quienes gestionan la plataforma y cambie la contraseña en todos los sitios donde use la misma.',
  },
  verify_email: {
    subject: 'Confirme su dirección de correo',
    before:
      'Esta dirección es la de una cuenta de este servicio. Para confirmar que es suya, abra este enlace y pulse allí el botón:',
    after: 'El enlace sirve una sola vez y durante 24 horas. Si no lo ha pedido, ignore este correo.',
  },
  new_email: {
    subject: 'Confirme su dirección de correo nueva',
    before:
      'Esta dirección va a sustituir a la actual en una cuenta de este servicio. Si esa cuenta es suya, abra este enlace y pulse allí el botón:',
    after:
      'El enlace sirve una sola vez y durante 24 horas. Hasta entonces inicia sesión con su dirección actual. Si no lo ha pedido, ignore este correo.',
  },
  email_changing: {
    subject: 'Su dirección de correo va a cambiar',
    before: (email, at) =>
      `Alguien que ha iniciado sesión en su cuenta ha pedido usar ${email} para ella en lugar de esta dirección (${at}).`,
    after: `Si ha sido usted, no tiene que hacer nada. ${notYou}`,
  },
  email_changed: {
    subject: 'Su dirección de correo ha cambiado',
    before: (email, at) =>
      `La dirección de su cuenta se ha cambiado (${at}): en lugar de esta dirección, ahora es ${email}.`,
    after:
      'Si no era su intención, abra este enlace y pulse allí el botón. Su cuenta recuperará esta dirección, se cerrarán todas las sesiones y elegirá una contraseña nueva. El enlace sirve una sola vez y durante 7 días; hasta entonces nadie más puede usar esta dirección:',
  },
  email_restored: {
    subject: 'Su dirección de correo ha vuelto a ser la anterior',
    before: (email, at) =>
      `La cuenta que tenía esta dirección ha recuperado la anterior, ${email} (${at}), mediante un enlace enviado allí o por decisión de quienes gestionan este servicio.`,
    after: 'Si no era su intención, diríjase a su escuela o a quienes gestionan este servicio:',
  },
  new_browser: {
    subject: 'Nuevo inicio de sesión en su cuenta',
    before: (browser, network, at) =>
      `Alguien ha iniciado sesión en su cuenta con un navegador que no conocíamos (${at}): ${browser}, desde la red ${network}.`,
    after: notYou,
  },
  wrong_codes: {
    subject: 'Puede que alguien conozca su contraseña',
    before: (browser, network, at) =>
      `Alguien ha introducido la contraseña de su cuenta y después, varias veces seguidas, un código incorrecto del inicio de sesión con dos factores. El último intento (${at}) se hizo con este navegador: ${browser}, desde la red ${network}. Ninguno de esos intentos ha tenido éxito. Si ha sido usted, compruebe la fecha y la hora de su teléfono o use un código de recuperación.`,
    after: notYou,
  },
  email_taken: {
    subject: 'Alguien ha intentado usar su dirección',
    before:
      'Alguien ha intentado usar esta dirección para otra cuenta. No se ha cambiado nada, porque ya pertenece a una cuenta: la suya.',
    after:
      'Si ha sido usted, inicie sesión en la cuenta que tiene esta dirección. Si ha olvidado su contraseña, empiece aquí:',
  },
  invitation: {
    subject: (school) => `${school} le invita`,
    before: (school, role) =>
      `Le invitan a unirse a ${school} con el rol: ${role}. Para ver la invitación y aceptarla o rechazarla, abra este enlace:`,
    after: 'El enlace sirve durante 7 días. Si no conoce esta escuela, ignore este correo.',
  },
  event_cancelled: {
    subject: (event) => `Cancelado: ${event}`,
    before: (event, school, at) =>
      `${school} ha cancelado el evento «${event}», que iba a empezar el ${at}. Su inscripción también queda cancelada y no tiene que hacer nada.`,
    after: 'La página del evento:',
  },
  event_moved: {
    subject: (event) => `Cambios en: ${event}`,
    before: (event, school, at) =>
      `${school} ha cambiado la hora o el lugar del evento «${event}». Ahora empieza el ${at}.`,
    where: (location) => `Lugar: ${location}`,
    after:
      'Su inscripción sigue en pie. El enlace para participar en línea puede ser otro: vuelva a mirarlo antes del evento.\n\nLa página del evento:',
  },
  event_seat: {
    subject: (event) => `Tiene una plaza: ${event}`,
    before: (event, school, at) =>
      `Ha quedado libre una plaza en el evento «${event}» de ${school} y es para usted: ya no está en la lista de espera. El evento empieza el ${at}.`,
    after:
      'Si no puede asistir, cancele su inscripción, por favor, para que otra persona tenga la plaza.\n\nLa página del evento:',
  },
  course_enrolled: {
    subject: (course) => `Ya puede empezar: ${course}`,
    before: (course, school) => `${school} le ha matriculado en el curso «${course}».`,
    until: (day) => `Su último día de acceso es el ${day}.`,
    after: 'Si no quiere correos sobre cursos nuevos, desactívelos aquí:',
  },
  subscription_opened: {
    subject: (plan) => `Ya tiene acceso: ${plan}`,
    all: (plan, school) => `Con el plan de membresía «${plan}», ${school} le da acceso a todos sus cursos.`,
    some: (plan, school) => `Con el plan de membresía «${plan}», ${school} le da acceso a estos cursos:`,
    others: (count) => `y ${count} más`,
  },
  role_changed: {
    subject: (school) => `Su rol en ${school} ha cambiado`,
    before: (school, role) => `${school} ha cambiado su rol. Ahora es: ${role}.`,
    after: 'Si no lo esperaba, pregunte a la escuela. Su cuenta:',
    byPlatform: {
      before: (school, role) => `Quienes gestionan este servicio han cambiado su rol en ${school}. Ahora es: ${role}.`,
      after: 'Si no lo esperaba, pregunte a quienes gestionan este servicio. Su cuenta:',
    },
  },
  ownership: {
    subject: (school) => `Propiedad de ${school}`,
    before: {
      offered: (school, by, to, at) =>
        `${by} ha ofrecido a ${to} compartir la propiedad de ${school}. La oferta está abierta hasta el ${at}.`,
      offered_instead: (school, by, to, at) =>
        `${by} quiere traspasar la propiedad de ${school} a ${to} y pasar a administrar la escuela. La oferta está abierta hasta el ${at}.`,
      shared: (school, by, to) => `${to} comparte ahora con ${by} la propiedad de ${school}.`,
      handed_over: (school, by, to) =>
        `${to} tiene ahora la propiedad de ${school} en lugar de ${by}, que pasa a administrar la escuela.`,
      withdrawn: (school, by, to) =>
        `Se ha retirado la oferta de ${by} de compartir con ${to} la propiedad de ${school}. No ha cambiado nada.`,
      withdrawn_instead: (school, by, to) =>
        `Se ha retirado la oferta de ${by} de traspasar a ${to} la propiedad de ${school}. No ha cambiado nada.`,
      declined: (school, by, to) =>
        `${to} ha rechazado la oferta de ${by} de compartir la propiedad de ${school}. No ha cambiado nada.`,
      declined_instead: (school, by, to) =>
        `${to} ha rechazado la oferta de ${by} de traspasarle la propiedad de ${school}. No ha cambiado nada.`,
    },
    after:
      'Si no lo esperaba, pregunte enseguida a quienes tienen la propiedad de la escuela. Los detalles están aquí:',
    yours: {
      offered: (school, by, at) => `${by} le ofrece compartir la propiedad de ${school}. Puede aceptar hasta el ${at}.`,
      offered_instead: (school, by, at) =>
        `${by} quiere traspasarle la propiedad de ${school} y pasar a administrar la escuela. Puede aceptar hasta el ${at}.`,
      shared: (school, by) => `Ahora comparte con ${by} la propiedad de ${school}.`,
      handed_over: (school, by) =>
        `Ahora tiene la propiedad de ${school} en lugar de ${by}, que pasa a administrar la escuela.`,
      withdrawn: (school, by) =>
        `Se ha retirado la oferta de ${by} de compartir con usted la propiedad de ${school}. No ha cambiado nada.`,
      withdrawn_instead: (school, by) =>
        `Se ha retirado la oferta de ${by} de traspasarle la propiedad de ${school}. No ha cambiado nada.`,
      declined: (school, by) =>
        `Ha rechazado la oferta de ${by} de compartir la propiedad de ${school}. No ha cambiado nada.`,
      declined_instead: (school, by) =>
        `Ha rechazado la oferta de ${by} de traspasarle la propiedad de ${school}. No ha cambiado nada.`,
      after: 'Si no sabe de qué se trata, pregunte antes a la escuela. Acepte o rechace la oferta aquí:',
      afterAnswer:
        'Si no ha sido usted, cambie enseguida su contraseña y avise a la escuela. Todo lo ocurrido con su cuenta está aquí:',
      afterWithdrawal: 'Si quiere saber por qué, pregunte a la escuela. Todo lo ocurrido con su cuenta está aquí:',
    },
    giver: {
      offered: (school, to, at) =>
        `Ha ofrecido a ${to} compartir la propiedad de ${school}. La oferta está abierta hasta el ${at}.`,
      offered_instead: (school, to, at) =>
        `Ha ofrecido traspasar la propiedad de ${school} a ${to} y pasar a administrar la escuela. La oferta está abierta hasta el ${at}.`,
      shared: (school, to) => `${to} ha aceptado su oferta y ahora comparte con usted la propiedad de ${school}.`,
      handed_over: (school, to) =>
        `${to} ha aceptado su oferta y tiene ahora la propiedad de ${school} en su lugar. Usted pasa a administrar la escuela.`,
      withdrawn: (school, to) =>
        `Se ha retirado su oferta de compartir con ${to} la propiedad de ${school}. No ha cambiado nada.`,
      withdrawn_instead: (school, to) =>
        `Se ha retirado su oferta de traspasar a ${to} la propiedad de ${school}. No ha cambiado nada.`,
      declined: (school, to) =>
        `${to} ha rechazado su oferta de compartir la propiedad de ${school}. No ha cambiado nada.`,
      declined_instead: (school, to) =>
        `${to} ha rechazado su oferta de traspasarle la propiedad de ${school}. No ha cambiado nada.`,
      after: 'Si no ha sido usted, retire la oferta y cambie enseguida su contraseña. Puede retirarla aquí:',
      afterAnswer:
        'Si no hizo esa oferta, cambie enseguida su contraseña y pida ayuda a quienes gestionan este servicio. Los detalles están aquí:',
    },
  },
  owner_stepped_down: {
    subject: (school) => `Renuncia a la propiedad de ${school}`,
    before: (school, by) =>
      `${by} ha renunciado a la propiedad de ${school} y pasa a administrar la escuela. Usted conserva la propiedad.`,
    after: 'Si no lo esperaba, pregunte a esta persona. Los detalles están aquí:',
    yours: {
      before: (school) => `Ha renunciado a la propiedad de ${school}. Ahora administra la escuela.`,
      after:
        'Si no ha sido usted, cambie enseguida su contraseña y pida ayuda a quienes tienen la propiedad de la escuela. Todo lo ocurrido con su cuenta está aquí:',
    },
  },
  webhook_stopped: {
    subject: (school: string) => `Se ha desactivado un webhook de ${school}`,
    before: {
      gone: (school: string, host: string) =>
        `${school} tiene un punto de conexión para webhooks en ${host}. Ha respondido con 410, es decir, ya no quiere mensajes. Lo hemos desactivado.`,
      failing: (school: string, host: string) =>
        `${school} tiene un punto de conexión para webhooks en ${host}. Durante cinco días no se le ha podido entregar ningún mensaje. Lo hemos desactivado.`,
    },
    after:
      'Los mensajes sin entregar permanecen dos semanas en su registro. Cuando el receptor vuelva a funcionar, active el punto de conexión y envíelos de nuevo aquí:',
  },
  address_shown: {
    subject: (app) => `Se ha mostrado una dirección para conectar ${app}`,
    before: (app, school, at) =>
      `Una página ha mostrado la dirección con la que un programa de otro equipo obtiene acceso a su cuenta en ${school} (${at}). El programa se presenta como ${app}. Si la pegó en un programa que inició usted, todo está en orden.`,
    after:
      'Si alguien le pidió la dirección, puede que esa persona esté usando ahora su cuenta. Quite la aplicación aquí:',
  },
  refresh_reuse: {
    subject: (app) => `Se ha desconectado ${app} por su seguridad`,
    before: (app, school, at) =>
      `Alguien ha presentado, para su cuenta en ${school}, una clave que ${app} ya había usado (${at}). O bien la aplicación ha cometido un error, o bien alguien ha copiado la clave. Por eso hemos terminado esta conexión: ya no puede usarla nadie.`,
    after: 'Si usa la aplicación, conéctela de nuevo. Aquí ve todo lo que está conectado a su cuenta:',
  },
};
