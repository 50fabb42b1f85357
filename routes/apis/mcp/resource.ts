/** Documents that the endpoint lists and reads, and templates for the URIs of similar documents. */
import type { UriTemplate } from '@modelcontextprotocol/server';
import type { Caller } from './tool.ts';

export interface Described {
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

/** Text, or the bytes of a document that is not text. */
export type Document = string | Uint8Array;

export interface Resource {
  readonly listed: Described & { uri: string };
  read(caller: Caller): Promise<Document>;
}

/** Similar documents, whose URIs follow a template (RFC 6570). */
export interface ResourceTemplate {
  readonly listed: Described & { uriTemplate: string };
  /** @returns `undefined` if there is no document at this URI */
  read(caller: Caller, variables: UriTemplateVariables): Promise<Document | undefined>;
}

type UriTemplateVariables = NonNullable<ReturnType<UriTemplate['match']>>;
