import { z } from 'zod';
import {
  accessShape,
  bindShape,
  type CarrierConfig,
  categories,
  profileSchema,
} from '#domain/delivery/carriers/carrier-config.ts';
import type { Route } from '#domain/delivery/routing/choose-route.ts';
import { toSettings } from '#domain/delivery/routing/manage-carriers.ts';
import { routeSchema } from '#domain/delivery/routing/route-rows.ts';
import { describeIssue } from '#domain/shared/describe-issue.browser.ts';
import {
  type CarrierFields,
  carrierForm,
  newCarrierForm,
  type RouteFields,
  routeForm,
} from './carrier-forms.tsx';
import { invalid } from './shared-acts.server.ts';

/** The maximum number of errors that a field shows, because each value of a list may have an error. */
const maxErrors = 5;

/** Parses a value with a schema of the domain, for use with `transform`. The error of a list names the invalid value. */
const by =
  <S extends z.ZodType>(schema: S) =>
  (value: unknown, context: z.RefinementCtx): z.output<S> => {
    const { data, error } = schema.safeParse(value, { error: describeIssue });
    if (!error) return data;
    for (const { path, message } of error.issues.slice(0, maxErrors)) {
      const item = Array.isArray(value) && path.length > 0 ? value[Number(path[0])] : undefined;
      const text = item === undefined ? startUpper(message) : `${showItem(item)}: ${message}`;
      context.addIssue({ code: 'custom', message: text.replace(/\.?$/, '.') });
    }
    return z.NEVER;
  };

const startUpper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const showItem = (item: unknown): string =>
  typeof item === 'string' ? item : Object.values(item as object).join(' ');

/** Parses a typed number with a schema of the domain. An empty field has the schema's default. */
const numberBy =
  <S extends z.ZodType>(schema: S) =>
  (text: string | undefined, context: z.RefinementCtx): z.output<S> =>
    by(schema)(text === undefined ? undefined : Number(text), context);

const fields = carrierForm.shape;
const profile = profileSchema.shape;

/** The settings that have a separate field, so that "More settings" must not have them too. */
const ownFields = [
  ...['name', 'host', 'port', 'systemId', 'password', 'tls'],
  ...['rate', 'window', 'otpShare', 'categories'],
];

/** Parses "More settings" as JSON. The verb that stores the carrier checks the values. */
function parseMore(text = '', context: z.RefinementCtx): Record<string, unknown> {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (text.trim() === '') return {};
  let more: unknown;
  try {
    more = JSON.parse(text);
  } catch {
    return refuse('This is not JSON.');
  }
  if (typeof more !== 'object' || more === null || Array.isArray(more))
    return refuse('Please enter a JSON object, such as { "longText": "sar" }.');
  const own = Object.keys(more).filter((key) => ownFields.includes(key));
  if (own.length > 0) return refuse(`Please remove ${own.join(', ')}: use the fields above.`);
  if ('binds' in more && !Array.isArray(more.binds))
    return refuse('binds: Please send a list here.');
  return more as Record<string, unknown>;
}

const settingsInput = {
  ...fields,
  host: fields.host.transform(by(accessShape.host)),
  port: fields.port.transform(numberBy(accessShape.port)),
  systemId: fields.systemId.transform(by(accessShape.systemId)),
  password: fields.password.transform(by(accessShape.password.optional())),
  rate: fields.rate.transform(numberBy(profile.rate)),
  window: fields.window.transform(numberBy(profile.window)),
  otpShare: fields.otpShare.transform(numberBy(profile.otpShare)),
  connections: fields.connections.transform(numberBy(bindShape.connections.unwrap().optional())),
  more: fields.more.transform(parseMore),
};

/** Also checked if another field is invalid, so that all errors are shown at once. */
const needsCategory = {
  message: 'Please choose at least one category.',
  path: ['transactional'],
  when: () => true,
};

type Categories = Pick<z.output<typeof carrierForm>, 'transactional' | 'promotional'>;

const hasCategory = (typed: Categories) => chosenOf(typed).length > 0;

const chosenOf = (typed: Categories) => categories.filter((category) => typed[category] === 'on');

/** Parses the form of a carrier with the rules of the domain. */
export const carrierInput = z.object(settingsInput).refine(hasCategory, needsCategory);

export const newCarrierInput = z
  .object({ name: newCarrierForm.shape.name, ...settingsInput })
  .refine(hasCategory, needsCategory);

/**
 * Converts the form of a carrier to settings like an element of `CARRIERS`, without a password if none was typed.
 *
 * @throws DomainError `invalid_parameter` if both `connections` and "More settings" describe the binds
 */
