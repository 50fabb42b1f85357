/** What can be done to a row of an area, and the form of a new one. */

import type { FastifyInstance, FastifyReply } from 'fastify';
import { MAX_BODY } from '../../../../schema/limits.ts';
import { goTo } from '../../../http.ts';
import { html } from '../html.ts';
import { definePage, type Visit } from '../page.ts';
import { requireReauthentication, type SentForm, signedInBy } from '../reauthentication.ts';
import type { SignedInRequest } from '../signed-in.ts';
import {
  type Area,
  type AreaAction,
  findRow,
  nameOfRow,
  parentInput,
  readingIn,
  sameByProgram,
  wordsOf,
} from './area.ts';
import type { Reading } from './asking.ts';
import { recordStyles } from './cells.ts';
import {
  type FormContext,
  type FormState,
  inputOf,
  newForm,
  onlyShows,
  problemOf,
  sentForm,
  withProblem,
} from './form.ts';
import { formMarkup, formNotices } from './form-markup.ts';
import type { AreaPlace, Row } from './place.ts';
import { notThere, type RecordSender, recordData } from './record.ts';

interface FormData {
  readonly row: Row | undefined;
  readonly reading: Reading;
  readonly form: FormState;
}

const creationContext = <V extends SignedInRequest>(area: Area<V>, reading: Reading): FormContext<V> => ({
  place: area.place,
  fields: area.creationForm.flat(),
  reading,
});

/** The form of a new row. */
export function areaCreation<V extends SignedInRequest>(app: FastifyInstance, area: Area<V>): void {
  const { create, place, writing } = area;
  if (create === undefined || area.creationForm.length === 0) return;
  const at = `${area.path}/new`;
  const send = definePage<V, FormData>(app, writing, {
    at,
    async load({ signedIn }) {
      const reading = await readingIn(area, signedIn);
      return { row: undefined, reading, form: await newForm(creationContext(area, reading), signedIn, undefined, '') };
    },
    title: (_data, { text }) => wordsOf(area, text).create ?? '',
    scripts: recordStyles,
    isWrong: ({ form }) => form.problem !== undefined || Object.keys(form.errors).length > 0,
    body: ({ form, reading }, visit) => {
      const address = area.address(visit.signedIn);
      const about = {
        groups: area.creationForm,
        action: `${address}/new`,
        submit: visit.text.content.create,
        cancelHref: address,
        isNew: true,
      };
      return html`${formNotices(area.creationForm.flat(), form, reading)}
${formMarkup(form, reading, visit, about, undefined)}
${sameByProgram([create], visit.text)}`;
    },
  });

  writing.pages.post(
    at,
    async (signedIn, form, reply) => {
      const reading = await readingIn(area, signedIn);
      const context = creationContext(area, reading);
      const state = await sentForm(context, signedIn, form, undefined);
      if (onlyShows(form)) return send(signedIn, reply, { row: undefined, reading, form: state });
      try {
        const row = (await place.run(signedIn, create, {
          ...parentInput(area, signedIn),
          ...inputOf(context, state, undefined),
        })) as Row;
        return goTo(reply, `${area.rowAddress(signedIn, row)}?done=created`);
      } catch (error) {
        const problem = problemOf(error);
        const shown = withProblem(context, state, problem);
        return send(signedIn, reply.code(problem.status), { row: undefined, reading, form: shown });
      }
    },
    { bodyLimit: MAX_BODY.longText },
  );
}

/** Registers an action: a button, a page that asks first, or one that asks for the password. */
export function areaAction<V extends SignedInRequest>(
  app: FastifyInstance,
  area: Area<V>,
  action: AreaAction,
  sendRecord: RecordSender<V>,
): void {
  if (action.kind === 'password') deletion(app, area, action, sendRecord);
  else if (action.kind === 'question') question(app, area, action);
  else button(app, area, action, sendRecord);
}

function button<V extends SignedInRequest>(
  app: FastifyInstance,
  area: Area<V>,
  action: AreaAction,
  sendRecord: RecordSender<V>,
): void {
  const { operation, path } = action;
  const { place, writing } = area;
  writing.pages.post(`${area.rowPath}/${path}`, async (signedIn, form, reply) => {
    const row = await findRow(area, signedIn).catch(notThere);
    if (row === undefined) return writing.missing(signedIn, reply);
    const proof = await proven(app, area, action, { signedIn, form, reply }, row, {});
    if ('sent' in proof) return proof.sent;
    const operator = proof.entered;
    try {
      await place.run(operator, operation, { id: row.id });
    } catch (error) {
      return refused(area, sendRecord, operator, reply, error);
    }
    return goTo(reply, `${area.rowAddress(operator, row)}?done=acted`);
  });
}

