/**
 * Questions to a school, answered by an agent without a model that sees only the list of tools, descriptions and
 * results. It must find a way to each tool, whether or not the list has room for it.
 */
import t from 'tap';
import { answer } from '../../scripts/workshop/bench/tools/agent.ts';
import type { DescribedTool, Reach } from '../../scripts/workshop/bench/tools/described.ts';
import { questionsAt } from '../../scripts/workshop/bench/tools/questions.ts';
import { adminApp } from '../support/admin.ts';
import { callTool, everyTool } from '../support/mcp.ts';

const { app, tokenOf } = await adminApp(t);
const token = await tokenOf('owner');

const reachOf = (query: string): Reach => ({
  list: async () => (await everyTool(app, token, query)) as unknown as readonly DescribedTool[],
  async call(name, args) {
    const { result, text } = await callTool(app, name, args, { token, query });
    return { text, data: result?.structuredContent, isError: result?.isError !== undefined };
  },
});

t.test('an agent that sees only lists and results answers 40 questions with few calls [A14.5]', async (t) => {
  const reach = reachOf('');
  const tools = await reach.list();
  const outcomes = [];
  const now = app.clock();
  const questions = questionsAt(now);
  for (const question of questions)
    outcomes.push({ ...(await answer(reach, tools, question, now)), ask: question.ask });
  const unanswered = outcomes.filter(({ isAnswered }) => !isAnswered);
  const calls = outcomes.reduce((sum, outcome) => sum + outcome.calls, 0);
  const wrong = outcomes.flatMap((outcome) => outcome.wrong);
  t.comment(`${questions.length - unanswered.length} answered, ${calls} calls, ${wrong.length} wrong tools`);
  t.equal(questions.length, 40);
  for (const asked of [
    'What did Ana buy in March?',
    'Who is on the waiting list of Friday’s event?',
    /^Enroll these five in .* until June/,
  ]) {
    t.ok(
      outcomes.some(({ ask, isAnswered }) => isAnswered && (asked instanceof RegExp ? asked.test(ask) : ask === asked)),
      String(asked),
    );
  }
  t.strictSame(
    unanswered.map(({ ask }) => ask),
    [],
  );
  t.ok(calls <= 90, `${calls} calls`);
  t.ok(wrong.length <= 5, wrong.join());
});
