import type { AuditEntry } from '../../../../schema/audit/audit-event.ts';
import type { Role } from '../../../../schema/oauth/scope.ts';
import { type Language, type Text, textFor } from '../../../words/index.ts';
import { momentOfEvent } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { sentenceOf, unsaidApp } from '../audit/sentences.ts';
import { figuresSection, type SchoolFigures } from './figures-view.ts';
import { type FirstStep, firstStepsSection } from './first-steps-view.ts';
import { type Need, needsSection } from './needs-view.ts';

export type LatestEvents = {
  entries: readonly AuditEntry[];
  /** The names of the entries' targets, if they still exist. */
  names: ReadonlyMap<string, string>;
  timeZone: string;
};

export type AdminOverview = {
  schoolName: string;
  role: Role;
  /** The prefix of the paths of its pages. */
  base: string;
  csrf: string;
  /** Undefined if there is nothing left of the first steps. */
  steps: readonly FirstStep[] | undefined;
  needs: readonly Need[];
  /** Undefined for people who may see neither members nor statistics. */
  figures: SchoolFigures | undefined;
  /** Undefined for people who may not see the audit log. */
  latest: LatestEvents | undefined;
};

const latestSection = (
  { entries, names, timeZone }: LatestEvents,
  base: string,
  text: Text,
  language: Language,
): Html => {
  const { latest } = text.schoolHome;
  const reader = { language, timeZone };
  const item = (entry: AuditEntry): Html => {
    const app = unsaidApp(entry, names, text, reader);
    return html`<li><p><a href="${base}/${entry.id}">${sentenceOf(entry, names, text, reader)}</a></p><p class="detail">${momentOfEvent(entry.at, language, timeZone)}${app !== undefined && html` · ${app}`}</p></li>`;
  };
  return html`<section class="stack"><h2>${latest.title}</h2>
${
  entries.length === 0
    ? html`<p class="quiet">${latest.none}</p>`
    : html`<ul class="latest">${entries.map(item)}</ul><p><a href="${base}">${latest.all}</a></p>`
}</section>`;
};

/** The first admin page of a school. */
export const adminOverviewPage = (frame: PageFrame, overview: AdminOverview): string => {
  const { language } = frame;
  const text = textFor(language);
  const { base, csrf, schoolName, role, steps, needs, figures, latest } = overview;
  const body = html`<div class="intro"><h1>${displayText(schoolName)}</h1><p>${text.admin.overview.lead({ role: text.roles[role] })}</p></div>
${steps !== undefined && firstStepsSection(steps, { base, csrf, isOwner: role === 'owner' }, text)}
${needsSection(needs, text, frame.language)}
${figures !== undefined && figuresSection(figures, language)}
${latest !== undefined && latestSection(latest, `${base}/audit`, text, language)}`;
  return page(frame, { title: text.shell.areas.admin, body });
};
