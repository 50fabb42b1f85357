/** The office of the school: for a day it enrolls, revokes, registers, grants and cancels, so that counters change. */
import { SCOPES } from '../../../schema/oauth/scope.ts';
import { CALLERS, call, clientOf, RIVERSIDE } from '../../support/admin.ts';
import { Browser } from '../../support/browser.ts';
import { obtainTokens } from '../../support/oauth-client.ts';
import { RECIPES, type Stage } from '../../support/write-recipes.ts';
import { DAY, HOUR } from './behaviours.ts';
import type { Surroundings } from './connection.ts';
import type { Program } from './schedule.ts';

/** Operations after which a counter of courses, lectures, events, plans or orders is another one. */
const COUNTED = [
  ['enroll_student', 'POST'],
  ['bulk_enroll_students', 'POST'],
  ['revoke_enrollment', 'POST'],
  ['set_enrollment_expiry', 'POST'],
  ['register_member', 'POST'],
  ['cancel_registration', 'POST'],
  ['cancel_event', 'POST'],
  ['grant_subscription', 'POST'],
  ['cancel_subscription', 'POST'],
  ['delete_lecture', 'DELETE'],
  ['remove_member', 'DELETE'],
] as const;

const PAUSE = HOUR / 6;

/** @param service whose `app` is another node at each call */
export async function* office(service: Surroundings): Program {
  for (let turn = 0; turn * PAUSE < DAY; turn += 1) {
    yield PAUSE;
    const [name, method] = COUNTED[turn % COUNTED.length] ?? COUNTED[0];
    const recipe = RECIPES[name];
    if (recipe === undefined) throw new Error(`no recipe for ${name}`);
    const stage = (await stageOf(service)) as Stage;
    const { path, body } = await recipe(stage);
    const answer = await stage.ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${answer.body}`);
  }
}

/** What recipes need, at the node whose turn it is. */
async function stageOf(service: Surroundings): Promise<Pick<Stage, 'app' | 'token' | 'ask'>> {
  const { app } = service;
  const walk = { email: CALLERS.owner.email, site: RIVERSIDE.id, browser: new Browser(app) };
  const scope = ['openid', ...SCOPES].join(' ');
  const { access_token: token } = await obtainTokens(app, clientOf(RIVERSIDE.id), { scope, prompt: 'consent' }, walk);
  return {
    app,
    token,
    ask: (method, path, body) => call(service.app, token, method, path, body),
  };
}
