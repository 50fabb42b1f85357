/**
 * The smallest server of the official SDK, as its documentation describes it: it registers every tool for every
 * message.
 */
import { readFileSync } from 'node:fs';
import { type CallToolResult, createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import Fastify from 'fastify';
import { ENDPOINTS } from '../fixtures.ts';
import type { RecordedTool } from './recorded.ts';

const { HOST = '127.0.0.1', PORT, TOOLS = '' } = process.env;

const recorded = JSON.parse(readFileSync(TOOLS, 'utf8')) as RecordedTool[];
// Created once, as a module that declares its tools would do.
const tools = recorded.map(({ listed, result }) => {
  const { name, title, description, annotations, outputSchema } = listed;
  // The SDK would validate the result of a called tool against its schema. The product does not validate its own
  // results.
  const output = outputSchema && result === undefined ? { outputSchema: fromJsonSchema(outputSchema) } : {};
  return {
    name,
    config: { title, description, annotations, inputSchema: fromJsonSchema(listed.inputSchema), ...output },
    result,
  };
});

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'minimum', version: '1.0.0' });
  for (const { name, config, result } of tools) {
    server.registerTool(name, config, async () => (result ?? { content: [] }) as CallToolResult);
  }
  return server;
});

const app = Fastify();
app.get(ENDPOINTS.discovery, async () => ({}));
app.post('/mcp', async (request, reply) => {
  const headers = new Headers(Object.entries(request.headers) as [string, string][]);
  const web = new Request(`http://${HOST}:${PORT}/mcp`, { method: 'POST', headers });
  const response = await handler.fetch(web, { parsedBody: request.body });
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  return reply.send(Buffer.from(await response.arrayBuffer()));
});
await app.listen({ host: HOST, port: Number(PORT) });
