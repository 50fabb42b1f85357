/** Actions on several selected rows of a list at once, after a reauthentication. */
import type { FastifyInstance } from 'fastify';
import { readParameters } from '../../../schema/data/parameters.ts';
import { goTo } from '../../http.ts';
import { type Html, html, type Renderable } from '../kit/html.ts';
import { outcomePage } from '../kit/message.ts';
import type { Place } from '../kit/page.ts';
import { requireReauthentication } from '../kit/reauthentication.ts';
import { sendPage } from '../kit/sending.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';

/** The rows that an action is for, and those that were selected but do not fit. */
export interface Selection<Action, Row> {
  action: Action;
  fitting: readonly Row[];
  others: readonly Row[];
}

interface SelectedRows<V extends SignedInRequest, Action extends string, Row extends { id: string }> {
  /** The path of the list, as a route and for this request. */
  at: string;
  address(signedIn: V): string;
  /** The name of the field that has the ids, of which a page of the list has no more than `most`. */
  name: string;
  most: number;
  actions: readonly Action[];
  find(signedIn: V, ids: readonly string[]): Promise<readonly Row[]>;
  fits(signedIn: V, row: Row, action: Action): boolean;
  nameOf(row: Row): string;
  describe(signedIn: V, selection: Selection<Action, Row>): Promise<SelectionText> | SelectionText;
  /** @returns whether the row was changed. Another may have been faster. */
  change(signedIn: V, action: Action, row: Row): Promise<boolean>;
  report(signedIn: V, action: Action): Report;
}

interface SelectionText {
  title: string;
  consequences: Renderable;
  submit: string;
}

interface Report {
  title: string;
  changed(values: { names: string }): string;
  refused(values: { names: string }): string;
  back: string;
}

export const namesOf = <Row>(rows: readonly Row[], nameOf: (row: Row) => Renderable): Html =>
  html`<ul>${rows.map((row) => html`<li>${nameOf(row)}</li>`)}</ul>`;

export function selectedRows<V extends SignedInRequest, Action extends string, Row extends { id: string }>(
  app: FastifyInstance,
  place: Place<V>,
  rows: SelectedRows<V, Action, Row>,
): void {
  requireReauthentication<V, Selection<Action, Row>>(app, place.pages, {
    path: `${rows.at}/selected`,
    frame: place.frame,
    async find(signedIn) {
      const { request } = signedIn;
      const parameters = readParameters(request.method === 'GET' ? request.query : request.body);
      const action = rows.actions.find((one) => one === parameters.get('action'));
      if (action === undefined) return undefined;
      const found = await rows.find(signedIn, [...new Set(parameters.all(rows.name))].slice(0, rows.most));
      const fitting = found.filter((row) => rows.fits(signedIn, row, action));
      const others = found.filter((row) => !fitting.includes(row));
      return fitting.length === 0 ? undefined : { action, fitting, others };
    },
    describe: async (signedIn, selection) => ({
      ...(await rows.describe(signedIn, selection)),
      hidden: { action: selection.action, [rows.name]: selection.fitting.map(({ id }) => id) },
      cancelHref: rows.address(signedIn),
    }),
    async act(signedIn, { action, fitting, others }, _form, reply) {
      const changed: Row[] = [];
      // One after the other, so that each has its entry in the audit log or is left as it was.
      for (const row of fitting) if (await rows.change(signedIn, action, row)) changed.push(row);
      // Others do not fit any more: somebody has changed them since the page was shown.
      const refused = [...others, ...fitting.filter((row) => !changed.includes(row))];
      const report = rows.report(signedIn, action);
      const listed = (some: readonly Row[]): { names: string } => ({ names: some.map(rows.nameOf).join(', ') });
      const sentences = [
        ...(changed.length > 0 ? [report.changed(listed(changed))] : []),
        ...(refused.length > 0 ? [report.refused(listed(refused))] : []),
      ];
      const next = { href: rows.address(signedIn), label: report.back };
      return sendPage(reply, outcomePage(place.frame(signedIn), { title: report.title, sentences, next }), 'own');
    },
    missing: (signedIn, reply) => goTo(reply, `${rows.address(signedIn)}?done=none`),
  });
}
