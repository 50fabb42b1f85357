/** Admin operations for reading forms and what was submitted through them. Both are read-only in the admin API. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Operation } from '../../../../schema/school/operation.ts';
import { form, formSubmission } from '../../../../schema/school/resources/forms.ts';
import { crud } from '../engine/crud.ts';
import { listing } from '../engine/listing.ts';
import { resourceRows } from '../engine/resource-rows.ts';

export const formsOperations = (app: FastifyInstance): Operation[] => {
  const forms = resourceRows(app, form);
  return [
    ...crud(app, form, { only: ['list', 'get'] }),
    listing(app, formSubmission, {
      path: '/forms/:id/submissions',
      input: { id: z.string().min(1).max(100).describe('The id of the form') },
      parentFilter: async (operator, { id }) => ({ formId: (await forms.find(operator, id)).id }),
      showAll: resourceRows(app, formSubmission).showAll,
    }),
  ];
};
