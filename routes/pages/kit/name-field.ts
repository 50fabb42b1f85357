/** The field for a person's name. */
import type { Text } from '../../words/index.ts';
import { field } from './components.ts';
import type { Html } from './html.ts';

export type NameProblem = 'required' | 'tooLong' | 'invalid';

export const nameField = (text: Text, hint: string, value: string, problem: NameProblem | undefined): Html =>
  field({
    name: 'name',
    label: text.profile.name,
    type: 'text',
    autocomplete: 'name',
    maxLength: 100,
    hint,
    value,
    error: problem && (problem === 'invalid' ? text.profile.nameInvalid : text.shell[problem]),
  });
