/** Reads the forms of a page as a browser without scripts would. */

export interface Form {
  action: string;
  /** Hidden, checked and pre-filled fields. */
  fields: [string, string][];
  buttons: [string, string][];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
export const unescapeHtml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

const attributesOf = (tag: string): Map<string, string> =>
  new Map(
    [...tag.matchAll(/([a-zA-Z-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, unescapeHtml(value)]),
  );

export function formsOf(body: string): Form[] {
  return [...body.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head = '', inner = '']) => {
    const inputs = [...inner.matchAll(/<input([^>]*)>/g)].map(([, tag = '']) => attributesOf(tag));
    const fields = inputs
      .filter((input) => !['checkbox', 'radio'].includes(input.get('type') ?? '') || input.has('checked'))
      .map((input): [string, string] => [input.get('name') ?? '', input.get('value') ?? '']);
    const buttons = [...inner.matchAll(/<button([^>]*)>/g)]
      .map(([, tag = '']) => attributesOf(tag))
      .filter((button) => button.has('name'))
      .map((button): [string, string] => [button.get('name') ?? '', button.get('value') ?? '']);
    return { action: attributesOf(head).get('action') ?? '', fields, buttons };
  });
}

/** @returns the URL of an automatic redirect by the page */
export function refreshTarget(body: string): URL | undefined {
  const target = /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(body)?.[1];
  return target === undefined ? undefined : new URL(unescapeHtml(target));
}
