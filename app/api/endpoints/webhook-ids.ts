import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';

export const endpointById = z.object({
  id: safeText.max(64).meta({ description: 'Its `_id`.', example: exampleValues.endpointId }),
});

export const eventById = z.object({
  id: safeText.max(64).meta({
    description: 'Its `_id`: the header `webhook-id`.',
    example: exampleValues.eventId,
  }),
});
