/** Admin operations for reading forms and what was submitted through them. Both are read-only in the admin API. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { form, formSubmission } from '../../../../schema/school/resources/forms.ts';
import { resourceOperations } from '../engine/crud.ts';

export const formsOperations = (app: FastifyInstance) => {
  const forms = resourceOperations(app, form);
  return [
    forms.list('list_forms'),
    forms.get('get_form'),
    resourceOperations(app, formSubmission).list('list_form_submissions', {
      path: '/forms/:id/submissions',
      input: { id: z.string().min(1).max(100).describe('The id of the form') },
      parentFilter: async (operator, { id }) => ({ formId: (await forms.find(operator, id)).id }),
    }),
  ];
};
