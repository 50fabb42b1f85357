/**
 * The floor: a minimal server for each row of the benchmark, on the same stack as the product. The README lists what it
 * omits. It is not an authorization server; do not use it as one.
 */
import formbody from '@fastify/formbody';
import fastify from 'fastify';
import { databaseFileFromEnvironment, ENDPOINTS, portFromEnvironment } from './fixtures.ts';
import { authorizeHandler } from './floor/authorize-route.ts';
import { discoveryHandler } from './floor/discovery-route.ts';
import { openStorage } from './floor/storage.ts';
import { introspectionHandler, tokenHandler, userinfoHandler } from './floor/token-routes.ts';

const host = '127.0.0.1';
const port = portFromEnvironment();
const issuer = `http://${host}:${port}`;
const storage = openStorage(databaseFileFromEnvironment());

const app = fastify();
await app.register(formbody);
app.get(ENDPOINTS.authorize, authorizeHandler(issuer, storage));
app.post(ENDPOINTS.token, tokenHandler(issuer, storage));
app.post(ENDPOINTS.introspect, introspectionHandler(issuer, storage));
app.get(ENDPOINTS.userinfo, userinfoHandler(storage));
app.get(ENDPOINTS.discovery, discoveryHandler(issuer));
await app.listen({ host, port });
