/**
 * Skills (SEP-2640): the steps of common work with the tools, for models. Each is a file of this program, which names the tools
 * that it calls. What these need is added from the tools.
 */
import { hash } from 'node:crypto';
import { programFilesIn, readProgramFile } from '../../../schema/program/files.ts';
import { UNTRUSTED_TEXT } from '../../../schema/school/tool-guide.ts';
import type { Catalogue } from './catalogue.ts';
import type { Resource, SkillEntry } from './resource.ts';
import { FINDERS } from './selection.ts';
import { once, type Tool } from './tool.ts';

const FOLDER = 'routes/apis/mcp/skills';
/** Name and description are YAML, so they are single lines without a colon or quotation marks. */
const BEGINNING = /^---\nname: ([a-z0-9-]+)\ndescription: ([^:"'#\n]+)\n---\n\n# (.+)\n/;
/** A call is written as `list_orders {status: "paid"}`: values that are always the same stand there. */
const CALL = /`([a-z_]+) \{/g;

/** Returns the skills as documents, which only those are shown who can reach all tools of a skill. */
export const skills = (catalogue: Catalogue): Resource[] =>
  programFilesIn(FOLDER).map((file) => skillOf(readProgramFile(`${FOLDER}/${file}`), catalogue));

function skillOf(source: string, catalogue: Catalogue): Resource {
  const [, name, description, title] = BEGINNING.exec(source) ?? [];
  if (name === undefined || description === undefined || title === undefined)
    throw new Error(`no name, description and title: ${source.slice(0, 100)}`);
  const uri = `skill://${name}/SKILL.md`;
  const tools = [...new Set([...source.matchAll(CALL)].map(([, tool = '']) => tool))];
  const text = once(() => source + endingOf(tools.flatMap((tool) => catalogue.find(tool) ?? [])));
  const entry = once((): SkillEntry => {
    const file = { uri, digest: `sha256:${hash('sha256', text())}`, size: Buffer.byteLength(text()) };
    return { uri, frontmatter: { name, description }, resources: [file] };
  });
  return {
    listed: { uri, name, title, description, mimeType: 'text/markdown' },
    tools,
    get entry() {
      return entry();
    },
    read: async () => text(),
  };
}

/** Returns the paragraphs that follow from the tools, and those of every skill. */
const endingOf = (tools: readonly Tool[]): string => `
## Tools of this skill

${tools.map(lineOf).join('\n')}

- A tool that is not in your list: call it through \`${FINDERS.read}\` if it reads, else \`${FINDERS.call}\`.
- If a call is refused because sign-in or a scope is missing, the person can allow it in your program. If not, name the scope, say
  that an owner or administrator of the school can give it, and stop. Do not look for another way to the same effect.
- ${UNTRUSTED_TEXT}
`;

function lineOf({ name, scope, forSignedIn, listed: { annotations } }: Tool): string {
  const effect = annotations.readOnlyHint ? 'reads' : 'changes data';
  const asks =
    annotations.destructiveHint === true ? '; a person decides about exactly this, by the link in the answer' : '';
  const access = scope === undefined ? (forSignedIn === true ? 'sign-in' : 'no sign-in') : `\`${scope}\``;
  return `- \`${name}\` ${effect} and needs ${access}${asks}`;
}
