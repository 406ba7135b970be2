import { paths } from '#app/paths.ts';
import { sampleEvent } from '#app/webhooks/sample-event.server.ts';
import { accountEventData } from '#domain/notifications/webhooks/account-event-data.ts';
import {
  allEventTypes,
  type EventType,
  eventTypes,
} from '#domain/notifications/webhooks/contract.browser.ts';

/** Where fields of `data` are explained in a sentence or a table. */
function describeData(type: EventType): string {
  if (type.startsWith('message.')) return '`data` is what `GET /messages/{id}` returns.';
  if (type.startsWith('otp.')) return '`data` is what `GET /otps/{id}` returns.';
  const { shape } = accountEventData[type as keyof typeof accountEventData];
  const rows = Object.entries(shape).map(
    ([name, field]) => `| \`${name}\` | ${field.meta()?.description ?? ''} |`,
  );
  if (rows.length === 0) return '`data` is empty.';
  return ['| Field of `data` | Meaning |', '| --- | --- |', ...rows].join('\n');
}

/** Markdown that explains each type of event, with a sample made from its schema. */
export const eventSections = (): string =>
  allEventTypes
    .map((type) =>
      [
        `### \`${type}\``,
        `${eventTypes[type]} [All fields](${paths.operation(type)})`,
        describeData(type),
        `\`\`\`json A sample of ${type}\n${JSON.stringify(sampleEvent(type), null, 2)}\n\`\`\``,
      ].join('\n\n'),
    )
    .join('\n\n');
