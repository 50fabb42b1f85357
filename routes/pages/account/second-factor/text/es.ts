import type { Said } from '../../../kit/text/said.ts';
import type { secondFactor as en } from './en.ts';

export const secondFactor: Said<typeof en> = {
  title: 'Inicio de sesión con dos factores',
  lead: 'Además de su contraseña, introduce un código que muestra una aplicación de su teléfono. Así nadie puede iniciar sesión solo con su contraseña.',
  on: (day) => `Activado desde el ${day}`,
  left: (count) => (count === 1 ? 'queda un código de recuperación' : `quedan ${count} códigos de recuperación`),
  off: 'Desactivado',
  offText: 'Necesita una aplicación de autenticación; muchos teléfonos y gestores de contraseñas ya la incluyen.',
  demanded:
    'Por su rol en la escuela necesita dos factores. Configúrelos aquí o inicie sesión con una llave de acceso.',
  setUp: 'Configurar el segundo factor',
  setUpText: 'Escaneará una imagen con su aplicación de autenticación e introducirá el código que muestre.',
  requiredHere: 'Esta página exige dos factores',
  requiredTitle: 'Su escuela exige dos factores',
  required: 'Quien tiene su rol necesita un segundo factor, además de la contraseña, para continuar. Lleva un minuto.',
  withPasskey: 'Con una llave de acceso',
  withPasskeyText:
    'Inicie sesión con la huella, la cara o el PIN de su dispositivo. Una llave de acceso cuenta por sí sola como dos factores.',
  withApp: 'Con una aplicación de autenticación',
  scan: 'Escanee esta imagen con su aplicación de autenticación.',
  picture: 'Código QR para la aplicación de autenticación',
  key: 'O escriba esta clave en la aplicación',
  enter: 'Después introduzca el código que muestra la aplicación.',
  confirm: 'Activar',
  wrongNewCode: 'Código incorrecto. Compruebe la fecha y la hora de su teléfono e inténtelo de nuevo.',
  code: 'Código de su aplicación de autenticación',
  codeHint: 'Seis cifras. Cada código sirve una vez; la aplicación muestra uno nuevo cada 30 segundos.',
  codeOrRecovery: 'Código de su aplicación de autenticación o un código de recuperación',
  submit: 'Continuar',
  stepTitle: 'Inicio de sesión con dos factores',
  stepText: (email) => `La contraseña de ${email} es correcta. Falta un paso.`,
  passkeyNeeded: 'Por su rol en la escuela necesita dos factores. Confirme con una de sus llaves de acceso.',
  noCode: '¿No tiene la aplicación a mano?',
  recoveryCode: 'Código de recuperación',
  recoveryText: 'Introduzca uno de los códigos de recuperación que guardó al activarlo.',
  lost: 'Si lo ha perdido todo, un propietario de su escuela o quien gestiona este servicio puede restablecer su segundo factor.',
  cancel: 'Iniciar sesión de otra forma',
  wrongCode: 'Este código no es correcto o ya se ha usado. Espere al siguiente.',
  wrongRecoveryCode:
    'Este código de recuperación no es correcto o ya se ha usado. Revise lo que ha escrito o use otro.',
  codesEnded: (recovers) =>
    `Se han introducido códigos incorrectos demasiadas veces, así que los códigos solo se aceptan en navegadores en los que ya haya iniciado sesión. Use un código de recuperación, una llave de acceso o uno de esos navegadores${recovers ? ', o inicie sesión después de elegir una contraseña nueva («¿Ha olvidado su contraseña?»)' : ''}. Puede que alguien conozca su contraseña: cámbiela cuando haya entrado.`,
  wrongPasskey: 'No conocemos esta llave de acceso. Use otra.',
  expired: 'Este inicio de sesión ha caducado. Empiece de nuevo.',
  codesTitle: 'Guarde sus códigos de recuperación',
  codesText:
    'Si pierde el teléfono, cada uno de estos códigos le permite iniciar sesión una vez. No volverá a verlos: imprímalos o guárdelos en su gestor de contraseñas.',
  codesKept: 'Los he guardado',
  newCodes: 'Crear códigos de recuperación nuevos',
  newCodesText: 'Sus códigos de recuperación actuales dejarán de servir.',
  turnOff: 'Desactivar el segundo factor',
  turnOffText: 'Después bastará con su contraseña para abrir su cuenta. Sus códigos de recuperación dejarán de servir.',
  turnOffDemanded:
    'Su escuela exige dos factores: tendrá que configurarlos de nuevo antes de poder gestionar la escuela.',
  notices: {
    removed: 'El inicio de sesión con dos factores está desactivado.',
    stale: 'No se ha cambiado nada, porque algo de su inicio de sesión ha cambiado entretanto. Inténtelo de nuevo.',
  },
  reset: {
    hint: 'Para quien ha perdido la aplicación de autenticación, los códigos de recuperación y todas las llaves de acceso.',
    link: 'Restablecer el segundo factor',
    title: (name) => `¿Restablecer el segundo factor de ${name}?`,
    text: (name) =>
      `Hágalo solo si ${name} se lo ha pedido y sabe con certeza que era ${name}: llame o véanse en persona. Cuando ${name} inicie sesión con la contraseña, pasadas 24 horas y antes de 8 días, dejarán de servir la aplicación de autenticación, los códigos de recuperación y todas las llaves de acceso, y bastará con la contraseña. Si no, no cambia nada.`,
    canCancel: (name) =>
      `Antes, ${name} puede impedirlo con un enlace enviado por correo, en la página de su cuenta tras iniciar sesión, o usando la aplicación de autenticación o una llave de acceso.`,
    cannotCancel: (name) =>
      `Este servidor no envía correos: ${name} lo ve en la página de su cuenta tras iniciar sesión, y antes puede impedirlo allí.`,
    submit: 'Ordenar el restablecimiento',
    told: 'Se ha avisado a la persona por correo.',
    tellYourself: 'Este servidor no envía correos: avise usted a la persona.',
    refused:
      'No puede restablecer este segundo factor. Solo el de otra persona que lo tenga y no gestione otra escuela. Quien gestiona este servicio puede ayudar.',
    cancelTitle: '¿Conservar su segundo factor?',
    cancelText: 'Alguien de su escuela quiere restablecer el segundo factor de su cuenta. Puede impedirlo.',
    cancel: 'Conservar mi segundo factor',
    cancelled: 'Su segundo factor sigue igual.',
    cancelledText: 'Si usted no lo pidió, elija una contraseña nueva, porque alguien puede conocer la suya.',
    ordered: ({ school, from, until }) =>
      `${school} ha ordenado restablecer su segundo factor. Un inicio de sesión con su contraseña entre el ${from} y el ${until} lo elimina, si usted no lo conserva.`,
    due: ({ school, until }) =>
      `${school} ha ordenado restablecer su segundo factor. El próximo inicio de sesión con su contraseña hasta el ${until} lo elimina, si usted no lo conserva.`,
    orderedFor: ({ person, from, until }) =>
      `Se ha ordenado el restablecimiento. Un inicio de sesión con la contraseña entre el ${from} y el ${until} elimina el segundo factor, si ${person} no lo conserva. Después, la orden caduca.`,
    dueFor: ({ person, until }) =>
      `Se ha ordenado el restablecimiento. El próximo inicio de sesión con la contraseña elimina el segundo factor, si ${person} no lo conserva. Si no hay ninguno hasta el ${until}, la orden caduca.`,
    already:
      'Ya se ha ordenado restablecer este segundo factor. No se ha cambiado nada: siguen valiendo los plazos fijados al principio.',
    withdraw: 'Retirar el restablecimiento',
    withdrawn: 'El restablecimiento se ha retirado: el segundo factor sigue igual.',
    withdrawnText: 'La persona lo lee en la actividad de su cuenta.',
    gone: 'No hay ningún restablecimiento pendiente ordenado por esta escuela: se retiró, la persona lo impidió o ya se hizo. No se ha cambiado nada.',
    carriedOut: ({ who }) =>
      `El segundo factor de ${who} se restableció, como se ordenó, cuando ${who} inició sesión con la contraseña.`,
    endedByUse: ({ who }) => `${who} usó el segundo factor, y con ello canceló su restablecimiento.`,
    withdrawnBy: ({ who, target }) => `${who} retiró el restablecimiento del segundo factor de ${target}.`,
  },
  demand: {
    title: 'Inicio de sesión con dos factores',
    lead: 'Quién tiene que iniciar sesión con dos factores para gestionar esta escuela, en estas páginas o con una aplicación.',
    platform: (level) => `La plataforma lo exige a: ${level}.`,
    levels: {
      off: 'nadie',
      admins: 'propietarios y administradores',
      staff: 'propietarios, administradores y personal',
      instructors: 'propietarios, administradores, personal y docentes',
    },
    change: 'Guardar',
    label: 'Esta escuela lo exige a',
    changeTitle: '¿Quién necesita dos factores?',
    changeText:
      'Se aplica de inmediato: quien no tenga segundo factor lo configura en su próxima visita, y las aplicaciones conectadas sin él deben conectarse de nuevo.',
    save: 'Guardar',
    done: 'Guardado.',
  },
};
