/** The filter of a list by app, and how the filters of such lists are read. */
import type { ClientIdentity } from '../../../schema/oauth/connection.ts';
import { beginningOf } from '../../../schema/text/readable.ts';
import type { Text } from '../../words/index.ts';
import { clientView, nameAndHost } from '../kit/client.ts';
import { field, select } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import type { Html } from '../kit/html.ts';

export const MAX_FILTER = 2000;

/** Reads a filter, which is as long as an address can be. */
export const filterOf = (value: string | undefined): string =>
  beginningOf((value ?? '').trim(), MAX_FILTER).toWellFormed();

/** The apps by which a list can be filtered; `undefined` if there are too many to choose from. */
export type ClientChoices = readonly (ClientIdentity & { id: string })[] | undefined;

type Option = { value: string; label: string };

/** Sorted by name. Apps with the same name, of which there can be many registered ones, also show their id. */
function optionsOf(choices: NonNullable<ClientChoices>): Option[] {
  const options = choices.map((one) => ({ value: one.id, label: nameAndHost(clientView(one, undefined)) }));
  const isShared = ({ label }: Option): boolean => options.filter((other) => other.label === label).length > 1;
  return options
    .map((one) => (isShared(one) ? { ...one, label: `${one.label} (${displayText(one.value)})` } : one))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

/**
 * The field that filters a list by app. A value that is not among the choices is kept, because a link may contain an
 * app that no longer exists.
 * @param filter `value` is the client_id, or empty for any app; `deleted` are apps to list last
 */
export const clientFilter = (
  { choices, deleted = [], value }: { choices: ClientChoices; deleted?: readonly Option[]; value: string },
  text: Text,
): Html => {
  const { app: label, appHint: hint, anyApp } = text.connections.filter;
  if (choices === undefined) {
    const input = { name: 'client', label, hint, type: 'text', autocomplete: 'off', optional: true } as const;
    return field({ ...input, maxLength: MAX_FILTER, value });
  }
  const known = [...optionsOf(choices), ...deleted];
  const named = value === '' || known.some((one) => one.value === value) ? [] : [{ value, label: displayText(value) }];
  return select({ name: 'client', label, options: [{ value: '', label: anyApp }, ...named, ...known], value });
};
