/** The files that the demo's schools sell or hand out: a page with the name of the file, or a second of silence. */

/** One frame of MPEG-1 Layer III with 128 kbit/s and 44.1 kHz, without sound. */
const FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
const FRAMES = 38;

/** @returns a second of silence for audio, and otherwise a PDF page with the text */
export const demoFile = (contentType: string, text: string): Buffer =>
  contentType === 'audio/mpeg' ? Buffer.concat(Array.from({ length: FRAMES }, () => FRAME)) : pdfOf(text);

function pdfOf(text: string): Buffer {
  const drawn = `BT /F1 24 Tf 72 740 Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const starts = objects.map((object, index) => {
    const start = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = ['0000000000 65535 f ', ...starts.map((start) => `${String(start).padStart(10, '0')} 00000 n `)];
  const end = `xref\n0 ${table.length}\n${table.join('\n')}\ntrailer\n<< /Size ${table.length} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(pdf + end, 'latin1');
}
