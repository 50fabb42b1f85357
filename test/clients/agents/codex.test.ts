// sqlite, programs
import t from 'tap';
import { TRIED } from './tried.ts';
import { tryProgram } from './walk.ts';

await tryProgram(t, TRIED.codex);
