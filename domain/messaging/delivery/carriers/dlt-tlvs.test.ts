import { expect, test } from 'vitest';
import { chainHash, type DltIdentity, prepareDltTlvs } from './dlt-tlvs.ts';

const entityId = '1101172974420810001';
const telemarketerIds = ['1101172974420830004', '1102000000000000002'];

const [first, second, last] = ['1101172974420820002', '1101172974420820003', '1101172974420830004'];

/** Over the sample ids of an operator's manual. */
const chains: [(string | undefined)[], string][] = [
  [[last], 'c0c951afca257c5b87c3da535c09112080483f35b7e6faf35e2428b3b526b694'],
  [[first, last], 'ba38bbe4ab3780a70aad6071c006e720eed8efc1ff70b00691d3b6844e6497e2'],
  [[first, second, last], 'd3133e436040034d9e95932ea93a1f82c37e1d98803229f835d8f3124e77e07f'],
];

test.each(chains)(
  'a chain over %j is hashed from the entity to the last telemarketer, commas and no blanks',
  (ids, hash) => expect(chainHash(entityId, ids as string[])).toBe(hash),
);

const templateId = '1107160000000000001';

const tlvs = [
  { tag: 0x1400, type: 'octets', source: 'entity' },
  { tag: 0x1401, type: 'cstring', source: 'template' },
  { tag: 0x1402, type: 'octets', source: 'telemarketer' },
  { tag: 0x3fff, type: 'octets', source: 'chain' },
] as const;

/** The TLVs of a message by a carrier that requires each source, or why it takes no such message. */
function allTlvs(
  message: Partial<DltIdentity>,
  config: Partial<Parameters<typeof prepareDltTlvs>[0]> = {},
) {
  const tlvsOf = prepareDltTlvs({
    ...{ name: 'airtel', entityId, telemarketerIds, tlvs: [...tlvs] },
    ...{ chain: 'optional', maxTelemarketers: 8, ...config },
  });
  const found = tlvsOf({ templateId, entityId: null, chains: null, ...message });
  return typeof found === 'string' ? found : found.map(({ tag, value }) => [tag, value.toString()]);
}

test('each source is in the TLV that the carrier requires', () => {
  expect(allTlvs({})).toEqual([
    [0x1400, entityId],
    [0x1401, `${templateId}\0`],
    [0x1402, telemarketerIds.join(',')],
    [0x3fff, chainHash(entityId, telemarketerIds)],
  ]);
});

test('a message of an account’s entity names that, with its chain for the carrier', () => {
  const own = '1101999999999999999';
  expect(
    allTlvs({ entityId: own, chains: { airtel: ['1102000000000000009'], vi: [own] } }),
  ).toEqual([
    [0x1400, own],
    [0x1401, `${templateId}\0`],
    [0x1402, '1102000000000000009'],
    [0x3fff, chainHash(own, ['1102000000000000009'])],
  ]);
});

test('an entity without a chain for the carrier goes over the carrier’s telemarketers', () => {
  const own = '1101999999999999999';
  expect(allTlvs({ entityId: own, chains: null })).toEqual([
    [0x1400, own],
    [0x1401, `${templateId}\0`],
    [0x1402, telemarketerIds.join(',')],
    [0x3fff, chainHash(own, telemarketerIds)],
  ]);
});

test('a message without a template goes without its TLV', () => {
  const only = { tlvs: [tlvs[1]], entityId: undefined, telemarketerIds: [] };
  expect(allTlvs({ templateId: null }, only)).toEqual([]);
});

test.each(['entity', 'telemarketer', 'chain'] as const)(
  'a carrier whose TLV for the %s has no id of its own takes only messages with an entity of their account',
  (source) => {
    const config = {
      tlvs: [{ tag: 0x1400, type: 'octets' as const, source }],
      entityId: undefined,
      telemarketerIds: [],
    };
    expect(allTlvs({}, config)).toMatch(/^sender_not_registered: /);
    const chains = { airtel: ['1102000000000000009'] };
    expect(allTlvs({ entityId, chains }, config)).toHaveLength(1);
    // Whose telemarketers would it name?
    if (source !== 'entity') expect(allTlvs({ entityId }, config)).toMatch(/^dlt_chain_missing: /);
  },
);

test('a carrier that requires chains takes no entity without one of its own, and none takes a chain that is too long', () => {
  const required = { chain: 'required', maxTelemarketers: 2 } as const;
  expect(allTlvs({ entityId }, required)).toMatch(/^dlt_chain_missing: /);
  expect(allTlvs({ entityId, chains: { vi: ['1'] } }, required)).toMatch(/^dlt_chain_missing: /);
  expect(allTlvs({ entityId, chains: { airtel: ['1', '2'] } }, required)).toHaveLength(4);
  for (const chain of ['required', 'optional'] as const) {
    expect(
      allTlvs({ entityId, chains: { airtel: ['1', '2', '3'] } }, { ...required, chain }),
    ).toMatch(/^dlt_chain_too_long: /);
  }
  // The installation's own is in the settings of the carrier.
  expect(allTlvs({}, required)).toHaveLength(4);
});
