/** `schoolgate doctor listing`: the sheet for those who submit this server to the directory of a vendor of agents. */
import { parseArgs } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { toolUrl } from '../../../../schema/clients/tool-url.ts';
import { keysOf } from '../../../../schema/data/objects.ts';
import { TOOL_RESULT } from '../../../../schema/limits.ts';
import { schoolUrl } from '../../../../schema/school/addresses.ts';
import { printable } from '../../connect/errors.ts';
import { Mistake } from '../../connect/options.ts';
import { openApp } from '../../process.ts';
import { type MeasuredTool, measureOverDemo } from './measure.ts';

/** A fact, or the remedy if it is unknown. */
type Fact = { readonly what: string } & ({ readonly value: string } | { readonly toDo: string });

/** @returns the exit code: 1 if something is missing */
export async function describeListing(args: readonly string[]): Promise<number> {
  const options = { school: { type: 'string' }, json: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const app = await openApp({ LOG_LEVEL: 'silent' }, { housekeeping: false });
  try {
    const facts = await factsOf(app, values.school);
    const tools = await measureOverDemo();
    process.stdout.write(`${values.json ? JSON.stringify({ facts, tools }, null, 2) : sheet(facts, tools)}\n`);
    return facts.some((fact) => 'toDo' in fact) ? 1 : 0;
  } finally {
    await app.close();
  }
}

/** Returns the facts for the forms beside the tools. */
async function factsOf({ config, school }: FastifyInstance, slug: string | undefined): Promise<readonly Fact[]> {
  const { baseUrl, isSecure, isLoopback, appChallenges } = config;
  const only = await school.platform.onlySite();
  const site = slug === undefined ? only : await school.platform.openSiteBySlug(slug);
  if (slug !== undefined && site === undefined) throw new Mistake(`no open school has the slug ${slug}`);
  const brand = site && (await school.brands.find(site.id));
  const contact = site && (await school.platform.contactOf(site.id));
  const fact = (what: string, value?: string | null | false, toDo = 'name the school with --school'): Fact =>
    value ? { what, value } : { what, toDo };
  const at = (page: string): string | undefined => site && `${page}, at ${baseUrl}/admin/${site.slug}`;
  const tokens = Array.from(appChallenges, ([host, token]) => `${token} at ${host}`).join(', ');
  return [
    fact('public https origin', isSecure && !isLoopback && baseUrl, 'set BASE_URL to one that others reach'),
    fact('address for members', toolUrl(baseUrl, { auth: 'member', school: slug })),
    fact('address for staff', toolUrl(baseUrl, { auth: 'required', school: slug, tools: 'all' })),
    fact('token of OpenAI, for ChatGPT', tokens, 'set OPENAI_APPS_CHALLENGE'),
    fact('school', site?.name),
    fact('website', site && schoolUrl(baseUrl, site)),
    fact('privacy policy', brand?.legal.privacy, at('Settings')),
    fact('terms of use', brand?.legal.terms, at('Settings')),
    fact('support page', contact?.supportUrl, at('Settings')),
    fact('contact address', contact?.email, at('Settings')),
    fact('logo', brand?.logo && 'that of the school', at('Name and colours')),
    fact('documentation', config.docsUrl),
  ];
}

function sheet(facts: readonly Fact[], tools: readonly MeasuredTool[]): string {
  const missing = facts.flatMap((fact) => ('toDo' in fact ? `  ${fact.what}: ${fact.toDo}` : []));
  return [
    ...facts.flatMap((fact) => ('value' in fact ? printable(`${fact.what}: ${fact.value}`) : [])),
    `\n${tools.length} tools. Results over the demo platform were measured, at ${TOOL_RESULT.bytesPerToken} bytes a token.`,
    ...tools.flatMap(({ name, title, scope, description, annotations, reasons, largest }) => [
      `\n${name}: ${title} (${scope ?? 'no scope'}; description of ${description.length} characters)`,
      `  largest result: ${largest ? `${largest.tokens} tokens, with ${JSON.stringify(largest.given)}` : 'not measured'}`,
      ...keysOf(reasons).map((hint) => `  ${hint}: ${annotations[hint]}. ${reasons[hint]}`),
    ]),
    `\n${missing.length === 0 ? 'Nothing is missing.' : 'Missing before you submit:'}`,
    ...missing,
  ].join('\n');
}
