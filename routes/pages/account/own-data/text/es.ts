import { timeSpan } from '../../../kit/text/es/time-span.ts';
import type { Said } from '../../../kit/text/said.ts';
import type { ownData as en } from './en.ts';

export const ownData: Said<typeof en> = {
  title: 'Sus datos',
  lead: 'Descargue lo que guardamos sobre usted o elimine su cuenta cuando quiera.',
  exportTitle: 'Descargar sus datos',
  export: 'Descargar sus datos',
  exportText:
    'Recibirá un archivo JSON con su cuenta, inicios de sesión, aplicaciones conectadas, escuelas, cursos y avances, pedidos, inscripciones, comentarios y respuestas. No contiene contraseñas ni otros secretos.',
  exportCare: 'Guarde el archivo donde solo usted pueda leerlo. Puede descargarlo cinco veces al día.',
  exportedTooOften: (seconds) =>
    `Puede descargar sus datos cinco veces al día y ya lo ha hecho. Inténtelo de nuevo dentro de ${timeSpan(seconds)}.`,
  deleteTitle: 'Eliminar su cuenta',
  delete: 'Eliminar su cuenta',
  deleteText: 'Su cuenta se elimina de inmediato. No se puede deshacer.',
  gone: 'Se eliminan su nombre, correo electrónico, contraseña, llaves de acceso y códigos. Se cierran todas sus sesiones y todas las aplicaciones pierden el acceso.',
  noSchool: 'No pertenece a ninguna escuela.',
  schools: (names) => `Deja de pertenecer a: ${names}. Ya no podrá abrir lo que compró allí.`,
  kept: 'Las escuelas conservan sus registros de pedidos, pagos, cursos e inscripciones con un número, sin su nombre. Se eliminan el texto de sus comentarios y sus respuestas a formularios.',
  history:
    'El registro de seguridad conserva lo ocurrido en su cuenta, con su número y las direcciones de red, durante algo más de un año. La página que una escuela haya escrito sobre usted como docente permanece; consulte a la escuela.',
  exportFirst: 'Quizá quiera antes una copia:',
  recentlyChanged: (until) =>
    `Su correo electrónico se cambió en los últimos días. Hasta el ${until}, quien reciba correo en la dirección anterior puede deshacerlo, así que la cuenta todavía no se puede eliminar.`,
  toProfile: 'Ir a su perfil',
  onlyOwner:
    'Usted es la única persona propietaria de una escuela, que se quedaría sin nadie que la dirija. Antes, haga propietario a otro miembro o pida a quienes gestionan la plataforma que cierren la escuela.',
};
