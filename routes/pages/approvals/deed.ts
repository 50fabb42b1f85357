/** What a call of an app would do, in words of ours. */

import { shortened } from '../../../schema/text/readable.ts';
import type { Text } from '../../words/index.ts';
import { displayText } from '../kit/display-text.ts';

/** Longer names are shortened, so that none pushes what follows it out of sight. */
const MAX_NAME = 80;

type Labels = Readonly<Record<string, { readonly label: string } | undefined>>;
type Areas = Readonly<Record<string, { readonly create?: string } | undefined>>;

/**
 * @param tool the name of the operation
 * @param name of what it is about, or of what would be added
 * @param address of the person that it is about, which nobody else has
 * @returns `undefined` of what has no words
 */
export function deedOf(tool: string, name: string, { approvals, content }: Text, address?: string): string | undefined {
  const [, verb = '', one = ''] = /^([a-z]+)_(\w+)$/.exec(tool) ?? [];
  const action = (content.actions as Labels)[tool]?.label;
  const added = verb === 'create' ? (content.areas as Areas)[`${one}s`]?.create : undefined;
  const label = action ?? added ?? (verb === 'update' ? approvals.change : undefined);
  if (label === undefined || name === '') return undefined;
  const quoted = `“${displayText(shortened(name, MAX_NAME))}”`;
  return content.question({
    action: label,
    name: address === undefined ? quoted : `${quoted} (${displayText(address)})`,
  });
}
