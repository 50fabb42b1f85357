import type { client as en } from '../en/client.ts';
import type { Said } from '../said.ts';

export const client: Said<typeof en> = {
  unreviewed: 'Sin revisar',
  vendor: 'Integración conocida',
  reviewed: 'Revisada',
  namedByAddress: 'Identificada solo por su dirección web. Nadie ha verificado quién está detrás.',
  madeBy: (school) => `Creada por ${school}`,
  madeBySchool: 'Creada por su escuela',
  registeredItself: 'Se registró por su cuenta. Nadie ha verificado esta aplicación.',
  unverified: (name) => `${name} (sin verificar)`,
  callsItself: (name) => `Se hace llamar «${name}»`,
};
