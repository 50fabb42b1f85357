import type { Said } from '../../kit/text/said.ts';
import type { attempts as said } from './en.ts';
import { found } from './found/es.ts';

export const attempts: Said<typeof said> = {
  title: 'Intentos de conexión',
  lead: 'Lo que aplicaciones y asistentes han intentado aquí en las últimas 24 horas, paso a paso y en el momento. Nunca muestra códigos, tokens ni secretos.',
  leadPlatform:
    'Intentos de las últimas 24 horas que no indican ninguna escuela, en el momento. Los demás están en la página de su escuela.',
  live: 'Los intentos nuevos aparecen solos.',
  reload: 'Mostrar intentos nuevos',
  none: 'Aún no hay intentos',
  noneText: 'Empiece a conectar una aplicación: cada paso aparece aquí.',
  elsewhere:
    'Un intento sin aplicación ni escuela conocida no aparece aquí. Quienes gestionan este servicio lo encuentran en /platform/attempts o en el registro del servidor, por el ID de solicitud de la respuesta.',
  unnamed: 'Aplicación sin nombre',
  unnamedBy: (agent) => `Aplicación sin nombre (${agent})`,
  notProven: 'Aplicación indicada en la solicitud, sin comprobar',
  wentWell: 'Correcto',
  expected: 'Previsto',
  refused: 'Rechazado',
  told: 'Respuesta a la aplicación',
  came: 'Lo que llegó',
  request: 'ID de solicitud',
  details: 'Detalles',
  alsoSent: 'enviado, sin mostrar',
  steps: {
    discovery: 'Descubrimiento',
    registration: 'Registro',
    document: 'Documento de metadatos',
    authorize: 'Solicitud de autorización',
    sign_in: 'Inicio de sesión',
    membership: 'Comprobación de la pertenencia tras iniciar sesión',
    consent: 'Consentimiento',
    token: 'Canje del código',
    refresh: 'Renovación',
    resource: 'Uso de una API',
  },
  who: {
    developer: 'Quien desarrolla la aplicación',
    school: 'Quienes gestionan la escuela',
    platform: 'Quienes gestionan la plataforma',
    server: 'Quien administra el servidor y su proxy',
    person: 'La persona que conecta',
  },
  rules: {
    malformed_request: [
      'La solicitud no tiene la forma que exige el protocolo.',
      'Corregir lo que indica la respuesta.',
    ],
    body_too_large: ['El cuerpo es mayor de lo que acepta esta dirección.', 'Enviar menos en cada solicitud.'],
    missing_parameter: ['Falta un parámetro obligatorio.', 'Enviar el parámetro que indica la respuesta.'],
    repeated_parameter: ['Un parámetro se envió más de una vez.', 'Enviar cada parámetro una sola vez.'],
    wrong_format: [
      'Esta dirección no lee el formato del contenido.',
      'Enviar application/x-www-form-urlencoded al punto de tokens, y JSON como application/json al registro y a las herramientas.',
    ],
    wrong_method: [
      'La dirección existe, pero no para este método.',
      'Usar un método de los que indica el encabezado Allow.',
    ],
    wrong_address: [
      'No hay nada en esta dirección.',
      'Tomar las direcciones de los metadatos.',
      'Si la aplicación ya lo hace, el proxy cambia la ruta: debe transmitirla sin cambios.',
    ],
    other_host: [
      'Los metadatos se pidieron con un nombre distinto de BASE_URL, y la aplicación se detiene por la diferencia.',
      'Poner en BASE_URL la dirección https pública; el proxy debe transmitir el host y X-Forwarded-Proto.',
    ],
    insecure_transport: [
      'La solicitud llegó por http sin cifrar.',
      'Si la aplicación usa https, el proxy debe enviar X-Forwarded-Proto: https.',
      'Usar https.',
    ],
    origin_foreign: [
      'El Host o el Origin de la solicitud no está permitido.',
      'El proxy debe transmitir el host. Una página web que llama a las herramientas debe figurar en MCP_ALLOWED_ORIGINS.',
    ],
    unknown_client: [
      'Aquí no se conoce ninguna aplicación con este ID de cliente. Un registro que nunca se usó se elimina a los 7 días.',
      'Dejar que la aplicación se registre de nuevo, si se registró sola.',
      'Si no, dar a quien la desarrolla el ID de cliente que figura en Aplicaciones OAuth.',
    ],
    client_disabled: ['La aplicación está desactivada.', 'Activarla en Aplicaciones OAuth o usar otra.'],
    client_url_malformed: [
      'El ID de cliente es una dirección con una forma incorrecta.',
      'Usar una dirección https con ruta, sin nombre de usuario, fragmento ni puntos como partes de la ruta.',
    ],
    client_host_not_allowed: [
      'Este servidor no acepta aplicaciones de este host.',
      'Permitir el host con CIMD_ALLOWED_HOSTS.',
      'Si el host sigue sin permitirse, crear una aplicación OAuth para ella.',
    ],
    client_document_unreachable: [
      'No se pudo obtener el documento de metadatos: el host de la aplicación no respondió o rechaza este servidor.',
      'Publicar el documento exactamente en el ID de cliente, accesible para servidores y con un certificado válido.',
    ],
    client_document_missing: [
      'El host de la aplicación respondió, pero sin documento.',
      'Responder con estado 200 y JSON exactamente en el ID de cliente, sin redirección.',
    ],
    client_document_invalid: [
      'El documento de metadatos no es válido, por ejemplo porque su client_id no es exactamente su propia dirección.',
      'Corregir el documento: client_id, redirect_uris y ningún secreto.',
    ],
    client_blocked: [
      'La aplicación está bloqueada en esta plataforma.',
      'Aprobarla en Revisión de aplicaciones, si es lo correcto.',
    ],
    rate_limited: [
      'Demasiadas solicitudes en poco tiempo.',
      'Esperar lo que indica Retry-After. Un cliente que se registra o renueva sin parar debe guardar lo que recibe.',
    ],
    client_secret_wrong: [
      'El secreto es incorrecto.',
      'Poner en la aplicación el secreto actual, sin cambios.',
      'Si ya nadie lo tiene, rotarlo en Aplicaciones OAuth; el antiguo vale entonces un día más.',
    ],
    client_secret_missing: [
      'La aplicación tiene un secreto y no se envió ninguno.',
      'Enviar client_secret en el formulario.',
    ],
    client_secret_unexpected: [
      'La aplicación no tiene secreto, pero se envió uno.',
      'Omitir client_secret o usar una aplicación confidencial.',
    ],
    client_auth_method: [
      'La aplicación se identifica de una manera no admitida.',
      'Enviar client_id y client_secret en el formulario (client_secret_post).',
    ],
    redirect_uri_mismatch: [
      'La URI de redirección es distinta de la de la solicitud de autorización.',
      'Enviar exactamente el mismo texto en ambas, con puerto y barra.',
    ],
    redirect_uri_not_registered: [
      'La URI de redirección no está registrada para esta aplicación.',
      'Si la dirección es correcta, añadirla a la aplicación. Una consulta nunca se muestra aquí; quien la desarrolla la conoce.',
      'Si no, usar exactamente una dirección registrada.',
    ],
    redirect_uri_not_allowed: [
      'Las aplicaciones no pueden registrar por sí mismas esta URI de redirección.',
      'Registrar una dirección de loopback o publicar un documento de metadatos.',
      'Si la aplicación no puede hacer ninguna de las dos cosas, crear una aplicación OAuth con esta dirección.',
    ],
    registration_off: [
      'Las aplicaciones no pueden registrarse por sí mismas en este servidor.',
      'Crear una aplicación OAuth y dar su ID de cliente a quien desarrolla la aplicación.',
      'Para que las aplicaciones puedan registrarse, cambiar REGISTRATION.',
    ],
    grant_type_unsupported: [
      'Este tipo de concesión no se admite.',
      'Usar el flujo de código de autorización con PKCE.',
    ],
    response_type_unsupported: [
      'Este tipo o modo de respuesta no se admite.',
      'Enviar response_type=code y ningún response_mode distinto de query.',
    ],
    pkce_required: ['Falta PKCE o no es S256.', 'Enviar code_challenge y code_challenge_method=S256.'],
    pkce_mismatch: [
      'El code_verifier no corresponde al code_challenge.',
      'Guardar el verifier de cada solicitud con su state y enviar ese.',
    ],
    scope_unknown: ['Un permiso solicitado no existe.', 'Solicitar solo permisos que figuran en los metadatos.'],
    scope_outside_client: [
      'La aplicación no puede solicitar este permiso.',
      'Omitir el permiso.',
      'Si la aplicación lo necesita, añadirle el permiso.',
    ],
    scope_outside_grant: [
      'Al renovar un token no se pueden pedir permisos que la persona no ha concedido.',
      'Iniciar una nueva solicitud de autorización con esos permisos, u omitirlos.',
    ],
    scope_outside_role: [
      'El rol de la persona no permite ninguno de los permisos solicitados.',
      'Conectar con otra cuenta que pueda hacerlo.',
      'Si la persona debe poder hacerlo, darle un rol así en Miembros.',
    ],
    application_needed: [
      'Los datos propios de los miembros son solo para aplicaciones de la escuela.',
      'Activar el asistente para los miembros en Guías de configuración o crear una aplicación.',
    ],
    client_not_adopted: [
      'La escuela aún no ofrece esta aplicación a sus miembros.',
      'Ofrecerla a los miembros en Revisión de aplicaciones.',
    ],
    resource_invalid: [
      'El valor de resource no es este servidor, o no es el que se pidió primero.',
      'Enviar el resource de los metadatos, el mismo en cada solicitud.',
    ],
    interaction_needed: [
      'La aplicación preguntó sin página, pero la persona tiene que hacer algo.',
      'Repetir la solicitud sin prompt=none.',
    ],
    denied_by_person: [
      'La persona no permitió el acceso.',
      'Nada, si era lo que quería; si no, conectar de nuevo y permitirlo.',
    ],
    not_a_member: [
      'La cuenta con la que se inició sesión no es miembro activo de esta escuela.',
      'Iniciar sesión con la cuenta que es miembro aquí.',
      'Si la persona debe ser miembro, buscarla en Miembros.',
    ],
    code_unknown: [
      'El código de autorización no se conoce aquí.',
      'Enviar el código sin cambios, al servidor que lo emitió.',
    ],
    code_expired: [
      'El código de autorización tiene más de un minuto.',
      'Empezar de nuevo y canjear el código nuevo de inmediato.',
    ],
    token_of_another_school: [
      'El token es de otra escuela que la de la dirección.',
      'Usar la dirección sin ?school=, o conectarse con cada escuela por separado.',
    ],
    other_client: [
      'El código o token se emitió para otro ID de cliente.',
      'Usar el mismo ID de cliente en toda la conexión, y empezar de nuevo tras un nuevo registro.',
    ],
    code_replayed: [
      'El código de autorización se canjeó por segunda vez, así que sus tokens se revocaron.',
      'Canjear cada código una vez, aunque la página se cargue de nuevo, y pedir a la persona que conecte de nuevo. Si la aplicación lo canjeó solo una vez, alguien más tiene el código: revisar dónde se puede leer, como un registro o un ordenador compartido.',
    ],
    token_unknown: [
      'El token no se conoce aquí.',
      'Enviar el token sin cambios al servidor que lo emitió. Si la aplicación ya lo hace, empezar de nuevo.',
    ],
    token_expired: ['El token ha caducado.', 'Renovarlo; si no funciona, empezar de nuevo.'],
    grant_ended: ['La conexión ha terminado.', 'Conectar de nuevo.'],
    token_missing: [
      'La solicitud no tenía encabezado Authorization, y se dijo a la aplicación dónde se inicia sesión. Así es siempre la primera llamada de una aplicación.',
      'Nada, si la aplicación lleva ahora a iniciar sesión. Si esto se repite después, enviar el token como Authorization: Bearer.',
      'Si la aplicación lo envía, el proxy debe transmitir el encabezado Authorization.',
    ],
    token_scope: [
      'Al token le falta un permiso que la llamada necesita.',
      'Pedir a la persona el permiso que indica la respuesta, con una nueva solicitud de autorización.',
    ],
    second_factor_missing: [
      'Esto necesita un inicio de sesión con dos factores.',
      'Configurar un segundo factor e iniciar sesión con él.',
    ],
    refresh_reuse: [
      'Se envió un token de renovación antiguo aunque el nuevo ya se había usado, así que la conexión terminó.',
      'Guardar cada token de renovación nuevo antes del siguiente uso y dejar que renueve un solo proceso; después, pedir a la persona que conecte de nuevo. Si la aplicación envió cada uno solo una vez, alguien más tiene uno: revisar dónde se puede leer, como un registro o un ordenador compartido.',
    ],
    sign_in_failed: [
      'El inicio de sesión no se completó.',
      'Iniciar sesión de nuevo; una contraseña olvidada se puede sustituir en esa página.',
    ],
    page_closed: ['La página ya no es válida.', 'Empezar de nuevo en la aplicación y seguir en el mismo navegador.'],
    message_refused: [
      'Las herramientas no aceptan este mensaje.',
      'Enviar un mensaje JSON-RPC por POST, con Accept y una versión del protocolo que el servidor admita.',
    ],
    busy: [
      'El servidor no pudo procesar esto en ese momento.',
      'Intentarlo de nuevo; si continúa, el registro del servidor dice más.',
    ],
  },
  found,
};
