/**
 * Checks that the content and the name of an uploaded file fit its content type. The content is checked for the types
 * that a browser displays; the others are only ever downloaded.
 */
import type { ContentType } from './upload.ts';

/** The number of bytes at the beginning of a file that decide. */
export const CONTENT_HEAD = 64;

type Check = (head: Buffer) => boolean;

const textAt = (head: Buffer, start: number, length = 4): string => head.toString('latin1', start, start + length);

/** @param signatures with one character for each byte */
const begins =
  (...signatures: string[]): Check =>
  (head) =>
    signatures.some((signature) => textAt(head, 0, signature.length) === signature);

const riff =
  (format: string): Check =>
  (head) =>
    ['RIFF', 'RF64'].includes(textAt(head, 0)) && textAt(head, 8) === format;

/** ISO base media files consist of boxes, each with its type after its size. The first box names the formats. */
const hasBox =
  (...types: string[]): Check =>
  (head) =>
    types.includes(textAt(head, 4));
const hasBrand =
  (brand: RegExp): Check =>
  (head) =>
    textAt(head, 4) === 'ftyp' && brand.test(head.toString('latin1', 8, Math.min(head.length, head.readUInt32BE(0))));

/** Matroska files name their kind near the beginning. */
const webm: Check = (head) => begins('\x1a\x45\xdf\xa3')(head) && head.includes('webm');

const mpegAudio: Check = (head) =>
  begins('ID3')(head) || (head.length > 1 && head[0] === 0xff && ((head[1] ?? 0) & 0xe6) > 0xe0);

const CONTENT: Partial<Record<ContentType, Check>> = {
  'image/png': begins('\x89PNG\r\n\x1a\n'),
  'image/jpeg': begins('\xff\xd8\xff'),
  'image/gif': begins('GIF87a', 'GIF89a'),
  'image/webp': riff('WEBP'),
  'image/avif': hasBrand(/avi[fs]/),
  'video/mp4': hasBox('ftyp'),
  'video/webm': webm,
  'video/quicktime': hasBox('ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'),
  'audio/mpeg': mpegAudio,
  'audio/mp4': hasBox('ftyp'),
  'audio/ogg': begins('OggS'),
  'audio/wav': riff('WAVE'),
  'audio/webm': webm,
  'application/pdf': begins('%PDF-'),
};

/** Returns whether a file with this beginning can be of the type. */
export const fitsContent = (contentType: string, head: Buffer): boolean =>
  CONTENT[contentType as ContentType]?.(head) ?? true;

/** The extensions of each type. Types that are not listed may have any but those of programs. */
const EXTENSIONS: Partial<Record<ContentType, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'video/quicktime': ['mov', 'qt'],
  'audio/mpeg': ['mp3', 'mpga'],
  'audio/mp4': ['m4a', 'm4b', 'mp4'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/wav': ['wav'],
  'audio/webm': ['webm', 'weba'],
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'application/epub+zip': ['epub'],
  'application/msword': ['doc', 'dot'],
  'application/vnd.ms-excel': ['xls', 'xlt'],
  'application/vnd.ms-powerpoint': ['ppt', 'pot', 'pps'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'text/csv': ['csv'],
  'text/vtt': ['vtt'],
};

const KNOWN: ReadonlySet<string> = new Set(Object.values(EXTENSIONS).flat());

/** Files that a double click executes or installs, documents with macros, and pages that execute scripts. */
const PROGRAMS: ReadonlySet<string> = new Set(
  `aab accda accdb accde action ade adp ahk apk app appcontent-ms appimage applescript application appref-ms appx
  appxbundle asp aspx au3 bash bat cab cgi chm cmd com command contact cpgz cpl crx csh deb deskthemepack desktop
  diagcab dll dmg docm dotm dqy drv ear elf exe fish gadget grp hlp hta htm html img inf ins ipa iqy iso isp jar jnlp
  job js jse jsp jsx ksh library-ms lnk mam maq mcf mda mdb mde mht mhtml mjs mobileconfig msc msh msh1 msh2 msi msix
  msixbundle msp mst msu mui ocx odc one oqy osd pcd phar php3 php4 php5 php7 php8 phtml pif pkg potm ppam ppsm pptm
  printerexport ps ps1 ps1xml ps2 psc1 psd1 psm1 pyc pyw pyz rdp reg rpm rqy run scf scpt scptd scr sct search-ms
  searchconnector-ms service settingcontent-ms sh shb shs shtml sldm slk so svg svgz swf sys terminal theme themepack
  udl url vb vbe vbs vbscript vhd vhdx vsix vsmacros vsto vxd war wbk webloc website wiz workflow ws wsb wsc wsf wsh
  xaml xbap xht xhtm xhtml xla xlam xll xlsm xltm xlw xml xpi xps xsl xslt zsh`.split(/\s+/),
);

/** Windows ignores dots and white space at the end of a name. */
const extensionOf = (filename: string): string =>
  filename
    .toLowerCase()
    .split('.')
    .map((part) => part.trim())
    .findLast((part) => part !== '') ?? '';

/** Returns the type of a file with this name and beginning; `undefined` if they do not fit each other. */
export function typeOf(filename: string, head: Buffer): string | undefined {
  const named = Object.entries(EXTENSIONS).filter(([, own]) => own.includes(extensionOf(filename)));
  return named.length === 0 ? 'application/octet-stream' : named.find(([type]) => fitsContent(type, head))?.[0];
}

/**
 * Returns whether a file of this name can be of the type: it has an extension of the type, or none that is known. What
 * follows the last dot is often none, as in `minutes v1.2`.
 */
export function fitsName(contentType: string, filename: string): boolean {
  if (!filename.includes('.')) return true;
  const extension = extensionOf(filename);
  const own = EXTENSIONS[contentType as ContentType];
  if (own?.includes(extension)) return true;
  return !PROGRAMS.has(extension) && (own === undefined || !KNOWN.has(extension));
}
