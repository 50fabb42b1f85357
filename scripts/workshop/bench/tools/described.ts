/** The descriptions of tools for an agent, and their results. */

export interface DescribedTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: { properties?: Record<string, Schema>; required?: readonly string[] };
  annotations?: { readOnlyHint?: boolean };
  isHidden?: boolean;
}

export interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  anyOf?: readonly Schema[];
}

export interface Result {
  text: string;
  data: unknown;
  isError: boolean;
}

/** How the agent reaches the server. */
export interface Reach {
  list(): Promise<readonly DescribedTool[]>;
  call(name: string, args: Record<string, unknown>): Promise<Result>;
}
