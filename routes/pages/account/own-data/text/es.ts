import type { Said } from '../../../kit/text/said.ts';
import type { ownData as en } from './en.ts';

export const ownData: Said<typeof en> = {
  title: 'Sus datos',
  lead: 'Puede llevarse todo lo que se guarda sobre usted y cerrar su cuenta cuando quiera.',
  exportTitle: 'Descargar sus datos',
  export: 'Descargar sus datos',
  exportText:
    'Recibirá un archivo en formato JSON con su cuenta, sus inicios de sesión, las aplicaciones conectadas, sus escuelas, cursos y avances, pedidos, inscripciones, comentarios y respuestas. No contiene contraseñas ni otros secretos.',
  exportCare: 'Guarde el archivo donde solo usted pueda leerlo. Puede descargarlo cinco veces al día.',
  deleteTitle: 'Eliminar su cuenta',
  delete: 'Eliminar su cuenta',
  deleteText: 'Ocurre de inmediato y nadie puede deshacerlo.',
  gone: 'Se eliminan su nombre, correo electrónico, contraseña, llaves de acceso y códigos. Se cierran todas sus sesiones y todas las aplicaciones pierden el acceso.',
  noSchool: 'No pertenece a ninguna escuela.',
  schools: (names) => `Pierde su lugar en: ${names}. Lo que compró allí ya no podrá abrirse.`,
  kept: 'Las escuelas conservan sus registros de pedidos, pagos, cursos e inscripciones con un número, sin su nombre. Se eliminan el texto de sus comentarios y sus respuestas a formularios.',
  history:
    'El registro de seguridad conserva lo ocurrido en su cuenta, con su número y las direcciones de red, durante algo más de un año. La página que una escuela haya escrito sobre usted como docente permanece; consulte a la escuela.',
  exportFirst: 'Quizá quiera antes una copia:',
  recentlyChanged: (until) =>
    `Su correo electrónico se cambió en los últimos días. Hasta el ${until}, quien reciba correo en la dirección anterior puede deshacerlo, así que la cuenta todavía no se puede eliminar.`,
  toProfile: 'Ir a su perfil',
  onlyOwner:
    'Usted es la única persona propietaria de una escuela, que se quedaría sin nadie que la dirija. Antes, nombre propietario a otro miembro o pida a quienes gestionan la plataforma que cierren la escuela.',
};
