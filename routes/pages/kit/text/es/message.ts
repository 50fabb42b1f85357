import type { message as en } from '../en/message.ts';
import type { Said } from '../said.ts';

export const message: Said<typeof en> = {
  bad_request: {
    title: 'La solicitud de esta aplicación no es válida',
    text: 'La solicitud no coincide con lo que sabemos de esta aplicación, así que no hemos continuado. El error es de la aplicación, no suyo, y no se ha iniciado ninguna sesión. Avise a quienes la desarrollan; los detalles de abajo les ayudarán.',
  },
  client_blocked: {
    title: 'Esta aplicación está bloqueada aquí',
    text: 'Quienes gestionan este servicio no permiten esta aplicación, así que no puede conectarse en ninguna escuela de aquí. Usted no ha hecho nada mal y no se ha compartido nada. Solo quienes gestionan el servicio pueden volver a permitirla. Si la necesita, pida a su escuela que se lo comunique.',
  },
  client_disabled: {
    title: 'Esta aplicación está desactivada',
    text: 'La escuela que usa esta aplicación, o quienes gestionan este servicio, la han desactivado, así que no puede conectarse. Usted no ha hecho nada mal y no se ha compartido nada. Si la necesita, pregunte a su escuela.',
  },
  client_host_not_allowed: {
    title: 'Esta aplicación no se acepta aquí',
    text: 'Este servicio conoce las aplicaciones de este tipo por la dirección web en la que se describen, y solo acepta algunos hosts. El de esta aplicación no es uno de ellos, así que no puede conectarse en ninguna escuela de aquí. Usted no ha hecho nada mal y no se ha compartido nada. Quienes gestionan este servicio pueden aceptarlo; los detalles de abajo les dicen cómo.',
  },
  expired: {
    title: 'Esta solicitud de inicio de sesión ha caducado',
    text: 'Por su seguridad, las solicitudes de inicio de sesión caducan a los 30 minutos. No se ha compartido nada. Vuelva a la aplicación y empiece de nuevo desde allí.',
  },
  completed: {
    title: 'Ya ha respondido a esta solicitud',
    text: 'Quizá hizo doble clic o usó el botón de retroceso. Vale su primera respuesta. Si la aplicación sigue esperando, empiece de nuevo desde allí.',
  },
  other_browser: {
    title: 'Use el navegador en el que empezó',
    text: 'Esta solicitud se inició en otro navegador, o aquí las cookies están desactivadas. Vuelva a la aplicación, empiece de nuevo y siga en un mismo navegador con las cookies activadas.',
  },
  school_ready: {
    title: 'Su escuela está lista',
    text: 'Inicie sesión con el correo electrónico y la contraseña que acaba de elegir. El enlace de configuración ya no sirve.',
  },
  session_changed: {
    title: 'Su sesión ha cambiado',
    text: 'Desde que abrió esta página, alguien ha iniciado o cerrado sesión en este navegador, quizá usted en otra pestaña. No se ha compartido nada. Revise de nuevo la solicitud, o vuelva a la aplicación y empiece otra vez.',
  },
  school_closed: {
    title: 'Esta escuela está cerrada',
    text: 'La plataforma ha cerrado esta escuela. Nadie puede iniciar sesión en ella y las aplicaciones no tienen acceso. Si usted dirige la escuela, póngase en contacto con quienes gestionan la plataforma.',
  },
  not_a_member: {
    title: 'No es miembro de esta escuela',
    text: 'Tiene la sesión iniciada, pero esta cuenta no pertenece a la escuela con la que trabaja la aplicación, o se suspendió su acceso. Si tiene otra cuenta allí, use esa; si no, pida a la escuela que le invite o que restaure su acceso.',
  },
  forbidden_origin: {
    title: 'Este formulario no es nuestro',
    text: 'El formulario se envió desde otro sitio web, así que no se ha hecho nada. Si estaba rellenando una de nuestras páginas, ábrala de nuevo y vuelva a intentarlo.',
  },
  insecure_transport: {
    title: 'Esta dirección debe abrirse con https',
    text: 'El servidor no puede comprobar que esta página se haya abierto con https, así que no la muestra. Si la dirección empieza por https://, avise a quienes gestionan este servicio. Si es usted quien lo gestiona: indique el proxy en TRUST_PROXY y haga que el proxy envíe X-Forwarded-Proto.',
  },
  throttled: {
    title: 'Demasiadas solicitudes',
    text: 'Han llegado en un minuto más solicitudes de las que respondemos. Espere un minuto, vuelva atrás e inténtelo de nuevo.',
  },
  too_large: {
    title: 'Es demasiado grande',
    text: 'Lo que ha enviado es más grande de lo que aceptamos, así que no se ha guardado nada. Vuelva atrás y elija un archivo más pequeño o acorte el texto.',
  },
  not_found: {
    title: 'Página no encontrada',
    text: 'Puede que la dirección esté mal escrita o que la página haya cambiado de sitio. Empiece desde el sitio de su escuela o desde la aplicación que estaba usando.',
  },
  method_not_allowed: {
    title: 'Esta página no se puede abrir así',
    text: 'Empiece desde el sitio de su escuela o desde la aplicación que estaba usando.',
  },
  server_error: {
    title: 'Algo ha fallado',
    text: 'Es culpa nuestra, no suya. Inténtelo de nuevo; si vuelve a ocurrir, dé a su escuela el número de solicitud que figura abajo.',
  },
  unavailable: {
    title: 'Ahora mismo no podemos responder',
    text: 'El servicio está arrancando, actualizándose o muy ocupado. Su cuenta está a salvo. Inténtelo de nuevo dentro de un minuto.',
  },
  signed_out: {
    title: 'Ha cerrado la sesión',
    text: 'Ya no tiene la sesión de Schoolgate iniciada en este navegador. Las aplicaciones conectadas conservan su acceso hasta que usted lo retire.',
  },
  account_deleted: {
    title: 'Su cuenta se ha eliminado',
    text: 'Se han cerrado todas sus sesiones y nadie podrá volver a entrar en esta cuenta. Si una escuela le invita, podrá crear otra con el mismo correo electrónico.',
  },
  client_error_redirect: {
    title: 'La solicitud de la aplicación tiene un error',
    text: 'No se ha compartido nada. Esta aplicación no se ha revisado, por eso no le devolvemos a ella automáticamente. Si confía en ella, vuelva; recibirá el error.',
  },
  not_adopted: {
    title: 'Su escuela no ofrece esta aplicación a sus miembros',
    text: 'No se ha compartido nada. La aplicación pide sus propios datos en la escuela, como sus cursos, y solo puede recibirlos cuando la escuela la ofrezca a sus miembros. Envíe la segunda dirección de abajo a quienes gestionan la escuela: pueden activarlo en «Revisión de aplicaciones». Después empiece de nuevo desde la aplicación.',
  },
  page_too_old: {
    title: 'Esta página está desactualizada',
    text: 'Ha iniciado o cerrado sesión desde que se abrió, así que no se ha cambiado nada. Ábrala de nuevo y vuelva a intentarlo.',
  },
  no_operator: {
    title: 'Usted no gestiona esta escuela',
    text: 'Tiene la sesión iniciada, pero esta cuenta no tiene ningún rol de gestión en la escuela. Si debería tenerlo, pídalo a una persona propietaria o administradora, o use otra cuenta.',
  },
  feature_off: {
    title: 'Esta página está desactivada',
    text: 'Pertenece a la función beta «Conexiones MCP», que está desactivada en su escuela. Las aplicaciones conectadas siguen conectadas; puede terminar conexiones en «Conexiones activas».',
  },
  managers_only: {
    title: 'Solo las personas propietarias y administradoras pueden usar esta página',
    text: 'Si necesita algo de aquí, pídalo a una persona propietaria o administradora: puede hacerlo por usted o cambiar su rol.',
  },
  not_in_role: {
    title: 'Su rol no incluye esta página',
    text: 'Las personas propietarias y administradoras de la escuela deciden qué puede ver el personal. Si necesita esta página, pídaselo a una de ellas.',
  },
  start: 'Inicio',
  toForm: 'Volver al formulario',
  details: 'Detalles técnicos',
  error: 'Error',
  description: 'Significado',
  request: 'Solicitud',
};
