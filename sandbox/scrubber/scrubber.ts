import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { isComplete, joinText, type PhoneMessage, type Rejection } from '../smsc/phones.ts';
import type { Timers } from '../state.ts';
import { fitsTemplate } from './fits-template.ts';

/** The settings of the DLT check: the rules that apply besides the registrations, and the time. */
export type ScrubberSetting = {
  isOn: boolean;
  /** Whether the telemarketer chain must be registered. */
  chain: boolean;
  /** Whether promotional messages to the numbers in `blocked` are rejected. */
  preferences: boolean;
  /** Whether promotional messages are rejected outside 10:00 to 21:00. */
  window: boolean;
  /** Whether the check itself fails, with error 670. */
  isDown: boolean;
  /** The time that the operator assumes, in India, such as `21:30`; null for the real time. */
  time: string | null;
};

const off: ScrubberSetting = {
  isOn: false,
  chain: false,
  preferences: false,
  window: false,
  isDown: false,
  time: null,
};

type OnChecked = (rejection: Rejection | null) => void;

type Options = {
  /** The path of the operator's register. */
  path: string;
  timers: Timers;
  /** How long to wait for missing segments, in milliseconds. */
  incompleteAfterMs: number;
  /** Called when a text was rejected, and after each change of the setting. */
  changed: () => void;
};

export type Scrubber = ReturnType<typeof createScrubber>;

/** Creates an operator's DLT check of submitted texts. It is off until it is turned on. */
export function createScrubber({ path, timers, incompleteAfterMs, changed }: Options) {
  const read = createRegistryReader(path);
  let current = off;
  const waiting = new Map<PhoneMessage, OnChecked[]>();
  const checked = new WeakSet<PhoneMessage>();

  function finish(message: PhoneMessage): void {
    const asked = waiting.get(message);
    if (!asked) return;
    waiting.delete(message);
    checked.add(message);
    const { registry } = read();
    message.rejection = scrub({ message, registry, setting: current }, new Date());
    if (message.rejection) changed();
    for (const then of asked) then(message.rejection);
  }

  return {
    setting: () => current,
    /** Returns why the register cannot be used; null if it can be used, or if the check is off. */
    problem: () => (current.isOn ? read().problem : null),
    set(setting: Partial<ScrubberSetting>): void {
      current = { ...current, ...setting };
      changed();
    },
    /** Turns the check off, and resets all its settings. */
    reset(): void {
      current = off;
      changed();
    },
    /**
     * Checks a text when all its segments have arrived, with the settings from the arrival of the first segment.
     *
     * @param then called with the outcome; called immediately if the outcome is already known, or the check is off
     */
    check(message: PhoneMessage, then: OnChecked = () => undefined): void {
      if (!current.isOn && !waiting.has(message)) checked.add(message);
      if (checked.has(message)) {
        then(message.rejection);
        return;
      }
      const asked = waiting.get(message) ?? [];
      waiting.set(message, [...asked, then]);
      if (isComplete(message)) finish(message);
      else if (asked.length === 0) timers.later(incompleteAfterMs, () => finish(message));
    },
  };
}

type Scrubbed = { message: PhoneMessage; registry: Registry; setting: ScrubberSetting };

/**
 * Checks a text in an operator's order.
 *
 * @returns null if nothing is wrong
 */
