import type { Said } from '../../kit/text/said.ts';
import type { home as said } from './en.ts';

export const home: Said<typeof said> = {
  title: 'La puerta a las aplicaciones de su escuela',
  lead: 'Schoolgate le permite iniciar sesión en su escuela y decidir qué puede ver y hacer allí una aplicación.',
  visitor: '¿Pertenece usted a una escuela?',
  visitorText:
    'Inicie sesión para ver qué aplicaciones están conectadas a su cuenta y retirarles el acceso. Para usar una aplicación, empiece desde ella: le traerá aquí cuando haya que iniciar sesión.',
  signIn: 'Iniciar sesión',
  signedIn: 'Ha iniciado sesión',
  goOn: '¿Adónde quiere ir?',
  admin: (school) => `${school}: administración`,
  signOut: 'Cerrar sesión',
  developer: '¿Está desarrollando una aplicación?',
  developerText:
    'OAuth 2.0 con PKCE y OpenID Connect. Indique a su cliente esta dirección como emisor; todo lo demás se deduce de los documentos siguientes.',
  issuer: 'Emisor',
  documents: 'Documentos',
  docs: 'Documentación (en inglés)',
  walkthrough: 'Obtener y usar un token, paso a paso (en inglés)',
  tryIt: 'Probar todo el proceso, en una copia de Schoolgate',
  connectFirst: 'Iniciar sesión y conectar su primer cliente',
};
