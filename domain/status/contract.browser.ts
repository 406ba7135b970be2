import { z } from 'zod';
import { isOneLine, notOneLine, requiredText, withLf } from '#domain/shared/text.browser.ts';
import { momentInIndia } from '#domain/shared/time-input.browser.ts';

/** The components, in the order of the status page. Their names do not reveal which carrier or provider we use. */
export const components = {
  api: {
    name: 'API',
    text: 'Calls of programs, except the calls of one-time passwords.',
  },
  delivery_otp: {
    name: 'Delivery of one-time passwords',
    text: 'Submitting one-time passwords to the mobile networks.',
  },
  delivery_messages: {
    name: 'Delivery of messages',
    text: 'Submitting all other messages to the mobile networks.',
  },
  codes: {
    name: 'One-time passwords',
    text: 'Creating and checking codes over the API.',
  },
  webhooks: { name: 'Webhooks', text: 'Posting events to the endpoints of accounts.' },
  dashboard: { name: 'Dashboard', text: 'This site, with sign-in and dashboard.' },
  payments: { name: 'Payments', text: 'Paying for plans online.' },
} as const;

export type ComponentId = keyof typeof components;

export const componentIds = Object.keys(components) as ComponentId[];

/** The states of a component in the words of Statuspage, the best first. */
export const componentStates = {
  operational: 'Operational',
  degraded_performance: 'Degraded performance',
  partial_outage: 'Partial outage',
  major_outage: 'Major outage',
  under_maintenance: 'Under maintenance',
} as const;

export type ComponentState = keyof typeof componentStates;

export const incidentImpacts = {
  none: 'None',
  minor: 'Minor',
  major: 'Major',
  critical: 'Critical',
} as const;

/** The states of an incident, in their usual order. */
export const incidentStatuses = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
  postmortem: 'Postmortem',
} as const;

/** The states of a scheduled maintenance, in their usual order. */
export const maintenanceStatuses = {
  scheduled: 'Scheduled',
  in_progress: 'In progress',
  verifying: 'Verifying',
  completed: 'Completed',
} as const;

export type IncidentImpact = keyof typeof incidentImpacts | 'maintenance';
export type IncidentStatus = keyof typeof incidentStatuses | keyof typeof maintenanceStatuses;

/** The states after which an incident is no longer current. */
export const endedStatuses: readonly IncidentStatus[] = ['resolved', 'postmortem', 'completed'];

const keysOf = <T extends Record<string, unknown>>(of: T) =>
  Object.keys(of) as [keyof T & string, ...(keyof T & string)[]];

const title = requiredText('Please enter a title')
  .trim()
  .min(1, 'Please enter a title')
  .max(120, 'Please enter at most 120 characters')
  .refine(isOneLine, notOneLine);

const body = requiredText('Please describe what customers notice')
  .transform(withLf)
  .pipe(
    z
      .string()
      .trim()
      .min(1, 'Please describe what customers notice')
      .max(2_000, 'Please enter at most 2,000 characters'),
  );

/** Ids of components, one per line, as a list of checkboxes sends them. */
const affected = z
  .string({ error: 'Please choose what is affected' })
  .transform((lines) => lines.split('\n').filter(Boolean))
  .pipe(z.array(z.enum(keysOf(components))).min(1, 'Please choose what is affected'));

/** A new incident. */
export const incidentInput = z.object({
  title,
  impact: z.enum(keysOf(incidentImpacts), { error: 'Please choose the impact' }),
  status: z.enum(keysOf(incidentStatuses), { error: 'Please choose the status' }),
  components: affected,
  body,
});

export type IncidentInput = z.output<typeof incidentInput>;

/** A new scheduled maintenance. */
export const maintenanceInput = z
  .object({
    title,
    components: affected,
    startsAt: momentInIndia('Please enter when it begins'),
    endsAt: momentInIndia('Please enter when it ends'),
    body,
  })
  .refine(({ startsAt, endsAt }) => endsAt > startsAt, {
    path: ['endsAt'],
    message: 'Please enter an end after the beginning',
  });

export type MaintenanceInput = z.output<typeof maintenanceInput>;

/** An entry in the history of an incident or a maintenance. */
export const incidentUpdateInput = z.object({
  status: z.enum([...keysOf(incidentStatuses), ...keysOf(maintenanceStatuses)], {
    error: 'Please choose the status',
  }),
  body,
});

export type IncidentUpdateInput = z.output<typeof incidentUpdateInput>;

/** The longest time for which an operator can override a state, in hours. */
export const maxOverrideHours = 168;

/** An operator’s override of a component’s state. */
export const overrideInput = z.object({
  component: z.enum(keysOf(components), { error: 'Please choose the component' }),
  state: z.enum(keysOf(componentStates), { error: 'Please choose the state' }),
  hours: z
    .string({ error: 'Please enter a number of hours' })
    .trim()
    .regex(/^\d{1,4}$/, 'Please enter whole hours')
    .transform(Number)
    .refine(
      (hours) => hours >= 1 && hours <= maxOverrideHours,
      `Please enter 1 to ${maxOverrideHours} hours`,
    ),
  reason: requiredText('Please enter the reason')
    .trim()
    .min(1, 'Please enter the reason')
    .max(300, 'Please enter at most 300 characters'),
});

export type OverrideInput = z.output<typeof overrideInput>;