export function toCarrier(name: string, typed: Omit<z.output<typeof carrierInput>, 'reason'>) {
  const { host, port, systemId, password, tls, rate, window, otpShare, connections, more } = typed;
  if (connections !== undefined && 'binds' in more)
    throw invalid(
      'Please leave this empty: the binds of “More settings” have this value.',
      'connections',
    );
  return {
    ...{ binds: [{ connections }], ...more, name, host, port, systemId, tls: tls === 'on' },
    ...{ rate, window, otpShare, categories: chosenOf(typed) },
    ...(password !== undefined && { password }),
  };
}

/** The values of the fields whose settings have defaults. */
function toProfileFields({ rate, window, otpShare, categories: chosen }: ProfileFields) {
  return {
    ...{ rate: String(rate), window: String(window), otpShare: String(otpShare) },
    ...checked(chosen),
  };
}

type ProfileFields = Pick<CarrierConfig, 'rate' | 'window' | 'otpShare' | 'categories'>;

const checked = (chosen: readonly string[]): Categories =>
  Object.fromEntries(chosen.map((category) => [category, 'on']));

/** The values with which the form of a new carrier begins. */
export const newCarrierFields = () => ({
  ...toProfileFields(profileSchema.parse({})),
  connections: '1',
});

/**
 * The values with which the form of a carrier begins. If the carrier has one bind, the fields describe it; several
 * binds are in "More settings". All settings that have no field and differ from their default are there too.
 */
export function toCarrierFields(config: CarrierConfig): CarrierFields {
  const { host, port, systemId, tls, systemType, binds, ...others } = toSettings(config);
  const [only, ...further] = config.binds;
  const isSingle = further.length === 0;
  const more = {
    ...(systemType !== '' && { systemType }),
    ...(!isSingle && { binds }),
    ...Object.fromEntries(Object.entries(others).filter(([key]) => !ownFields.includes(key))),
  };
  return {
    ...{ host: String(host), port: String(port), systemId: String(systemId) },
    ...(tls === true && { tls: 'on' as const }),
    ...toProfileFields(config),
    ...(isSingle && { connections: String(only?.connections) }),
    ...(Object.keys(more).length > 0 && { more: JSON.stringify(more, null, 2) }),
  };
}

const splitList = (text = '') =>
  text
    .split(/[\n,]/)
    .map((value) => value.trim())
    .filter(Boolean);

const listBy =
  <S extends z.ZodType>(schema: S) =>
  (text: string | undefined, context: z.RefinementCtx): z.output<S> =>
    by(schema)(splitList(text), context);

const carrierLine = /^(\S+)(?:\s+(\d{1,9}))?(?:\s+(\d{1,9}))?$/;

/** Parses lines that each have the name of a carrier, and optionally its step and weight. */
function parseSteps(text: string, context: z.RefinementCtx): RouteCarriers {
  const given = splitList(text).map((line) => ({ line, found: carrierLine.exec(line) }));
  const unreadable = given.filter(({ found }) => !found).slice(0, maxErrors);
  for (const { line } of unreadable) {
    const message = `“${line}” cannot be read: please enter a name, such as “acme”, or “acme 1” or “acme 1 3”.`;
    context.addIssue({ code: 'custom', message });
  }
  if (unreadable.length > 0) return z.NEVER;
  const steps = given.map(({ found }) => {
    const [, name, step, weight] = found ?? [];
    return { name, ...(step && { step: Number(step) }), ...(weight && { weight: Number(weight) }) };
  });
  return by(routeSchema.shape.carriers)(steps, context);
}

type RouteCarriers = z.output<typeof routeSchema>['carriers'];

/** Parses the form of a route with the rules of the domain. */
export const routeInput = z.object({
  ...routeForm.shape,
  priority: routeForm.shape.priority.transform(numberBy(routeSchema.shape.priority)),
  senders: routeForm.shape.senders.transform(listBy(routeSchema.shape.senders)),
  accounts: routeForm.shape.accounts.transform(listBy(routeSchema.shape.accounts)),
  prefixes: routeForm.shape.prefixes.transform(listBy(routeSchema.shape.prefixes)),
  carriers: routeForm.shape.carriers.transform(parseSteps),
});

/** Converts the form of a route to the input of `writeRoute`. */
export function toRoute(typed: Omit<z.output<typeof routeInput>, 'reason'>) {
  const { transactional: _, promotional: __, ...route } = typed;
  return { ...route, categories: chosenOf(typed) };
}

/** The values with which the form of a route begins. */
export const toRouteFields = (route: Route): RouteFields => ({
  ...{ name: route.name, priority: String(route.priority), ...checked(route.categories) },
  senders: route.senders.join('\n'),
  accounts: route.accounts.join('\n'),
  prefixes: route.prefixes.join('\n'),
  carriers: route.carriers
    .map(({ name, step, weight }) => [name, step, weight].filter((one) => one !== null).join(' '))
    .join('\n'),
});
