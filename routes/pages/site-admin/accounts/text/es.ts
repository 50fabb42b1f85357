import type { Said } from '../../../kit/text/said.ts';
import type { accounts as en } from './en.ts';

export const accounts: Said<typeof en> = {
  lead: 'Las cuentas de todas las personas, en todas las escuelas de esta plataforma, por si alguna cae en malas manos o alguien no puede entrar.',
  search: { label: 'Nombre o correo electrónico', hint: 'Basta con una parte.', submit: 'Buscar' },
  empty: 'No se han encontrado cuentas',
  emptyText: 'Pruebe con una parte más corta del nombre o de la dirección.',
  more: (count) => `Hay más de estas ${count}. Escriba una parte más larga del nombre o de la dirección para acotar.`,
  statuses: { active: 'Activa', disabled: 'Desactivada', deleted: 'Eliminada' },
  none: 'No hay',
  set: 'Configurada',
  notSet: 'Sin configurar',
  notConfirmed: (email) => `${email} (sin confirmar)`,
  codesLeft: (count) => `códigos de recuperación restantes: ${count}`,
  facts: {
    id: 'ID',
    email: 'Correo electrónico',
    status: 'Estado',
    password: 'Contraseña',
    app: 'Aplicación de autenticación',
    passkeys: 'Llaves de acceso',
  },
  lists: {
    schools: 'Escuelas',
    browsers: 'Sesiones iniciadas',
    connections: 'Aplicaciones conectadas',
    former: 'Direcciones de correo anteriores',
    signIns: 'Últimos inicios de sesión',
  },
  former: { changed: 'Se cambió', until: 'Se puede restaurar hasta' },
  own: 'Esta es su propia cuenta. Pida ayuda a otra persona que gestione la plataforma.',
  changed: 'La cuenta ha cambiado mientras tanto. No se ha hecho nada; vuelva a mirarla.',
  help: 'Ayudar a su titular',
  actions: {
    sendReset: {
      button: 'Enviar un enlace para restablecer la contraseña',
      hint: 'El enlace va a la dirección de correo de la cuenta. Usted no lo ve.',
      title: (name) => `¿Enviar a ${name} un enlace para restablecer la contraseña?`,
      text: (email) =>
        `Enviamos un correo con un enlace a ${email}. Sirve una sola vez y durante 30 minutos. Al usarlo se cierra la sesión en todos los demás sitios.`,
    },
    signOut: {
      button: 'Cerrar la sesión en todos los navegadores',
      hint: 'Termina todas las sesiones. Las aplicaciones siguen conectadas.',
      title: (name) => `¿Cerrar la sesión de ${name} en todos los navegadores?`,
      text: () =>
        'Quien use la cuenta en cualquier navegador tendrá que volver a iniciar sesión. Las aplicaciones siguen conectadas; también puede terminar sus conexiones.',
    },
    endConnections: {
      button: 'Terminar todas las conexiones',
      hint: 'Desconecta todas las aplicaciones de esta persona en todas las escuelas.',
      title: (name) => `¿Terminar todas las conexiones de ${name}?`,
      text: () =>
        'Sus aplicaciones se detienen de inmediato, en todas las escuelas. Su sesión sigue abierta y puede volver a conectarlas.',
    },
    resetSecondFactor: {
      button: 'Restablecer el segundo factor',
      hint: 'Quita de inmediato la aplicación de autenticación, los códigos de recuperación y las llaves de acceso.',
      title: (name) => `¿Restablecer el segundo factor de ${name}?`,
      text: () =>
        'Se quitan la aplicación de autenticación, los códigos de recuperación y las llaves de acceso, y terminan todas las sesiones. A partir de entonces la contraseña sola abre la cuenta; asegúrese antes de que habla con su titular.',
    },
    disable: {
      button: 'Desactivar la cuenta',
      hint: 'Nadie puede entrar hasta que la active de nuevo. Terminan las sesiones y las conexiones.',
      title: (name) => `¿Desactivar la cuenta de ${name}?`,
      text: () =>
        'Todas las sesiones y conexiones terminan de inmediato, en todas las escuelas, y nadie puede iniciar sesión hasta que la cuenta se active de nuevo.',
    },
    enable: {
      button: 'Activar la cuenta',
      hint: 'Permite iniciar sesión de nuevo.',
      title: (name) => `¿Activar la cuenta de ${name}?`,
      text: () =>
        'Quien conozca la contraseña puede volver a iniciar sesión. Las sesiones y conexiones terminadas no vuelven.',
    },
    export: {
      button: 'Descargar todos los datos',
      hint: 'Un archivo con todo lo que se guarda sobre la persona, para ella.',
      title: (name) => `¿Descargar los datos de ${name}?`,
      text: () =>
        'El archivo contiene la cuenta, los inicios de sesión, las escuelas, los cursos, los pedidos, los comentarios y las respuestas, pero no contraseñas ni otros secretos. Guárdelo donde nadie más pueda leerlo.',
    },
    erase: {
      button: 'Eliminar la cuenta',
      hint: 'Elimina el nombre, el correo y todo lo que abre la cuenta. No se puede deshacer.',
      title: (name) => `¿Eliminar la cuenta de ${name}?`,
      text: (email) =>
        `El nombre, el correo ${email}, la contraseña, las llaves de acceso, las sesiones y las conexiones se eliminan de inmediato y no se puede deshacer. Las escuelas conservan sus registros de pedidos, cursos e inscripciones con un número.`,
    },
    restoreEmail: {
      button: 'Restaurar esta dirección',
      title: (name) => `¿Restaurar la dirección de correo anterior de ${name}?`,
      text: (email) =>
        `La cuenta recupera la dirección ${email}. Dejan de servir todas las formas de entrar: la contraseña, las sesiones, las conexiones y, por lo general, las llaves de acceso. Enviamos a esa dirección un enlace para restablecer la contraseña.`,
    },
  },
  /** A link to a new password, where no e-mails are sent. */
  onlyOwner: (schools) =>
    `No se puede eliminar: es la única persona propietaria de ${schools}. Primero hay que traspasar la escuela.`,
  lastEmail: 'La persona recibe un último correo.',
  resetLink: {
    button: 'Crear un enlace para restablecer la contraseña',
    hint: 'Este servidor no envía correos, así que entregue usted el enlace. El enlace anterior deja de funcionar.',
    ask: (name) => `¿Crear un enlace para restablecer la contraseña de ${name}?`,
    askText: (email) =>
      `Quien use primero el enlace elige la contraseña de la cuenta, y ${email} queda entonces como dirección confirmada. Asegúrese antes de que habla con la persona titular. Al usar el enlace se cierran todas las sesiones de la cuenta.`,
    title: 'Enlace para restablecer la contraseña creado',
    label: 'Enlace',
    text: 'Copie ahora el enlace y entrégueselo a la persona por un medio seguro: en persona o en un mensaje cifrado. Sirve una vez, durante 30 minutos, y no volverá a verlo.',
    back: 'Ir a la cuenta',
  },
  done: {
    export: 'Datos descargados.',
    erase: 'Cuenta eliminada.',
    sendReset: 'Hemos enviado un correo con un enlace para restablecer la contraseña.',
    signOut: 'Se ha cerrado la sesión en todos los navegadores.',
    endConnections: 'Las conexiones han terminado en todas las escuelas.',
    resetSecondFactor: 'Segundo factor quitado. Ahora basta con la contraseña para abrir la cuenta.',
    disable: 'Cuenta desactivada. Sus sesiones y conexiones han terminado.',
    enable: 'Cuenta activada. Las sesiones y conexiones terminadas no vuelven.',
    restoreEmail:
      'Dirección anterior restaurada; ya no sirve ninguna otra forma de entrar en la cuenta. Si no está desactivada, hemos enviado a esa dirección un enlace para restablecer la contraseña.',
  },
};
