import type { message as en } from '../en/message.ts';
import type { Said } from '../said.ts';

export const message: Said<typeof en> = {
  bad_request: {
    title: 'La aplicación ha enviado una solicitud que no podemos usar',
    text: 'Algo en la solicitud no encaja con lo que sabemos de esta aplicación, así que nos hemos detenido aquí. El error es de la aplicación, no suyo, y no se ha iniciado ninguna sesión. Avise a quienes hacen la aplicación; los detalles de abajo les ayudarán.',
  },
  expired: {
    title: 'Ha pasado demasiado tiempo',
    text: 'Por su seguridad, una solicitud de inicio de sesión termina a los 30 minutos. No se ha compartido nada. Vuelva a la aplicación y empiece de nuevo desde allí.',
  },
  completed: {
    title: 'Esto ya está hecho',
    text: 'Usted ya había respondido a esta solicitud, quizá con un doble clic o antes de usar el botón de retroceso. Vale la primera respuesta. Si la aplicación sigue esperando, empiece de nuevo desde allí.',
  },
  other_browser: {
    title: 'Use el navegador en el que empezó',
    text: 'Esta solicitud se ha abierto en otro navegador, o aquí las cookies están desactivadas. Vuelva a la aplicación, empiece de nuevo y siga en un mismo navegador que acepte cookies.',
  },
  school_ready: {
    title: 'Su escuela está lista',
    text: 'La escuela y la cuenta propietaria están creadas, y este enlace ya no sirve. Quien abra una aplicación de la escuela inicia sesión aquí; usted, con el correo electrónico y la contraseña que acaba de elegir.',
  },
  session_changed: {
    title: 'Su sesión ha cambiado',
    text: 'Desde que se abrió esta página, alguien ha iniciado o cerrado sesión en este navegador, quizá usted en otra pestaña. No se ha compartido nada. Vea de nuevo la solicitud, o vuelva a la aplicación y empiece otra vez.',
  },
  school_closed: {
    title: 'Esta escuela está cerrada',
    text: 'La plataforma ha cerrado esta escuela. Nadie puede iniciar sesión en ella y las aplicaciones no tienen acceso. Si usted dirige la escuela, consulte a quienes administran la plataforma.',
  },
  not_a_member: {
    title: 'No es miembro de esta escuela',
    text: 'Tiene la sesión iniciada, pero esta cuenta no pertenece a la escuela para la que trabaja la aplicación. Quizá tenga allí otra cuenta; si no, pida a la escuela que le invite.',
  },
  forbidden_origin: {
    title: 'Este formulario no es nuestro',
    text: 'El formulario se envió desde otro sitio web, así que no hemos hecho nada con él. Si estaba rellenando una de nuestras páginas, ábrala de nuevo y vuelva a intentarlo.',
  },
  throttled: {
    title: 'Demasiadas solicitudes',
    text: 'Desde aquí hemos recibido más solicitudes de lo habitual en poco tiempo. Espere un minuto e inténtelo de nuevo.',
  },
  not_found: {
    title: 'Aquí no hay ninguna página',
    text: 'Puede que la dirección esté mal escrita o que la página haya cambiado de sitio. Empiece desde el sitio de su escuela o desde la aplicación que estaba usando.',
  },
  method_not_allowed: {
    title: 'Esta dirección funciona de otra manera',
    text: 'La página existe, pero no se puede abrir así. Empiece desde el sitio de su escuela o desde la aplicación que estaba usando.',
  },
  server_error: {
    title: 'Algo ha fallado por nuestra parte',
    text: 'No es un error suyo. Inténtelo de nuevo; si vuelve a ocurrir, dé a su escuela el número de solicitud que figura abajo.',
  },
  unavailable: {
    title: 'Ahora mismo no podemos responder',
    text: 'El servicio está arrancando, actualizándose o muy ocupado. Su cuenta está a salvo. Inténtelo de nuevo dentro de un minuto.',
  },
  signed_out: {
    title: 'Ha cerrado la sesión',
    text: 'Ya no tiene la sesión de Schoolgate iniciada en este navegador. Las aplicaciones que ha permitido siguen conectadas hasta que les retire el acceso.',
  },
  account_deleted: {
    title: 'Su cuenta está eliminada',
    text: 'Se cerraron todas sus sesiones y nadie podrá volver a entrar en esta cuenta. Podrá abrir otra con el mismo correo electrónico si una escuela le invita.',
  },
  client_error_redirect: {
    title: 'La solicitud de la aplicación tiene un error',
    text: 'Nos hemos detenido aquí y no hemos compartido nada. Nadie ha revisado esta aplicación, por eso no le llevamos a ella automáticamente. Si la conoce, puede volver; se le dirá qué estaba mal.',
  },
  not_adopted: {
    title: 'Su escuela no ha adoptado esta aplicación',
    text: 'No se ha compartido nada. La aplicación pide lo que es suyo en la escuela, como sus cursos, y solo puede recibirlo cuando la escuela la haya adoptado. Envíe a quienes dirigen la escuela la segunda dirección de abajo: allí la adoptan, en «Revisiones». Después empiece de nuevo desde la aplicación.',
  },
  page_too_old: {
    title: 'Esta página era demasiado antigua',
    text: 'Ha iniciado o cerrado sesión desde que se abrió, así que no se ha cambiado nada. Ábrala de nuevo y vuelva a intentarlo.',
  },
  no_operator: {
    title: 'Esta página es para quienes gestionan la escuela',
    text: 'Tiene la sesión iniciada, pero su cuenta no gestiona esta escuela. Si debe hacerlo, pida un rol a una persona propietaria o administradora.',
  },
  managers_only: {
    title: 'Esta página es para propietarios y administradores',
    text: 'Con su rol puede ver la escuela, pero no hacer aquello para lo que sirve esta página. Si lo necesita, pídalo a una persona propietaria o administradora: puede hacerlo por usted o darle otro rol.',
  },
  start: 'Ir a la página de inicio',
  details: 'Detalles técnicos',
  error: 'Error',
  description: 'Significado',
  request: 'Solicitud',
};
