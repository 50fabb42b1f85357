/** The client, whose every type comes from the description that the server gives of itself. */
import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { components, paths } from './generated/api.ts';

export type Api = Client<paths>;
export type Schemas = components['schemas'];

/** What was asked, by the address that the description has for it, and how it was answered. */
export interface Call {
  method: string;
  path: string;
  status: number;
}

/** @param tell hears of every answer */
export function connect(baseUrl: string, token: string, tell: (call: Call) => void): Api {
  const api = createClient<paths>({ baseUrl });
  const observer: Middleware = {
    onRequest({ schemaPath, request }) {
      // The addresses of files carry their own permission.
      if (schemaPath.startsWith('/api/v1/')) request.headers.set('authorization', `Bearer ${token}`);
    },
    onResponse({ schemaPath, request, response }) {
      tell({ method: request.method, path: schemaPath, status: response.status });
    },
  };
  api.use(observer);
  return api;
}
