import type { Said } from '../../../../kit/text/said.ts';
import type { people as said } from './en.ts';

export const people: Said<typeof said> = {
  denied: ['La persona decidió no permitir el acceso.'],
  cancelled: ['La persona canceló antes de decidir.'],
  nothing_allowed: ['La persona no permitió ninguno de los permisos solicitados.'],
  member_never: [
    'La cuenta con la que se inició sesión nunca fue miembro de esta escuela.',
    'Iniciar sesión con la cuenta que es miembro aquí.',
    'Si la persona debe ser miembro, preguntar qué dirección de correo usa e invitarla en Miembros. Aquí no se nombra a quien nunca fue miembro.',
  ],
  member_not_there: [
    'La solicitud de la aplicación indica esta escuela, y la cuenta con la que se inició sesión nunca fue miembro de ella.',
    'Indicar la escuela que usa la persona, o ninguna.',
    'Iniciar sesión con una cuenta de esta escuela.',
    'Si la persona debe ser miembro, preguntar qué dirección de correo usa e invitarla en Miembros. Aquí no se nombra a quien nunca fue miembro.',
  ],
  member_nowhere: [
    'La cuenta con la que se inició sesión no es miembro de ninguna escuela con la que la aplicación pueda conectarse.',
    'Iniciar sesión con la cuenta que es miembro de la escuela.',
  ],
  member_invited: [
    (name) => `${name} tiene una invitación a esta escuela, pero no la ha aceptado.`,
    'Aceptar la invitación con su enlace.',
    'Si el enlace se perdió, invitar de nuevo a la persona en Miembros.',
  ],
  member_suspended: [
    (name) => `El acceso de ${name} a esta escuela está suspendido.`,
    'Restaurarlo en Miembros, si es lo correcto.',
  ],
  member_removed: [
    (name) => `${name} era miembro de esta escuela y ya no lo es.`,
    'Invitar de nuevo a la persona en Miembros, si es lo correcto.',
  ],
  ended_by_person: [
    (when) => `La persona desconectó la aplicación el ${when}.`,
    'Conectar de nuevo, si la aplicación debe tener acceso.',
  ],
  ended_by_app: [
    (when) => `La propia aplicación terminó la conexión, al revocar su token el ${when}.`,
    'Borrar los tokens revocados y pedir a la persona que conecte de nuevo.',
  ],
  ended_by_school: [
    (when) => `Quienes gestionan la escuela o la plataforma terminaron la conexión el ${when}.`,
    'Conectar de nuevo, si están de acuerdo.',
  ],
  ended_suspended: [
    'La conexión terminó porque se suspendió el acceso de la persona a la escuela.',
    'Restaurarlo en Miembros, donde se ve quién está suspendido, si es lo correcto.',
    'Después, conectar de nuevo.',
  ],
  ended_removed: [
    'La conexión terminó porque la persona ya no es miembro de la escuela.',
    'Invitar de nuevo a la persona en Miembros, si es lo correcto.',
    'Después, conectar de nuevo.',
  ],
  ended_application: [
    'La conexión terminó porque se desactivó la aplicación.',
    'Activarla en Aplicaciones OAuth, si es lo correcto.',
    'Después, conectar de nuevo.',
  ],
  ended_blocked: [
    'La conexión terminó porque la aplicación se bloqueó en esta plataforma.',
    'Aprobarla en Revisión de aplicaciones, si es lo correcto.',
    'Después, conectar de nuevo.',
  ],
  ended_school: ['La conexión terminó porque se cerró la escuela.', 'Abrir de nuevo la escuela, si es lo correcto.'],
  ended_account: ['La conexión terminó porque la cuenta de la persona ya no está activa.', 'Conectar con otra cuenta.'],
  ended_replay: [
    (when) => `La conexión terminó el ${when} porque su código de autorización se canjeó dos veces.`,
    'Canjear cada código una vez y pedir a la persona que conecte de nuevo.',
  ],
  ended_reuse: [
    (when) => `La conexión terminó el ${when} porque se volvió a usar un token de renovación antiguo.`,
    'Guardar cada token de renovación nuevo antes del siguiente uso y pedir a la persona que conecte de nuevo.',
  ],
  ended_token: [
    'La conexión sigue, pero este token se sustituyó o se revocó.',
    'Usar el token más reciente de la conexión.',
  ],
  password_wrong: ['El correo electrónico o la contraseña no era correcto.'],
  code_wrong: [
    'La contraseña era correcta, pero el código del segundo factor no.',
    'Introducir el código actual de la aplicación de autenticación, o un código de recuperación aún sin usar.',
  ],
  passkey_wrong: [
    'La llave de acceso no se aceptó.',
    'Intentarlo de nuevo con la llave de acceso de esta cuenta, o iniciar sesión con la contraseña.',
  ],
  second_asked: [
    'La contraseña era correcta y se pide a la persona el segundo factor.',
    'Todo va bien: terminar de iniciar sesión.',
  ],
  second_late: ['El segundo factor llegó tarde.', 'Iniciar sesión de nuevo e introducir el código pronto.'],
  sign_in_throttled: ['Fallaron demasiados intentos de iniciar sesión.', 'Hacer lo que indica la página.'],
  page_answered: [
    'La página ya se había respondido, como ocurre con el botón Atrás o un doble clic.',
    'Nada, si la aplicación está conectada; si no, empezar de nuevo en la aplicación.',
  ],
  page_old: ['La página tiene más de 30 minutos.', 'Empezar de nuevo en la aplicación.'],
  page_other_browser: [
    'La página se abrió en un navegador distinto de aquel en el que llegó la solicitud de la aplicación.',
    'Empezar de nuevo en la aplicación, seguir en el mismo navegador y permitir las cookies.',
  ],
  page_other_session: [
    'Entretanto alguien inició o cerró sesión, así que el formulario ya no era válido.',
    'Cargar la página de nuevo.',
  ],
};
