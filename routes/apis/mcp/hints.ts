/** Hints about the effects of a tool, each with the reason: directories of tools ask for it, and so does a reader. */
import { EFFECTS, type Effect } from '../../../schema/school/effect.ts';
import type { SensitiveInput } from '../../../schema/school/operation.ts';

export interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint?: boolean;
  openWorldHint: boolean;
}

/** The effects that the hints follow from. */
export interface Effects {
  isReading: boolean;
  /** True if it destroys something or has an effect that a person has to decide about; or which input does. */
  isSensitive?: boolean | SensitiveInput;
  isIdempotent?: boolean;
  effect?: Effect | undefined;
  /** For a tool that calls any other. */
  isAnything?: boolean;
}

/** Why the hints that directories ask about have their values. */
export type Reasons = Readonly<Record<'readOnlyHint' | 'destructiveHint' | 'openWorldHint', string>>;

/** Directories want these three of every tool, also where the protocol gives them no meaning. */
export function hintsOf({ isReading, isSensitive = false, isIdempotent = false, effect, isAnything = false }: Effects) {
  const isDestructive = isAnything || isSensitive !== false;
  const isOpen = isAnything || effect === 'seen_by_strangers';
  const annotations: Annotations = {
    readOnlyHint: isReading,
    destructiveHint: isDestructive,
    ...(isIdempotent && !isReading ? { idempotentHint: true } : {}),
    openWorldHint: isOpen,
  };
  const when = typeof isSensitive === 'object' ? `For ${isSensitive.words}, it` : 'It';
  const does = effect === undefined ? 'cannot be undone, or ends something for someone' : EFFECTS[effect];
  const closed = `It ${isReading ? 'reads' : 'changes'} data of one school on this server, and publishes nothing.`;
  const reasons: Reasons = {
    readOnlyHint: isReading ? 'It returns data and changes none.' : 'It creates, changes or deletes data.',
    destructiveHint: isDestructive ? `${when} ${does}, and a person has to agree.` : 'It deletes and ends nothing.',
    openWorldHint: isOpen ? 'It can change what is on the public pages of the school.' : closed,
  };
  return { annotations, reasons };
}
