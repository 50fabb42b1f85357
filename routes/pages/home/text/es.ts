import type { Said } from '../../kit/text/said.ts';
import type { home as said } from './en.ts';

export const home: Said<typeof said> = {
  title: 'Las aplicaciones de su escuela, con un solo inicio de sesión',
  lead: 'Inicie sesión en su escuela y decida qué puede ver y hacer allí cada aplicación.',
  visitor: 'Para miembros y personal',
  visitorText:
    'Inicie sesión para ver qué aplicaciones están conectadas a su cuenta y retirarles el acceso. Para usar una aplicación, ábrala: le traerá aquí cuando tenga que iniciar sesión.',
  signIn: 'Iniciar sesión',
  signedIn: 'Ha iniciado sesión',
  goOn: '¿Adónde quiere ir?',
  admin: (school) => `${school}: administración`,
  signOut: 'Cerrar sesión',
  developer: '¿Está desarrollando una aplicación?',
  developerText:
    'OAuth 2.0 con PKCE y OpenID Connect. Configure esta dirección como emisor en su cliente; los documentos siguientes explican el resto.',
  issuer: 'Emisor',
  documents: 'Documentos',
  docs: 'Documentación (en inglés)',
  walkthrough: 'Obtener y usar un token, paso a paso (en inglés)',
  tryIt: 'Pruébelo desde una copia del código de Schoolgate',
  toYourSchool: 'Iniciar sesión en su escuela',
};
