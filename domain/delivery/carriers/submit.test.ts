import { expect, test } from 'vitest';
import { openBoundCarrier, submitOnce } from './carrier.test-support.ts';
import { type ScriptedSmsc, startSmsc } from './scripted-smsc.test-support.ts';
import { chainHash, concatenationHeader, encodeText } from './submit-pdu.ts';

const head = 16;
const submitSm = 0x04;

/** Returns the bodies of the submits that were received, in hex. */
function submitBodies(smsc: ScriptedSmsc): string[] {
  const bodies: string[] = [];
  const octets = smsc.octets();
  for (let at = 0; at < octets.length; at += octets.readUInt32BE(at)) {
    const pdu = octets.subarray(at, at + octets.readUInt32BE(at));
    if (pdu.readUInt32BE(4) === submitSm) bodies.push(pdu.subarray(head).toString('hex'));
  }
  return bodies;
}

const ascii = (text: string) => Buffer.from(text).toString('hex');
const cstring = (text: string) => `${ascii(text)}00`;

/** The fields of §4.4.1 in order, up to the text. */
function expected(esmClass: string, dataCoding: string, message: Buffer, reference: string) {
  return [
    '00', // service_type
    `0500${cstring('DAKIYA')}`,
    `0101${cstring('919876543210')}`,
    `${esmClass}0000`, // esm_class, protocol_id, priority_flag
    '00', // schedule_delivery_time
    cstring('000000000500000R'),
    '01', // registered_delivery
    '00', // replace_if_present_flag
    `${dataCoding}00`, // data_coding, sm_default_msg_id
    message.length.toString(16).padStart(2, '0') + message.toString('hex'),
    `02040002${reference}`, // user_message_reference
  ].join('');
}

test('GSM text is submitted exactly as we encoded it', async () => {
  const smsc = await startSmsc();
  const carrier = await openBoundCarrier({ port: smsc.port });
  const text = encodeText('Ça? {code} 5€ @home_', 0).fill(0x09, 1, 2);
  await submitOnce(carrier, { text, reference: 0xabcd });
  expect(submitBodies(smsc)).toEqual([expected('00', '00', text, 'abcd')]);
});

test('Hindi is submitted as UCS-2', async () => {
  const smsc = await startSmsc();
  const carrier = await openBoundCarrier({ port: smsc.port });
  const text = encodeText('आपका कोड 👍', 8);
  await submitOnce(carrier, { text, dataCoding: 8 });
  expect(submitBodies(smsc)).toEqual([expected('00', '08', text, '0001')]);
});

test('a segment of a long message has its header, and esm_class has the header bit', async () => {
  const smsc = await startSmsc();
  const carrier = await openBoundCarrier({ port: smsc.port });
  const header = concatenationHeader(7, 3, 2);
  const text = Buffer.alloc(153, 'a');
  await submitOnce(carrier, { text, header });
  expect(submitBodies(smsc)).toEqual([expected('40', '00', Buffer.concat([header, text]), '0001')]);
});

test('two carriers may use the same TLV with different types and sources', async () => {
  const entityId = '1101172974420810001';
  const telemarketerIds = ['1101172974420830004'];
  const first = await startSmsc();
  const second = await startSmsc();
  const one = await openBoundCarrier({
    name: 'one',
    port: first.port,
    entityId,
    telemarketerIds,
    tlvs: [
      { tag: 0x1400, type: 'octets', source: 'entity' },
      { tag: 0x1401, type: 'octets', source: 'template' },
      { tag: 0x1402, type: 'octets', source: 'chain' },
    ],
  });
  const two = await openBoundCarrier({
    name: 'two',
    port: second.port,
    entityId,
    tlvs: [
      { tag: 0x1400, type: 'cstring', source: 'template' },
      { tag: 0x3fff, type: 'octets', source: 'entity' },
    ],
  });
  const templateId = '1107160000000000001';
  await submitOnce(one, { templateId });
  await submitOnce(two, { templateId });
  const hash = chainHash(entityId, telemarketerIds);
  expect(submitBodies(first)[0]).toMatch(
    new RegExp(`14000013${ascii(entityId)}14010013${ascii(templateId)}14020040${ascii(hash)}$`),
  );
  expect(submitBodies(second)[0]).toMatch(
    new RegExp(`14000014${cstring(templateId)}3fff0013${ascii(entityId)}$`),
  );
});

test('the simulated SMSC in the same process reads a vendor TLV as raw octets', async () => {
  const smsc = await startSmsc();
  const tlvs = [{ tag: 0x1400, type: 'octets' as const, source: 'entity' as const }];
  const carrier = await openBoundCarrier({ port: smsc.port, entityId: '1101', tlvs });
  await submitOnce(carrier);
  const [submit] = smsc.ofCommand('submit_sm');
  expect(submit?.[0x1400]).toEqual(Buffer.from('1101'));
});

test('rejects a segment that is too long before writing anything', async () => {
  const smsc = await startSmsc();
  const carrier = await openBoundCarrier({ port: smsc.port });
  await expect(submitOnce(carrier, { text: Buffer.alloc(255) })).rejects.toThrow('Invariant');
  expect(await submitOnce(carrier)).toMatchObject({ kind: 'accepted' });
  expect(submitBodies(smsc)).toHaveLength(1);
});
