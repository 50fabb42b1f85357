import type { pages as en } from '../en/pages.ts';
import type { Said } from '../said.ts';

const minutes = (seconds: number): string => {
  if (seconds < 60) return seconds <= 1 ? 'un segundo' : `${Math.ceil(seconds)} segundos`;
  const count = Math.ceil(seconds / 60);
  return count === 1 ? 'un minuto' : `${count} minutos`;
};

export const pages: Said<typeof en> = {
  layout: {
    about: 'Con Schoolgate inicia sesión en su escuela.',
    poweredBy: 'Inicio de sesión con Schoolgate',
    requestId: 'Solicitud',
    wrong: (title) => `Error: ${title}`,
  },
  roles: {
    owner: 'Propietario/a',
    admin: 'Administrador/a',
    staff: 'Personal',
    instructor: 'Docente',
    member: 'Miembro',
  },
  labels: {
    switch: 'Usar otra cuenta',
    cancel: 'Cancelar y volver a la aplicación',
    again: 'Ver de nuevo la solicitud',
    email: 'Correo electrónico',
    password: 'Contraseña',
  },
  client: {
    unreviewed: 'Sin revisar',
    vendor: 'Integración conocida',
    reviewed: 'Revisada',
    namedByAddress: 'Solo se conoce por su dirección web; nadie ha comprobado quién está detrás',
    madeBy: (school) => `Creada por ${school}`,
    madeBySchool: 'Creada por su escuela',
    registeredItself: 'Se registró por sí misma; nadie ha comprobado quién es',
    callsItself: (name) => `Se hace llamar «${name}»`,
  },
  signIn: {
    title: 'Iniciar sesión',
    at: (school) => `Iniciar sesión en ${school}`,
    sentBy: (app) =>
      `${app} le ha traído aquí para iniciar sesión. Su contraseña se queda aquí: la aplicación nunca la ve.`,
    alone: 'Use el correo electrónico con el que le conoce su escuela.',
    submit: 'Iniciar sesión',
    wrongCredentials: 'Este correo electrónico y esta contraseña no coinciden. Revise ambos e inténtelo de nuevo.',
    throttled:
      'Ha habido demasiados intentos de iniciar sesión. A su cuenta no le pasa nada; espere un poco antes del próximo intento.',
    throttledFor: (seconds) =>
      `Ha habido demasiados intentos de iniciar sesión. A su cuenta no le pasa nada; inténtelo de nuevo dentro de ${minutes(seconds)}.`,
    busy: 'En este momento está iniciando sesión muchísima gente y no le ha llegado el turno. Inténtelo de nuevo dentro de unos segundos.',
    reauthenticate: 'Para continuar, demuestre una vez más que es usted. Seguirá en la misma cuenta.',
  },
  chooseAccount: {
    title: 'Elija una cuenta',
    lead: (app) => `¿Qué cuenta quiere usar con ${app}?`,
    continueAs: (name) => `Continuar como ${name}`,
  },
  chooseSite: {
    title: 'Elija una escuela',
    lead: (app) => `Usted pertenece a más de una escuela. ${app} tendrá acceso a la que elija aquí y a ninguna otra.`,
    legend: 'Sus escuelas',
    submit: 'Continuar',
  },
  consent: {
    title: (app) => `¿Permitir el acceso a ${app}?`,
    asks: (school) => `pide acceso a ${school} en su nombre`,
    warning: (app) =>
      `Continúe solo si acaba de empezar esto usted y conoce ${app}. Si le ha traído aquí un mensaje u otra persona, no lo permita.`,
    signedInAs: 'Su cuenta',
    atSchool: (role, school) => `${role}, ${school}`,
    groups: {
      identity: 'Quién es usted',
      own: 'Sus propios datos',
      read: 'Gestión de la escuela: ver',
      write: 'Gestión de la escuela: cambiar',
    },
    choose: 'Si lo permite, la aplicación podrá hacer lo que está marcado aquí. Desmarque lo que no quiera compartir.',
    noChoice: 'Si lo permite, la aplicación podrá hacer lo siguiente.',
    before: 'ya lo permitió antes',
    unavailable: 'No disponible para usted',
    unavailableWhy: 'La aplicación también pidió esto, pero su rol en la escuela no lo incluye. No lo recibirá.',
    goesTo: 'Adónde irá después',
    goesToWeb: (host) => `De vuelta a ${host}`,
    goesToApp: (scheme) => `A la aplicación de este dispositivo que responde a ${scheme}`,
    goesToLoopback: (host) => `A un programa de este equipo (${host})`,
    loopbackWarning:
      'No podemos saber qué programa de este equipo responderá. Otro programa podría escuchar en su lugar, así que permítalo solo en un equipo de confianza.',
    reaches: 'Dónde funciona',
    lasts: 'Cuánto dura',
    lastsDays: (days) => `Hasta que lo retire, como máximo ${days === 1 ? 'un día' : `${days} días`}`,
    undo: 'Si cambia de opinión',
    undoHere: 'Puede retirarlo cuando quiera en',
    undoLink: 'Aplicaciones conectadas',
    deny: 'Rechazar',
    allow: 'Permitir',
  },
  goingOn: {
    approved: {
      title: 'De vuelta a la aplicación',
      text: (app) => `El acceso está permitido. Le llevamos de vuelta a ${app}.`,
    },
    denied: {
      title: 'No ha permitido el acceso',
      text: (app) => `No se ha compartido nada. Le llevamos de vuelta a ${app}.`,
    },
    error: {
      title: 'Esto no ha funcionado',
      text: (app) => `No se ha compartido nada. Le llevamos de vuelta a ${app}, donde verá qué ha fallado.`,
    },
    signed_out: {
      title: 'Ha cerrado la sesión',
      text: (app) => `Su sesión de Schoolgate en este navegador está cerrada. Le llevamos de vuelta a ${app}.`,
    },
    link: (app) => `Continuar a ${app}`,
    hint: 'Si no ocurre nada en unos segundos, use el botón. Puede cerrar esta página cuando se haya abierto la aplicación.',
  },
  message: {
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
    client_error_redirect: {
      title: 'La solicitud de la aplicación tiene un error',
      text: 'Nos hemos detenido aquí y no hemos compartido nada. Nadie ha revisado esta aplicación, por eso no le llevamos a ella automáticamente. Si la conoce, puede volver; se le dirá qué estaba mal.',
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
  },
  signOut: {
    title: '¿Cerrar la sesión de Schoolgate?',
    lead: 'Se cerrará su sesión en este navegador. Las aplicaciones que ha permitido siguen conectadas hasta que les retire el acceso.',
    submit: 'Cerrar sesión',
    stay: 'Para mantener la sesión iniciada, basta con cerrar esta página.',
  },
  setup: {
    title: 'Configure su escuela',
    lead: 'Este es el primer arranque. Dé un nombre a la escuela y cree la cuenta de su propietario o propietaria. Esta página funciona una sola vez.',
    school: 'La escuela',
    owner: 'Propietario o propietaria',
    schoolName: 'Nombre de la escuela',
    schoolNameHint: 'Como lo ven los miembros al iniciar sesión.',
    schoolSlug: 'Nombre corto para direcciones',
    schoolSlugHint: 'Minúsculas, cifras y guiones, como «escuela-norte».',
    ownerName: 'Su nombre',
    ownerEmail: 'Su correo electrónico',
    ownerEmailHint: 'Con él iniciará sesión.',
    password: 'Contraseña',
    passwordHint:
      'Al menos 10 caracteres. Unas cuantas palabras que solo para usted van juntas son una buena contraseña.',
    submit: 'Configurar la escuela',
    problems: {
      required: 'Rellene este campo.',
      too_short: 'Es demasiado corto.',
      too_long: 'Es demasiado largo.',
      invalid: 'No tiene la forma que se describe aquí.',
      taken: 'Ya está en uso. Elija otro.',
      too_common: 'Mucha gente usa esta contraseña, así que es fácil de adivinar. Elija otra.',
    },
  },
};
