/** Events of the audit log as sentences: in the log of a school, and for the person whom they are about. */
import { type RecordedEvent, sentenceVariants } from '../../../schema/audit/sentence-variants.ts';
import { fill, type Text } from '../../words/index.ts';

/** `log`: in the log of a school; `you`: for the person who did it; `toYou`: for the member to whom somebody else did it. */
type EventReader = 'log' | 'you' | 'toYou';
type Sentence = Parameters<typeof fill>[0];
type EventWords = { readonly [Name in EventReader]?: Sentence };

/**
 * Returns the most specific sentence that there is about an event for a reader.
 * @param variants those that fit the event, the most specific first
 */
export function eventSentence(
  event: RecordedEvent,
  reader: EventReader,
  values: Parameters<typeof fill>[1],
  { events }: Text,
  variants: readonly string[] = sentenceVariants(event),
): string {
  // A later version, or a much earlier one, may have recorded an event that this one does not know.
  const words: EventWords & Readonly<Record<string, unknown>> = Object.hasOwn(events, event.event)
    ? events[event.event]
    : events.unknown;
  const candidates = [...variants.map((variant) => words[variant] as EventWords | undefined), words];
  return fill(candidates.find((one) => one?.[reader] !== undefined)?.[reader] ?? '', values);
}
