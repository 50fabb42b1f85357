/** Reads forms from pages that are known to be well-formed. This is not a general HTML parser. */

export interface Form {
  action: string;
  method: 'get' | 'post';
  /** Names of all fields and buttons. */
  names: Set<string>;
  /** Values of the untouched form. Every checkbox counts as checked. */
  standing: [name: string, value: string][];
  /** Named submit buttons. */
  buttons: [name: string, value: string][];
}

export function readForms(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)].map(([, tag = '', content = '']) =>
    readForm(tag, content),
  );
}

/** Returns the URL of `<meta http-equiv="refresh">`. */
export function metaRefresh(html: string): string | undefined {
  for (const [tag] of html.matchAll(/<meta\b[^>]*>/gi)) {
    if (attribute(tag, 'http-equiv')?.toLowerCase() !== 'refresh') continue;
    const address = /url\s*=\s*['"]?([^'"]+)/i.exec(attribute(tag, 'content') ?? '')?.[1];
    if (address !== undefined) return address;
  }
  return undefined;
}

function readForm(tag: string, content: string): Form {
  const form: Form = {
    action: attribute(tag, 'action') ?? '',
    method: attribute(tag, 'method')?.toLowerCase() === 'post' ? 'post' : 'get',
    names: new Set(),
    standing: [],
    buttons: [],
  };
  for (const [field, element = ''] of content.matchAll(/<(input|button|select|textarea)\b[^>]*>/gi)) {
    addField(form, element.toLowerCase(), field);
  }
  return form;
}

function addField(form: Form, element: string, field: string): void {
  const name = attribute(field, 'name');
  if (name === undefined) return;
  const type = attribute(field, 'type')?.toLowerCase() ?? (element === 'button' ? 'submit' : 'text');
  const entry: [string, string] = [name, attribute(field, 'value') ?? (type === 'checkbox' ? 'on' : '')];
  const alreadyChosen = form.standing.some(([other]) => other === name);
  form.names.add(name);
  if (type === 'submit') form.buttons.push(entry);
  else if (type !== 'radio' || !alreadyChosen) form.standing.push(entry);
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value === undefined ? undefined : unescapeHtml(value);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeHtml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return ENTITIES[name] ?? whole;
  });
}
