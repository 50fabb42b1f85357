import type { Said } from '../../kit/text/said.ts';
import type * as en from './en.ts';

export const otherComputer: Said<typeof en.otherComputer> = {
  link: 'Mi programa está en otro equipo',
  unanswered: '¿El programa no ha respondido?',
  back: 'Si después falla la conexión, vuelva a la página anterior.',
  title: '¿Su programa está en otro equipo?',
  lead: (app) =>
    `${app} aún no ha recogido su acceso. Si se ejecuta en un contenedor o en un equipo que usa a través de la red (SSH, WSL), este navegador no puede llegar a él. En ese caso puede copiar la dirección que espera y pegarla allí.`,
  beware: {
    paste:
      'Pegue la dirección solo en un programa que haya iniciado usted, en una ventana en la que haya escrito usted. Quien la obtenga podrá usar su cuenta como ese programa.',
    never:
      'Ni nosotros ni su escuela le pediremos nunca esta dirección: ni por teléfono, ni en un chat, ni por correo, ni con un código QR, ni al compartir la pantalla.',
    stop: '¿Alguien le ha enviado un enlace o le dice dónde hacer clic? Entonces no siga. Si cierra esta página, no pasa nada.',
  },
  show: 'Mostrar la dirección',
  stop: 'No he iniciado ningún programa',
  copy: (app) => `Pegue esta dirección en ${app}`,
  once: (seconds) => `Sirve una vez, durante ${seconds} segundos. Esta página no puede mostrarla de nuevo.`,
  address: 'Dirección',
  gone: {
    title: 'No hay ninguna dirección que mostrar',
    text: 'Se puede mostrar una vez, en los minutos después de permitir el acceso, y solo hasta que el programa haya respondido. Si el programa sigue esperando, empiece de nuevo desde él.',
  },
  withheld: {
    title: 'No mostramos la dirección',
    text: 'Le ha traído aquí un enlace de otro sitio web, así que puede que esto lo haya empezado otra persona. Si ha sido usted, empiece de nuevo en su programa y escriba o pegue su enlace en la barra de direcciones del navegador.',
  },
};