/** What strangers see afterwards asks for the password, unless the sign-in is recent. */
async function proven<V extends SignedInRequest>(
  app: FastifyInstance,
  area: Area<V>,
  action: AreaAction,
  sent: SentForm<V>,
  row: Row,
  hidden: FormState['texts'],
): Promise<{ entered: V } | { sent: FastifyReply }> {
  const { signedIn } = sent;
  if (action.operation.effect === undefined) return { entered: signedIn };
  const asked = { frame: area.writing.frame(signedIn), tone: 'primary', unlessLately: true, hidden } as const;
  return signedInBy(app, area.writing.pages, sent, { ...asked, ...confirmationOf(area, action, signedIn, row) });
}

function confirmationOf<V extends SignedInRequest>(area: Area<V>, action: AreaAction, signedIn: V, row: Row) {
  const { text } = signedIn;
  const { label, text: consequence } = actionWords(action, text);
  return {
    title: text.content.question({ action: label, name: nameOfRow(area, row) }),
    consequences: html`<p>${consequence}</p>${sameByProgram([action.operation], text)}`,
    submit: label,
    cancelHref: area.rowAddress(signedIn, row),
  };
}

/** Shows the record again, with the reason. */
async function refused<V extends SignedInRequest>(
  area: Area<V>,
  sendRecord: RecordSender<V>,
  signedIn: V,
  reply: Parameters<RecordSender<V>>[1],
  error: unknown,
) {
  const { status, message } = problemOf(error);
  const data = await recordData(area, signedIn);
  if (data === undefined) return area.writing.missing(signedIn, reply);
  return sendRecord(signedIn, reply.code(status), { ...data, refused: message });
}

const actionWords = ({ operation: { name } }: AreaAction, text: Visit['text']): { label: string; text: string } => {
  const all: Readonly<Record<string, { label: string; text: string }>> = text.content.actions;
  return all[name] ?? { label: name, text: '' };
};

function question<V extends SignedInRequest>(app: FastifyInstance, area: Area<V>, action: AreaAction): void {
  const { place, writing } = area;
  const { operation, asks, path } = action;
  const at = `${area.rowPath}/${path}`;
  const contextOf = (reading: Reading): FormContext<V> => ({ place: place as AreaPlace<V>, fields: asks, reading });
  const send = definePage<V, FormData>(app, writing, {
    at,
    async load({ signedIn }) {
      const row = await findRow(area, signedIn).catch(notThere);
      if (row === undefined) return undefined;
      const reading = await readingIn(area, signedIn);
      return { row, reading, form: await newForm(contextOf(reading), signedIn, undefined, '') };
    },
    scripts: recordStyles,
    title: ({ row }, { text }) =>
      text.content.question({
        action: actionWords(action, text).label,
        name: row === undefined ? '' : nameOfRow(area, row),
      }),
    lead: (_data, { text }) => html`<p>${actionWords(action, text).text}</p>`,
    isWrong: ({ form }) => form.problem !== undefined || Object.keys(form.errors).length > 0,
    body: ({ row, form, reading }, visit) => {
      const address = area.rowAddress(visit.signedIn, row ?? {});
      const about = {
        groups: [asks],
        action: `${address}/${path}`,
        submit: actionWords(action, visit.text).label,
        style: operation.isDestructive ? 'danger' : 'primary',
        cancelHref: address,
        isNew: true,
      } as const;
      return html`${formNotices(asks, form, reading)}
${formMarkup(form, reading, visit, about, undefined)}
${sameByProgram([operation], visit.text)}`;
    },
  });

  writing.pages.post(at, async (signedIn, form, reply) => {
    const row = await findRow(area, signedIn).catch(notThere);
    if (row === undefined) return writing.missing(signedIn, reply);
    const reading = await readingIn(area, signedIn);
    const context = contextOf(reading);
    const state = await sentForm(context, signedIn, form, undefined);
    if (onlyShows(form)) return send(signedIn, reply, { row, reading, form: state });
    const proof = await proven(app, area, action, { signedIn, form, reply }, row, state.texts);
    if ('sent' in proof) return proof.sent;
    try {
      await place.run(proof.entered, operation, { id: row.id, ...inputOf(context, state, undefined) });
    } catch (error) {
      const problem = problemOf(error);
      return send(signedIn, reply.code(problem.status), { row, reading, form: withProblem(context, state, problem) });
    }
    return goTo(reply, `${area.rowAddress(signedIn, row)}?done=acted`);
  });
}

function deletion<V extends SignedInRequest>(
  app: FastifyInstance,
  area: Area<V>,
  action: AreaAction,
  sendRecord: RecordSender<V>,
): void {
  requireReauthentication<V, Row>(app, area.writing.pages, {
    path: `${area.rowPath}/${action.path}`,
    find: (signedIn) => findRow(area, signedIn).catch(notThere),
    frame: area.writing.frame,
    describe: (signedIn, row) => confirmationOf(area, action, signedIn, row),
    async act(signedIn, row, _form, reply) {
      try {
        await area.place.run(signedIn, action.operation, { id: row.id });
      } catch (error) {
        return refused(area, sendRecord, signedIn, reply, error);
      }
      return `${area.address(signedIn)}?done=deleted`;
    },
    missing: area.writing.missing,
  });
}
