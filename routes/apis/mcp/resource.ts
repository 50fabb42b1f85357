/** Documents that the endpoint lists and reads, and templates for the URIs of similar documents. */
import type { UriTemplate } from '@modelcontextprotocol/server';
import type { Caller } from './tool.ts';

export interface ResourceDescription {
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

/** Text, or the bytes of a document that is not text. */
export type Document = string | Uint8Array;

/** The description of a skill besides its text (SEP-2640). */
export interface SkillEntry {
  uri: string;
  frontmatter: { name: string; description: string };
  resources: { uri: string; digest: string; size: number }[];
}

export interface Resource {
  readonly listed: ResourceDescription & { uri: string };
  /** Names of tools: only callers who can reach all of them are shown the document. */
  readonly tools?: readonly string[];
  /** If the document is a skill. */
  readonly entry?: SkillEntry;
  read(caller: Caller): Promise<Document>;
}

/** Similar documents, whose URIs follow a template (RFC 6570). */
export interface ResourceTemplate {
  readonly listed: ResourceDescription & { uriTemplate: string };
  /** @returns `undefined` if there is no document at this URI */
  read(caller: Caller, variables: UriTemplateVariables): Promise<Document | undefined>;
}

type UriTemplateVariables = NonNullable<ReturnType<UriTemplate['match']>>;
