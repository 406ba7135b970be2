import { z } from 'zod';
import { normalizeNetwork } from '#domain/identity/settings/normalize-network.browser.ts';
import { maxAddresses } from '#domain/identity/settings/parse-allowed-addresses.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';

/** Maximum number of templates, and of services, that a key is restricted to. */
export const maxRestrictions = 50;

/** Ids of templates as DLT's portals give them. */
export const templatesInput = z
  .array(
    z
      .string()
      .regex(/^\d{12,20}$/, 'Please use the ids of DLT templates: 12 to 20 digits.')
      .meta({ example: '1107161700000010231' }),
  )
  .max(maxRestrictions, `Please name at most ${maxRestrictions} templates.`)
  .transform((ids) => [...new Set(ids)])
  .meta({
    description:
      'The DLT template ids that the key sends; it sends no other message then, and no one-time password but by `services`. Empty for any.',
    example: [],
  });

export const servicesInput = z
  .array(safeText.min(1).max(64).meta({ example: exampleValues.serviceId }))
  .max(maxRestrictions, `Please name at most ${maxRestrictions} services.`)
  .transform((ids) => [...new Set(ids)])
  .meta({
    description:
      'The OTP services, by `_id`, whose codes the key sends and verifies; it sends no other code then, and no message but of `templates`. Empty for any.',
    example: [],
  });

export const addressesInput = z
  .array(
    z
      .string()
      .max(64)
      .transform((typed, context) => {
        const network = normalizeNetwork(typed.trim());
        if (network !== null) return network;
        context.addIssue({ code: 'custom', message: 'This is no IP address or network.' });
        return z.NEVER;
      })
      .meta({ example: exampleValues.endUserIp }),
  )
  .max(maxAddresses, `Please name at most ${maxAddresses} addresses.`)
  .transform((networks) => [...new Set(networks)])
  .meta({
    description:
      'Addresses and networks from which the key works, if the settings of the account allow them too. Empty for any.',
    example: [exampleValues.endUserIp],
  });

/** Why a key may not have `dlt` and a restriction. */
export const restrictedWithDlt =
  'A key with the scope dlt could change the templates and services that it is restricted to. Leave out the scope or the restriction.';
