/** One person and one client: on the same computer, on different ones, and with nobody there. */
import type { Test } from 'tap';
import { temporaryFolder } from '../../support/app.ts';
import { copiedAddress } from '../../support/manual-code.ts';
import { allow, browserAt, type House, openHouse, RUTH } from './house.ts';
import type { Place } from './place.ts';
import { answersTo, type Connection, type Program, type Start } from './program.ts';

const DAY = 86_400_000;
const LIFE_DAYS = 90;
const RIVERSIDE = { sub: RUTH.id, org: 'site_demo_riverside', school: 'riverside' };

/** The tokens work, and so do those after a renewal without a person. */
async function works(t: Test, { origin }: House, connection: Connection): Promise<void> {
  const first = connection.tokens();
  t.strictSame(await answersTo(origin, first.access), RIVERSIDE, 'the person and the school that were chosen');
  await connection.renew();
  const next = connection.tokens();
  t.not(next.access, first.access);
  t.strictSame(await answersTo(origin, next.access), RIVERSIDE, 'after a renewal');
}

export const LAPTOP: Place = {
  name: 'laptop',
  about: 'the browser and the client are on the same computer',
  async open(t, documents) {
    const house = await openHouse(t, { documents });
    return async (t, program) => {
      const signIn = await program.start(t, { house, folder: temporaryFolder(t) });
      const { leavesFor } = await allow(browserAt(house), signIn.url, RUTH);
      await works(t, house, await signIn.take(leavesFor, 'opened'));
      return '';
    };
  },
};

/** The browser of the person reaches no port of the computer that the client runs on, unless the person forwards it. */
async function fromAfar(t: Test, program: Program, start: Start): Promise<string> {
  const { house } = start;
  const signIn = await program.start(t, start);
  const browser = browserAt(house);
  const left = await allow(browser, signIn.url, RUTH);
  if (program.callback !== 'loopback') {
    if (program.callback === 'vendor') {
      t.equal(await copiedAddress(browser, left), undefined, 'the answer to a vendor is not offered to be copied');
    }
    await works(t, house, await signIn.take(left.leavesFor, 'opened'));
    return program.callback === 'vendor' ? '' : 'forwarded';
  }
  const address = await copiedAddress(browser, left);
  if (address === undefined) throw new Error('the address is not offered');
  t.equal(address.origin + address.pathname, left.leavesFor.origin + left.leavesFor.pathname);
  t.not(address.searchParams.get('code'), left.leavesFor.searchParams.get('code'), 'with a code of its own');
  await works(t, house, await signIn.take(address, 'pasted'));
  return 'copied';
}

export const SSH: Place = {
  name: 'SSH',
  about:
    'the browser is on another computer. *copied*: the person copies the address that the server offers into the client. *forwarded*: the client is a web page, and the person has forwarded its port',
  async open(t, documents) {
    const house = await openHouse(t, { documents });
    return (t, program) => fromAfar(t, program, { house, folder: temporaryFolder(t) });
  },
};

export const CONTAINER: Place = {
  name: 'container',
  about:
    'the same, with a server that listens at another address than its public one. A client with the inner address gets the right one',
  async open(t, documents) {
    const house = await openHouse(t, { documents, host: 'localhost' });
    return async (t, program) => {
      const { address: server, origin } = house;
      const inner = program.start(t, { house, server, folder: temporaryFolder(t) });
      await t.rejects(inner, { message: new RegExp(`${origin}(?!:)`) }, 'the inner address');
      return fromAfar(t, program, { house, folder: temporaryFolder(t) });
    };
  },
};

/** @returns the first problem of each client in so many nights */
async function nights(house: House, connections: ReadonlyMap<Program, Connection>): Promise<Map<Program, unknown>> {
  const problems = new Map<Program, unknown>();
  for (let day = 1; day < LIFE_DAYS; day += 1) {
    house.clock.advance(DAY);
    for (const [program, connection] of connections) {
      if (day % program.everyDays !== 0 || problems.has(program)) continue;
      try {
        await connection.renew();
      } catch (error) {
        problems.set(program, error);
      }
    }
  }
  return problems;
}

export const CI: Place = {
  name: 'CI',
  about: 'after one consent, nightly runs for 90 days without a person (`mcp-remote`: every 29 days)',
  async open(t, documents, programs) {
    const house = await openHouse(t, { documents });
    const connections = new Map<Program, Connection>();
    const problems = new Map<Program, unknown>();
    for (const program of programs) {
      try {
        const signIn = await program.start(t, { house, folder: temporaryFolder(t) });
        const { leavesFor } = await allow(browserAt(house), signIn.url, RUTH);
        connections.set(program, await signIn.take(leavesFor, 'opened'));
      } catch (error) {
        problems.set(program, error);
      }
    }
    for (const [program, problem] of await nights(house, connections)) problems.set(program, problem);
    return async (t, program) => {
      const connection = connections.get(program);
      if (problems.has(program) || connection === undefined) throw problems.get(program);
      await connection.renew();
      t.strictSame(
        await answersTo(house.origin, connection.tokens().access),
        RIVERSIDE,
        'on the 89th day, without a person',
      );
      return '';
    };
  },
};
