/** Validates new passwords, with a list of common ones. */
import fp from 'fastify-plugin';
import { z } from 'zod';
import { type PasswordProblem, validatePassword } from '../../schema/people/password-policy.ts';
import { readProgramFile } from '../../schema/program/files.ts';
import { provide } from '../provide.ts';

declare module './stores.ts' {
  interface People {
    /**
     * Returns the problem of a password, if any.
     * @param context names of the person and of their schools, and the e-mail address
     */
    readonly validatePassword: (password: string, context: readonly string[]) => PasswordProblem | undefined;
  }
}

/** About 49,000 leaked passwords in lower case, the most common first. MIT licence. */
const LIST = 'node_modules/@zxcvbn-ts/language-common/src/passwords.json';

const readList = (): ReadonlySet<string> => new Set(z.array(z.string()).parse(JSON.parse(readProgramFile(LIST))));

export default fp(
  async (app) => {
    // Loaded when the first password is validated, because most processes never validate one.
    let common: ReadonlySet<string> | undefined;
    provide(app.people, 'validatePassword', (password: string, context: readonly string[]) =>
      validatePassword(password, context, (stem) => {
        common ??= readList();
        return common.has(stem);
      }),
    );
  },
  { name: 'password-policy' },
);
