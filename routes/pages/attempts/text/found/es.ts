import type { Said } from '../../../kit/text/said.ts';
import type { found as said } from './en.ts';
import { people } from './people/es.ts';

export const found: Said<typeof said> = {
  parameter_missing: [(name) => `Falta el parámetro ${name}.`, (name) => `Enviar ${name}.`],
  format_nothing: [
    'No llegó nada: la solicitud no tiene contenido ni tipo de contenido.',
    (needed) => `Enviar los datos como ${needed}.`,
  ],
  format_unnamed: [
    'El contenido llegó sin tipo de contenido.',
    (needed) => `Enviarlo como ${needed} e indicarlo en el encabezado content-type.`,
  ],
  format_other: [
    (came) => `El contenido llegó como ${came}, que esta dirección no lee.`,
    (_came, needed) => `Enviarlo como ${needed}.`,
  ],
  body_no_json: ['El contenido no es JSON válido.', 'Enviar JSON válido, como lo escribe una biblioteca de JSON.'],
  method_other: [
    (came, right) => `La solicitud llegó con ${came}; esta dirección solo acepta ${right}.`,
    (_came, right) =>
      `Enviar ${right}. Si la aplicación ya lo hace, una redirección, por ejemplo de http a https, cambió su solicitud: usar desde el principio la dirección https.`,
  ],
  address_other: [
    (came, right) => `No hay nada en ${came}. La dirección correcta es ${right}.`,
    (_came, right) => `Usar ${right}, como dicen los metadatos.`,
    'Si la aplicación ya lo hace, el proxy cambia la ruta: debe transmitirla sin cambios.',
  ],
  host_internal: [
    (came, own) =>
      `La solicitud llegó como ${came}, un nombre interno, y no como ${own} (BASE_URL): el proxy no transmite el host.`,
    'El proxy debe transmitir los encabezados Host y X-Forwarded-Proto.',
  ],
  host_public: [
    (came, own) => `La solicitud llegó como ${came}, pero BASE_URL es ${own}, y la aplicación se detiene por eso.`,
    (came, own) => `Poner ${came} en BASE_URL si es la dirección pública. Si no, las aplicaciones deben usar ${own}.`,
  ],
  origin_page: [
    (page) => `La página web ${page} llamó a las herramientas y no es una de las que pueden hacerlo.`,
    (page) => `Si puede hacerlo, añadir ${page} a MCP_ALLOWED_ORIGINS.`,
  ],
  origin_form: [
    'Un formulario de este servidor se envió desde una página de otro sitio web.',
    'Empezar de nuevo en la aplicación y responder en la página de este servidor.',
  ],
  origin_host: [
    (came, own) => `La solicitud llegó para el host ${came}, pero este servidor es ${own}.`,
    (_came, own) => `El proxy debe transmitir el host ${own}, o BASE_URL debe ser la dirección pública.`,
  ],
  client_id_form: [
    (length) =>
      `Ninguna aplicación tiene este ID de cliente, y no tiene la forma de los de este servidor: son ${length} caracteres, no c_ y 22. Está mal escrito o es de otro servidor.`,
    'Copiar el ID de cliente de este servidor en la aplicación, o dejar que se registre aquí.',
    'Dar a quien desarrolla la aplicación el ID de cliente que figura en Aplicaciones OAuth.',
  ],
  client_id_gone: [
    'El ID de cliente tiene la forma correcta, pero ya no es de ninguna aplicación: un registro que nunca se usó se elimina a los 7 días.',
    'Dejar que la aplicación se registre de nuevo.',
    'Si era una aplicación de la escuela que se eliminó, crear otra.',
  ],
  document_name: [
    'El servidor no encuentra una dirección pública para el host del documento de metadatos de la aplicación.',
    'Comprobar el host del ID de cliente y darle una dirección pública en el DNS.',
  ],
  document_late: [
    'El host del documento de metadatos de la aplicación no respondió a tiempo.',
    'El host debe responder en 3 segundos, también a servidores.',
  ],
  document_closed: [
    'El host del documento de metadatos de la aplicación rechazó la conexión.',
    'Un servidor web debe responder en el ID de cliente.',
  ],
  document_broken_off: [
    'La conexión con el host del documento de metadatos de la aplicación se cortó antes de que respondiera.',
    'El servidor web debe responder en el ID de cliente, también a servidores.',
  ],
  document_certificate: [
    (said) => `El certificado del host del documento de metadatos de la aplicación no es válido: «${said}».`,
    'Instalar para este host un certificado válido, con toda su cadena.',
  ],
  document_forbidden: [
    (status) =>
      `El host del documento de metadatos de la aplicación rechazó este servidor con el estado ${status}, como hacen las protecciones contra bots.`,
    'Los servidores deben poder leer el documento sin esa comprobación.',
  ],
  document_status: [
    (status) => `En lugar del documento de metadatos de la aplicación, su host respondió con el estado ${status}.`,
    'Responder con estado 200 y el documento exactamente en el ID de cliente.',
  ],
  document_redirect: [
    (status) =>
      `En lugar del documento de metadatos de la aplicación, su host respondió con una redirección (estado ${status}), que no se sigue.`,
    'Publicar el documento exactamente en el ID de cliente, o usar como ID de cliente la dirección tras la redirección.',
  ],
  document_type: [
    (type) => `El documento de metadatos de la aplicación llegó con el tipo de contenido ${type}, que no es JSON.`,
    'Enviar el documento como application/json.',
  ],
  document_content: [
    (said) => `El documento de metadatos de la aplicación no es válido: «${said}».`,
    'Corregirlo en el documento.',
  ],
  secret_form: ['El client_secret enviado no es de este servidor: los suyos son cs_ y 43 caracteres.'],
  secret_other: [
    'El client_secret enviado está completo, pero no es el de esta aplicación: se sustituyó hace más de un día o es de otra aplicación.',
  ],
  auth_basic: [
    'La aplicación envió su ID de cliente y su secreto en el encabezado, como HTTP Basic, que no se admite.',
  ],
  auth_assertion: [
    'La aplicación envió una aserción firmada (client_assertion) en lugar de su secreto, y no se admite.',
  ],
  redirect_differs: [
    (first, second) =>
      `La URI de redirección era ${first} en la solicitud de autorización y es ${second} en la solicitud de token.`,
  ],
  redirect_query: [
    (uri) =>
      `La URI de redirección ${uri} tiene en la solicitud de token una consulta distinta de la de la solicitud de autorización.`,
  ],
  redirect_registered: [
    (sent, registered) =>
      `La aplicación pidió la URI de redirección ${sent}, que no tiene registrada. Están registradas: ${registered}`,
  ],
  grant_type_sent: [(type) => `La aplicación pidió el tipo de concesión ${type}, que no se admite.`],
  response_type_sent: [(type) => `La aplicación pidió response_type=${type}, que no se admite.`],
  challenge_missing: ['La aplicación no usa PKCE: no envió code_challenge.'],
  challenge_method: [
    (method) => `El code_challenge llegó con code_challenge_method=${method} en lugar de S256.`,
    'Enviar como code_challenge el SHA-256 del verifier, y code_challenge_method=S256.',
  ],
  challenge_no_method: [
    'El code_challenge llegó sin code_challenge_method, lo que significa «plain».',
    'Enviar con él code_challenge_method=S256.',
  ],
  challenge_form: [
    (is, must) => `El code_challenge no son ${must} caracteres de base64url: tiene ${is}.`,
    'Codificar el SHA-256 del verifier en base64url, sin «=».',
  ],
  verifier_missing: [
    'La solicitud de token no tiene code_verifier.',
    'Enviar el verifier del que se hizo el code_challenge.',
  ],
  verifier_form: [
    (is) =>
      `El code_verifier no es válido: tiene ${is} caracteres y debe tener de 43 a 128, de letras, cifras y «-._~».`,
    'Crear el verifier con esta forma y enviarlo sin cambios.',
  ],
  verifier_challenge: [
    'La aplicación envió el propio code_challenge como code_verifier.',
    'Enviar el verifier del que se hizo el code_challenge.',
  ],
  verifier_other: [
    (is) =>
      `El code_verifier está bien formado (${is} caracteres), pero el code_challenge de este código se hizo de otro.`,
    'Guardar el verifier de cada solicitud con su state y enviar ese.',
  ],
  scope_named: [(scope) => `No existe el permiso ${scope}.`, 'Omitirlo o usar uno de los permisos de los metadatos.'],
  scope_beyond: [
    (scope) => `La aplicación no puede solicitar ${scope}.`,
    (scope) => `Omitir ${scope}.`,
    (scope) => `Si la aplicación lo necesita, añadirle ${scope}.`,
  ],
  scope_lacking: [
    (scope) => `Al token le falta el permiso ${scope}, que esta llamada necesita.`,
    (scope) => `Enviar una nueva solicitud de autorización que pida también ${scope}, y que la persona decida.`,
  ],
  resource_other: [
    (sent, own) => `La aplicación pidió el resource ${sent}, pero este servidor es ${own}.`,
    (_sent, own) => `Enviar resource=${own} en cada solicitud.`,
  ],
  resource_not_sent: ['Falta el parámetro resource.', (own) => `Enviar resource=${own}, lo mismo en cada solicitud.`],
  value_short: [
    (name, is, must) => `Lo enviado como ${name} está cortado: ${is} de ${must} caracteres tras el punto.`,
    'Enviar el valor completo y buscar un campo o una variable demasiado cortos.',
  ],
  value_long: [
    (name, is, must) =>
      `A lo enviado como ${name} se le añadió algo: tiene ${is} caracteres tras el punto en lugar de ${must}.`,
    'Enviar el valor exactamente como llegó, sin comillas ni saltos de línea.',
  ],
  value_foreign: [
    (name) => `Lo enviado como ${name} no tiene la forma de los de este servidor, así que lo emitió otro.`,
    'Enviar a cada servidor solo lo que emitió, y empezar de nuevo aquí.',
  ],
  value_unknown: [
    (name) =>
      `Lo enviado como ${name} tiene la forma y la longitud correctas, pero no se conoce aquí: se cambió un carácter o lo emitió otra instalación.`,
    'Enviar sin cambios lo que emitió este servidor. Si la aplicación ya lo hace, empezar de nuevo.',
  ],
  code_age: [(late) => `El código de autorización vale un minuto y llegó ${late} s tarde.`],
  code_again: [
    (later) =>
      `El código de autorización se canjeó por segunda vez, ${later} s después de la primera, así que sus tokens se revocaron.`,
  ],
  issued_to: [(name) => `El código o token se emitió para ${name} y lo envió otro ID de cliente.`],
  refresh_unstored: [
    'El token de renovación se sustituyó hace mucho y la aplicación nunca usó el nuevo, así que la conexión terminó.',
    'Guardar el token de renovación de cada respuesta y pedir a la persona que conecte de nuevo.',
  ],
  version_other: [
    (sent, supported) => `La aplicación envió la versión del protocolo ${sent}, pero el servidor admite ${supported}.`,
    'Enviar una de ellas en el encabezado MCP-Protocol-Version.',
  ],
  accept_other: [
    (sent) => `El encabezado Accept es «${sent}» y no permite ninguno de los formatos de la respuesta.`,
    'Enviar Accept: application/json, text/event-stream.',
  ],
  message_no_json: ['El contenido no es JSON válido.', 'Enviar un mensaje JSON-RPC por POST, como JSON.'],
  ...people,
};
