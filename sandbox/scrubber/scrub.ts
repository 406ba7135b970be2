import { joinText, type PhoneMessage, type Rejection } from '../smsc/phone-message.ts';
import { fitsTemplate } from './fits-template.ts';
import type { Registry } from './registry.ts';

/** What the operator looks at besides registrations. */
export type ScrubberSetting = {
  isOn: boolean;
  /** Whether the chain of telemarketers must be a registered one. */
  chain: boolean;
  /** Whether promotional messages go only to numbers that are not in `blocked`. */
  preferences: boolean;
  /** Whether promotional messages go only from 10:00 to 21:00. */
  window: boolean;
  /** Whether its check itself fails: 670. */
  isDown: boolean;
  /** India's time as the operator takes it, such as `21:30`; null for the real one. */
  time: string | null;
};

type Scrubbed = { message: PhoneMessage; registry: Registry; setting: ScrubberSetting };

/** Checks a text as an operator does, in its order. @returns null if nothing is wrong */
export function scrub(scrubbed: Scrubbed, now: Date): Rejection | null {
  if (scrubbed.setting.isDown) return reject('670', 'scrubbing failed');
  return (
    checkEntity(scrubbed) ??
    checkChain(scrubbed) ??
    checkHeader(scrubbed) ??
    checkTemplate(scrubbed) ??
    checkRecipient(scrubbed, now)
  );
}

const reject = (code: string, reason: string): Rejection => ({ code, reason });

function checkEntity({ message, registry }: Scrubbed): Rejection | null {
  const { entity: id } = message.dlt;
  if (id === null || !/^\d{12,20}$/.test(id)) return reject('604', 'invalid entity id');
  const entity = registry.entities.find((one) => one.id === id);
  if (!entity) return reject('600', 'entity not found');
  if (entity.state === 'inactive') return reject('602', 'entity inactive');
  return entity.state === 'blacklisted' ? reject('603', 'entity blacklisted') : null;
}

function checkChain({ message, registry, setting }: Scrubbed): Rejection | null {
  if (!setting.chain) return null;
  const { entity, chain: value } = message.dlt;
  if (value === null) return reject('614', 'chain not received');
  const chain = registry.chains.find((one) => one.entity === entity && one.value === value);
  if (!chain) return reject('615', 'chain not registered');
  if (chain.state === 'inactive') return reject('616', 'chain inactive');
  return chain.state === 'blacklisted' ? reject('617', 'chain blacklisted') : null;
}

const headerCodes = {
  inactive: reject('621', 'header inactive'),
  blacklisted: reject('622', 'header blacklisted'),
  expired: reject('624', 'header suspended: expired'),
  unused: reject('625', 'header suspended: unused'),
};

function checkHeader({ message, registry }: Scrubbed): Rejection | null {
  const header = registry.headers.find((one) => one.header === message.from);
  if (!header) return reject('620', 'header not found');
  if (header.state !== 'active') return headerCodes[header.state];
  return header.entity === message.dlt.entity
    ? null
    : reject('623', 'header belongs to another entity');
}

const findTemplate = ({ message, registry }: Scrubbed) =>
  registry.templates.find(
    ({ id, entity }) => id === message.dlt.template && entity === message.dlt.entity,
  );

function checkTemplate(scrubbed: Scrubbed): Rejection | null {
  const { message } = scrubbed;
  if (message.dlt.template === null) return reject('637', 'invalid template id');
  const template = findTemplate(scrubbed);
  if (!template) return reject('630', 'template not found');
  if (template.state === 'inactive') return reject('631', 'template inactive');
  if (template.state === 'blacklisted') return reject('632', 'template blacklisted');
  const { body, headers } = template;
  if (headers.length > 0 && !headers.includes(message.from)) {
    return reject('634', 'template not bound to the header');
  }
  const text = joinText(message);
  if (fitsTemplate(body, text)) return null;
  return fitsTemplate(body, text, true)
    ? reject('635', 'variable too long')
    : reject('633', 'template not matched');
}

function checkRecipient(scrubbed: Scrubbed, now: Date): Rejection | null {
  const { message, registry, setting } = scrubbed;
  const category = findTemplate(scrubbed)?.category;
  if (category !== 'promotional' && category !== 'service_explicit') return null;
  if (setting.window && !isOpen(setting.time ?? timeInIndia(now))) {
    return reject('651', 'outside 10:00 to 21:00');
  }
  return setting.preferences && registry.blocked.includes(message.to)
    ? reject('650', 'blocked by preference')
    : null;
}

/** From 10:00 up to 21:00, which is outside. */
const isOpen = (time: string): boolean => time >= '10:00' && time < '21:00';

const istOffsetMs = 5.5 * 3_600_000;

const timeInIndia = (now: Date): string =>
  new Date(now.getTime() + istOffsetMs).toISOString().slice(11, 16);
