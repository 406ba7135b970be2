import type { Environment } from '../environment.ts';
import type { Settings } from './settings.ts';

/** What describes a carrier of one's own. */
const own = ['CARRIERS', 'SMPP_HOST', 'SMPP_SYSTEM_ID', 'SMPP_WINDOW', 'SMPP_RATE'];

/**
 * The sandbox's carrier with the DLT identities of its register (`sandbox/scrubber/register.json`), unless a carrier was
 * set by hand: the ids of messages can be seen on the handset, and its DLT check can be turned on.
 *
 * @param given the settings made by hand
 * @param password what the sandbox binds with
 */
export function localCarrierSettings(
  { HOST, SMPP_PORT }: Settings,
  given: Environment,
  password: string,
) {
  if (own.some((name) => given[name] !== undefined)) return {};
  const carrier = {
    name: 'default',
    host: ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST,
    port: SMPP_PORT,
    systemId: 'dakiya',
    password: given.SMPP_PASSWORD ?? password,
    window: 50,
    rate: 500,
    entityId: '1101172974420810001',
    telemarketerIds: ['1101172974420830004'],
    tlvs: [
      { tag: 0x1400, source: 'entity' },
      { tag: 0x1401, source: 'template' },
      { tag: 0x1402, source: 'chain' },
    ],
    // The list whose codes the sandbox uses.
    operatorCodes: 'jio',
  };
  return { CARRIERS: JSON.stringify([carrier]) };
}
