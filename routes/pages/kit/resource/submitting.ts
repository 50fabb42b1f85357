/** Takes the forms of an area: those that add a row, change it, or do something to it. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { MAX_BODY } from '../../../../schema/limits.ts';
import type { Input, Operation } from '../../../../schema/school/operation.ts';
import { goTo } from '../../../http.ts';
import type { Hidden } from '../components.ts';
import { html } from '../html.ts';
import type { Place } from '../page.ts';
import { type SentForm, signedInBy } from '../reauthentication.ts';
import type { SignedInRequest } from '../signed-in.ts';
import { type Area, nameOfRow, readingIn, sameByProgram, wordsOfOperation } from './area.ts';
import type { PageField, Reading } from './field.ts';
import {
  type FormContext,
  type FormState,
  hiddenVersions,
  inputOf,
  newForm,
  notThere,
  onlyShows,
  problemOf,
  sentForm,
  versionsOf,
  withProblem,
} from './form.ts';
import type { Row } from './place.ts';

export interface FormData {
  readonly row: Row;
  readonly reading: Reading;
  readonly form: FormState;
}

/** When the password is asked for; `unless_lately` if the sign-in is not recent. */
export type Proof = 'never' | 'unless_lately' | 'always';

type Shown = FastifyReply | Promise<FastifyReply>;

export interface FormUse<V extends SignedInRequest> {
  /** The path of the form. */
  readonly at: string;
  readonly operation: Operation;
  readonly fields: readonly PageField[];
  /** The form has the fields of the row, of which only changed ones are saved. */
  readonly isEdit?: boolean;
  /** The row that it is about, an empty one if it adds something; `undefined` if that is not there. */
  find(signedIn: V): Promise<Row | undefined>;
  /** Input besides the fields. */
  input(signedIn: V, row: Row): Input;
  proof(row: Row, form: FormState): Proof;
  /** Shows the form again, with what was entered. */
  show(signedIn: V, reply: FastifyReply, data: FormData): Shown;
  /** Shows what has changed meanwhile. */
  showChanged?(signedIn: V, reply: FastifyReply, data: FormData): Shown;
  /** What the page that asks for the password sends once more, besides the fields. */
  hidden?(row: Row): Hidden;
  /** Does something else than to run the operation once. */
  carryOut?(signedIn: V, row: Row, entered: Input, reply: FastifyReply): Promise<FastifyReply>;
  /** Answers for a row that is not there, if otherwise than elsewhere. */
  missing?(signedIn: V, reply: FastifyReply): FastifyReply;
  /** The next page. */
  next(signedIn: V, row: Row, result: Row): string;
}

/** The form of a use as it is shown at first. */
export async function freshForm<V extends SignedInRequest>(
  area: Area<V>,
  { find, fields }: Pick<FormUse<V>, 'find' | 'fields'>,
  signedIn: V,
): Promise<FormData | undefined> {
  const row = await find(signedIn).catch(notThere);
  if (row === undefined) return undefined;
  const reading = await readingIn(area, signedIn);
  const form = await newForm({ place: area.place, fields, reading }, signedIn, undefined);
  return { row, reading, form: row.id === undefined ? form : { ...form, ...versionsOf(area, row, reading) } };
}

/** Where the pages of a form are. */
export const placeOf = <V extends SignedInRequest>(
  area: Area<V>,
  { operation, missing }: Pick<FormUse<V>, 'operation' | 'missing'>,
): Place<V> => ({ ...area.writing(operation), ...(missing && { missing }) });

export function takeForm<V extends SignedInRequest>(app: FastifyInstance, area: Area<V>, use: FormUse<V>): void {
  const { place } = area;
  const { operation, fields, isEdit = false } = use;
  const { pages, missing } = placeOf(area, use);

  async function refused(signedIn: V, reply: FastifyReply, context: FormContext<V>, data: FormData, error: unknown) {
    const problem = problemOf(error);
    const isChanged = problem.type === 'precondition-failed';
    const present = isChanged ? await use.find(signedIn).catch(notThere) : data.row;
    if (problem.type === 'not-found' || present === undefined) return missing(signedIn, reply);
    const shown = { ...data, row: present };
    reply.code(problem.status);
    if (isChanged && use.showChanged !== undefined) return use.showChanged(signedIn, reply, shown);
    return use.show(signedIn, reply, { ...shown, form: withProblem(context, data.form, problem) });
  }

  pages.post(
    use.at,
    async (signedIn, form, reply) => {
      const row = await use.find(signedIn).catch(notThere);
      if (row === undefined) return missing(signedIn, reply);
      const context = { place, fields, reading: await readingIn(area, signedIn) };
      const before = isEdit ? row : undefined;
      const state = await sentForm(context, signedIn, form, before);
      const data = { row, reading: context.reading, form: state };
      if (onlyShows(form)) return use.show(signedIn, reply, data);
      const entered = inputOf(context, state, before);
      if (isEdit && Object.keys(entered).length === 0) return goTo(reply, use.next(signedIn, row, row));
      const proof = await proven(app, area, use, { signedIn, form, reply }, data);
      if ('sent' in proof) return proof.sent;
      try {
        if (use.carryOut !== undefined) return await use.carryOut(proof.entered, row, entered, reply);
        const input = { ...use.input(proof.entered, row), ...entered };
        const result = await place.run(proof.entered, operation, input, versionFor(operation, row, state));
        return goTo(reply, use.next(proof.entered, row, result as Row));
      } catch (error) {
        return refused(proof.entered, reply, context, data, error);
      }
    },
    { bodyLimit: MAX_BODY.longText, config: { onlyShows } },
  );
}

/** The version that was shown. A row without one never changes. */
const versionFor = ({ isConditional }: Operation, { updatedAt }: Row, { seen }: FormState): string | undefined =>
  isConditional && updatedAt !== undefined ? seen : undefined;

async function proven<V extends SignedInRequest>(
  app: FastifyInstance,
  area: Area<V>,
  use: FormUse<V>,
  sent: SentForm<V>,
  { row, form }: FormData,
): Promise<{ entered: V } | { sent: FastifyReply }> {
  const { signedIn } = sent;
  const proof = use.proof(row, form);
  if (proof === 'never') return { entered: signedIn };
  return signedInBy(app, area.writing(use.operation).pages, sent, {
    ...confirmationOf(area, use.operation, signedIn, row),
    tone: proof === 'always' ? 'danger' : 'primary',
    unlessLately: proof === 'unless_lately',
    hidden: { ...form.texts, ...hiddenVersions(form), ...use.hidden?.(row) },
  });
}

/** The page that asks for the password. */
export function confirmationOf<V extends SignedInRequest>(
  area: Area<V>,
  operation: Operation,
  signedIn: V,
  row: Row,
  reading?: Reading,
) {
  const { text } = signedIn;
  const isEdit = operation === area.update;
  const words = isEdit ? { label: text.shell.save, text: text.content.seen } : wordsOfOperation(operation, text);
  return {
    frame: area.writing(operation).frame(signedIn),
    title:
      row.id === undefined ? words.label : text.content.question({ action: words.label, name: nameOfRow(area, row) }),
    consequences: html`<p>${words.text}</p>${sameByProgram([operation], text)}`,
    submit: words.label,
    cancelHref: row.id === undefined ? area.home(signedIn) : area.rowAddress(signedIn, row),
    ...(reading === undefined ? {} : { hidden: hiddenVersions(versionsOf(area, row, reading)) }),
  };
}
