/** Finds addresses of this server in what a school sends to an operation. */
import { z } from 'zod';
import { leadsToOwnPage } from '../tenant-link.ts';
import type { InputFault } from './problem.ts';

/** Every URL of a value, with its path. */
function urlsIn(schema: unknown, value: unknown, path: readonly PropertyKey[] = []): [string, string][] {
  if (value == null) return [];
  if (schema instanceof z.ZodURL) return [[path.join('.'), String(value)]];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return urlsIn(schema.unwrap(), value, path);
  if (schema instanceof z.ZodArray)
    return Object.entries(value).flatMap(([at, one]) => urlsIn(schema.element, one, [...path, at]));
  if (schema instanceof z.ZodRecord)
    return Object.entries(value).flatMap(([at, one]) => urlsIn(schema.valueType, one, [...path, at]));
  if (schema instanceof z.ZodObject)
    return Object.entries(value).flatMap(([at, one]) => urlsIn(schema.shape[at], one, [...path, at]));
  return [];
}

/** Links of a school to pages of this server could act for whoever follows them, and be taken for ours. */
export const ownAddressesIn = (schema: z.ZodObject, value: object, baseUrl: string): InputFault[] =>
  urlsIn(schema, value)
    .filter(([, url]) => leadsToOwnPage(url, baseUrl))
    .map(([path]) => ({
      path,
      code: 'own_address',
      message: 'must not lead to this server, except to a public page of a school',
    }));
