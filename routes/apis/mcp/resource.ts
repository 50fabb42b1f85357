/** A document that the endpoint lists and reads out, or a pattern of addresses of documents that are alike. */
import type { UriTemplate } from '@modelcontextprotocol/server';
import type { Caller } from './tool.ts';

export interface Described {
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

/** Text, or the bytes of what is none. */
export type Document = string | Uint8Array;

export interface Resource {
  readonly listed: Described & { uri: string };
  read(caller: Caller): Promise<Document>;
}

/** Documents that are alike, at addresses made from a pattern (RFC 6570). */
export interface ResourceTemplate {
  readonly listed: Described & { uriTemplate: string };
  /** @returns `undefined` when there is none at this address */
  read(caller: Caller, variables: UriTemplateVariables): Promise<Document | undefined>;
}

type UriTemplateVariables = NonNullable<ReturnType<UriTemplate['match']>>;