function scrub(scrubbed: Scrubbed, now: Date): Rejection | null {
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

/** The error codes for registered but inactive entries. */
const stateCodes: Record<string, Record<string, string>> = {
  entity: { inactive: '602', blacklisted: '603' },
  chain: { inactive: '616', blacklisted: '617' },
  header: { inactive: '621', blacklisted: '622', expired: '624', unused: '625' },
  template: { inactive: '631', blacklisted: '632' },
};

function checkState(part: string, { state }: { state: string }) {
  const code = stateCodes[part]?.[state];
  return code === undefined ? null : reject(code, `${part} ${state}`);
}

function checkEntity({ message, registry }: Scrubbed): Rejection | null {
  const { entity: id } = message.dlt;
  if (id === null || !/^\d{12,20}$/.test(id)) return reject('604', 'invalid entity id');
  const entity = registry.entities.find((one) => one.id === id);
  return entity ? checkState('entity', entity) : reject('600', 'entity not found');
}

function checkChain({ message, registry, setting }: Scrubbed): Rejection | null {
  if (!setting.chain) return null;
  const { entity, chain: value } = message.dlt;
  if (value === null) return reject('614', 'chain not received');
  const chain = registry.chains.find((one) => one.entity === entity && one.value === value);
  return chain ? checkState('chain', chain) : reject('615', 'chain not registered');
}

function checkHeader({ message, registry }: Scrubbed): Rejection | null {
  const header = registry.headers.find((one) => one.header === message.from);
  if (!header) return reject('620', 'header not found');
  const isForeign = header.entity !== message.dlt.entity;
  return (
    checkState('header', header) ??
    (isForeign ? reject('623', 'header belongs to another entity') : null)
  );
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
  const inactive = checkState('template', template);
  if (inactive) return inactive;
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

/** Whether promotional messages are allowed at this time: from 10:00 until just before 21:00. */
const isOpen = (time: string): boolean => time >= '10:00' && time < '21:00';

const istOffsetMs = 5.5 * 3_600_000;

const timeInIndia = (now: Date): string =>
  new Date(now.getTime() + istOffsetMs).toISOString().slice(11, 16);

const state = z.enum(['active', 'inactive', 'blacklisted']).default('active');
const category = z
  .enum(['promotional', 'service_explicit', 'service_implicit', 'transactional', 'government'])
  .default('service_implicit');

/** The format of the operator's DLT register, a file that may be edited while the sandbox runs. */
const registrySchema = z.strictObject({
  entities: z.array(z.strictObject({ id: z.string(), state })).default([]),
  headers: z
    .array(
      z.strictObject({
        header: z.string(),
        entity: z.string(),
        /** `expired` and `unused`: the two reasons for which operators suspend a header. */
        state: z.enum(['active', 'inactive', 'blacklisted', 'expired', 'unused']).default('active'),
      }),
    )
    .default([]),
  templates: z
    .array(
      z.strictObject({
        id: z.string(),
        entity: z.string(),
        body: z.string().min(1).max(2_000),
        state,
        category,
        /** The headers to which the template is bound. If omitted, it may be used with any header of its entity. */
        headers: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  /** The values that TLV 0x1402 may have. A value is an id, several comma-separated ids, or their hash. */
  chains: z.array(z.strictObject({ entity: z.string(), value: z.string(), state })).default([]),
  /** Numbers to which promotional messages are blocked, in the form `919876543210`. */
  blocked: z.array(z.string().regex(/^\d{7,15}$/)).default([]),
});

export type Registry = z.output<typeof registrySchema>;

/** Minimum time between two checks of the file, in milliseconds. */
const lookEveryMs = 100;

/**
 * Reads a register file, and reads it again whenever it has changed.
 *
 * @returns a function that returns the register, and the file's problem if the last readable version is used
 */
function createRegistryReader(path: string) {
  let registry: Registry = registrySchema.parse({});
  let problem: string | null = null;
  let version = '';
  let lookedAt = 0;

  return (): { registry: Registry; problem: string | null } => {
    const now = Date.now();
    if (now - lookedAt < lookEveryMs) return { registry, problem };
    lookedAt = now;
    try {
      const { mtimeMs, size } = statSync(path);
      if (version === `${mtimeMs}/${size}`) return { registry, problem };
      version = `${mtimeMs}/${size}`;
      registry = registrySchema.parse(JSON.parse(readFileSync(path, 'utf8')));
      problem = null;
    } catch (error) {
      problem = `${path} cannot be used: ${explain(error)}`;
    }
    return { registry, problem };
  };
}

function explain(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  const [issue] = error.issues;
  return `${issue?.path.join('.')}: ${issue?.message}`;
}
