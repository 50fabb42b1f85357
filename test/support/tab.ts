/** What a person does in a real browser, whichever it is. */
import type { Test } from 'tap';

/** Between the clicks of a double click. */
export const CLICK_PAUSE_MS = 120;

export interface Tab {
  goto(url: string): Promise<void>;
  /** Goes back, whatever the browser then shows. */
  back(): Promise<void>;
  /** Evaluates an expression in the page. @returns its value, if that is a text, a number or a flag */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks with the mouse, so many times. */
  click(selector: string, times?: number): Promise<void>;
  /** Another tab of the same visitor. */
  newTab(): Promise<Tab>;
}

export interface RealBrowser {
  /** A tab of a visitor of their own, with these cookies of a host, behind a proxy. */
  visit(t: Test, cookies: ReadonlyMap<string, string>, url: string): Promise<Tab>;
}
