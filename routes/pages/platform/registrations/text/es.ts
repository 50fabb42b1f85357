import type { Said } from '../../../kit/text/said.ts';
import type { registrations as en } from './en.ts';

export const registrations: Said<typeof en> = {
  title: 'Clientes registrados',
  lead: 'Programas que se registran aquí por su cuenta como clientes. Los más nuevos se identifican con la dirección web de sus metadatos y no necesitan registrarse.',
  modes: {
    loopback_and_vendors:
      'Pueden registrarse las integraciones conocidas y cualquier programa que funcione en el equipo de una persona.',
    vendors_only: 'Solo pueden registrarse las integraciones conocidas.',
    off: 'El registro está desactivado. Ya nadie puede registrarse.',
  },
  howTo: 'Quien administra el servidor puede desactivarlo: asignar vendors_only u off a REGISTRATION y reiniciar.',
  others: 'Programas en los equipos de las personas',
  integrations: 'Integraciones conocidas',
  columns: {
    name: 'Se hace llamar',
    registered: (days) => `Registrados en los últimos ${days} días`,
    used: (days) => `Usados en los últimos ${days} días`,
    clients: 'Clientes en total',
    lastRegistered: 'Último registro',
    lastUsed: 'Último uso',
  },
  never: 'nunca',
  always: 'recibe siempre el mismo cliente',
  empty: 'No hay clientes registrados',
  emptyText:
    'Un programa aparece aquí cuando se registra y desaparece cuando se elimina su cliente porque nadie lo usó.',
  off: {
    title: 'Si se desactiva el registro',
    existing: 'Los clientes registrados se conservan. Sus conexiones continúan y se pueden volver a conectar.',
    unused: 'Los que nadie usa se eliminan al cabo de un tiempo, como hasta ahora.',
    refused:
      'Un programa que quiera registrarse se rechaza, y se le dice qué hacer: usar la dirección web de sus metadatos como client_id o pedir a la escuela una aplicación OAuth.',
  },
};
