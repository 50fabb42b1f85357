import type { client as en } from '../en/client.ts';
import type { Said } from '../said.ts';

export const client: Said<typeof en> = {
  unreviewed: 'Sin revisar',
  vendor: 'Integración conocida',
  reviewed: 'Revisada',
  namedByAddress: 'Solo se conoce por su dirección web; nadie ha comprobado quién está detrás',
  madeBy: (school) => `Creada por ${school}`,
  madeBySchool: 'Creada por su escuela',
  registeredItself: 'Se registró por sí misma; nadie ha comprobado quién es',
  callsItself: (name) => `Se hace llamar «${name}»`,
};
