/** What a step of the clock does to the model. Nothing is older than "over", so that the states are few. */
import { type Grant, LASTS, type Step, type World } from './world.ts';

const MOST: Readonly<Record<Step, { moments: number; months: number }>> = {
  moment: { moments: 1, months: 0 },
  hour: { moments: Number.POSITIVE_INFINITY, months: 0 },
  month: { moments: Number.POSITIVE_INFINITY, months: 1 },
  year: { moments: Number.POSITIVE_INFINITY, months: Number.POSITIVE_INFINITY },
};

/** Moments up to the end of the grace period, what is longer, and what is longer than a week. */
function longer(time: number, step: Step): number {
  if (step === 'month' || step === 'year') return LASTS.repeat + 1;
  return Math.max(time, Math.min(time + MOST[step].moments, LASTS.repeat));
}

function older(grant: Grant, step: Step): Grant {
  const { moments, months } = MOST[step];
  const grown = (age: number, by: number, lasts: number): number => Math.min(age + by, lasts + 1);
  return {
    ...grant,
    codeAge: grown(grant.codeAge, moments, LASTS.code),
    age: grown(grant.age, months, LASTS.grant),
    refresh: grant.refresh.map((token) => ({
      ...token,
      supersededFor: token.successor === null ? 0 : longer(token.supersededFor, step),
      succeededFor: token.successor === null ? 0 : longer(token.succeededFor, step),
      age: grown(token.age, months, LASTS.refresh),
    })),
    // An access token lasts an hour, and nobody waits for 180 moments.
    access: step === 'moment' ? grant.access : grant.access.map((token) => ({ ...token, isOver: true })),
  };
}

export function later(world: World, step: Step): World {
  const [first, second] = world.nodes;
  const aged = (one: typeof first): typeof first => one && { ...one, seen: older(one.seen, step) };
  return {
    ...world,
    consent: step === 'year' ? null : world.consent,
    grants: world.grants.map((grant) => older(grant, step)),
    nodes: [aged(first), aged(second)],
  };
}
