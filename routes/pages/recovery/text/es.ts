import type { Said } from '../../kit/text/said.ts';
import type { recovery as en } from './en.ts';

export const recovery: Said<typeof en> = {
  forgot: {
    title: '¿Ha olvidado su contraseña?',
    lead: 'Escriba el correo electrónico con el que inicia sesión. Si tiene una cuenta, le enviaremos un enlace para elegir una contraseña nueva.',
    submit: 'Enviar el enlace',
    invalid: 'Esto no parece una dirección de correo.',
    throttled: 'Se han pedido demasiados enlaces desde su red. Espere una hora e inténtelo de nuevo.',
    stale:
      'No se ha enviado nada: la página estaba desactualizada o las cookies están desactivadas en este navegador. Envíe de nuevo el formulario.',
  },
  sent: {
    title: 'Revise su correo',
    received: 'Solicitud recibida',
    text: (email) =>
      `Si hay una cuenta con la dirección ${email}, un correo con un enlace está en camino. El enlace sirve una sola vez y durante 30 minutos.`,
    nothing:
      '¿No ha llegado nada? Mire en la carpeta de correo no deseado y compruebe la dirección. Enviamos solo unos pocos correos por hora. Si no llega ninguno, pregunte a quienes gestionan su escuela.',
    files:
      'Este servidor escribe los correos en archivos en lugar de enviarlos. Quien lo administra encuentra la carpeta en lo que el servidor mostró al arrancar.',
    back: 'Volver a la página de inicio de sesión',
  },
  noEmail: {
    title: 'Este servidor no envía correos',
    text: 'Por eso no puede enviar un enlace para una contraseña nueva. Diríjase a una persona propietaria o administradora de su escuela.',
    support: 'Página de ayuda de su escuela:',
    school: 'Si gestiona la escuela',
    schoolText: 'Una escuela no puede crear el enlace: pregunte a quienes gestionan el servidor.',
    server: 'Si gestiona el servidor',
    accounts: 'Cree el enlace en la página de la cuenta, si figura en PLATFORM_OPERATORS:',
    command: 'O con este comando y la configuración del servidor (DATA_DIR, BASE_URL, SMTP_URL):',
  },
  reset: {
    title: 'Elija una contraseña nueva',
    lead: (email) => `Para la cuenta con la dirección ${email}. Se cerrará su sesión en todas partes.`,
    someoneElse: 'Es posible que otra persona haya entrado en mi cuenta',
    endsAccess:
      'Se desconectan todas las aplicaciones y se quitan todas las llaves de acceso, porque las de otra persona seguirían abriendo su cuenta. Después puede añadir de nuevo las suyas. Si solo ha olvidado la contraseña, déjelo sin marcar.',
    endsApps:
      'Se desconectan todas las aplicaciones, porque las de otra persona seguirían teniendo acceso. Después puede conectar de nuevo las suyas. Si solo ha olvidado la contraseña, déjelo sin marcar.',
    submit: 'Establecer la contraseña nueva',
    done: 'Contraseña cambiada. Se ha cerrado su sesión en todas partes. Si venía de una aplicación, vuelva a ella e inicie sesión allí con la contraseña nueva; si no, inicie sesión aquí.',
  },
  confirm: {
    title: 'Confirme su dirección de correo',
    lead: (email) => `Pulse el botón si ${email} es su dirección y usted ha pedido esta confirmación.`,
    submit: 'Sí, es mi dirección',
    account: (name, email) => `Se trata de la cuenta de ${name}, cuya dirección hasta ahora es ${email}.`,
    sameAccount: (name) => `Es la dirección de la cuenta de ${name}, y lo seguirá siendo.`,
    otherTitle: 'Este enlace es de otra cuenta',
    other: (name) =>
      `Ha iniciado sesión como ${name}, pero este enlace se pidió en otra cuenta. No se ha cambiado nada. Si la otra cuenta también es suya, cierre la sesión y abra de nuevo el enlace.`,
    doneTitle: 'Su dirección está confirmada',
    done: (email) => `Ahora inicia sesión con ${email}.`,
    doneSame: (email) => `Sigue iniciando sesión con ${email}.`,
    takenTitle: 'Esta dirección no se puede usar',
    taken: 'Pertenece a otra cuenta, o pertenecía hasta hace unos días. No se ha cambiado nada.',
    toAccount: 'Ir a su cuenta',
  },
  restore: {
    title: '¿Recuperar su dirección de correo?',
    lead: (email) => `Su cuenta recuperará la dirección ${email}. Pulse el botón si usted no quería que se cambiara.`,
    submit: 'Recuperar la dirección',
    doneTitle: 'Ha recuperado su dirección',
  },
  notMe: {
    title: '¿No ha sido usted?',
    lead: (email) =>
      `Se trata de la cuenta con la dirección ${email}. Pulse el botón si otra persona hizo lo que dice el correo.`,
    ifYou: 'Si ha sido usted, cierre esta página: todavía no ha pasado nada.',
    submit: 'No he sido yo',
    doneTitle: 'Ya no hay ninguna sesión abierta en su cuenta',
  },
  secured: {
    effects:
      'Se cerrarán todas las sesiones de la cuenta, se desconectarán todas las aplicaciones, y la contraseña y todas las llaves de acceso dejarán de servir, salvo un segundo factor que tenga más de siete días.',
    linkFollows: 'Después recibirá por correo un enlace para elegir una contraseña nueva.',
    noLink:
      'Este servidor ya no envía correos: después, pida a quienes lo gestionan un enlace para elegir una contraseña nueva.',
    next: (email) =>
      `Hemos enviado un correo con un enlace a ${email}. Úselo para elegir una contraseña nueva. El enlace sirve una sola vez y durante 30 minutos; puede pedir otro en la página de inicio de sesión.`,
  },
  gone: {
    title: 'Este enlace ya no sirve',
    text: 'Ya se usó, lo sustituyó uno más reciente o ha caducado. No se ha cambiado nada.',
    again: 'Pedir un enlace nuevo',
    invitation:
      'Si tiene un enlace más reciente de la escuela, ábralo. Si no, pida a la escuela una invitación nueva. Si ya forma parte de ella, inicie sesión. Mientras una escuela esté cerrada, sus invitaciones no sirven.',
    email: 'En la página «Perfil» verá si su dirección está confirmada y podrá pedir un enlace nuevo.',
  },
};
