import type { Command } from 'commander';
import type { WebhookEventType as EventType } from '../../node/src/dakiya.ts';
import { addListenCommand } from './listen.ts';
import { formatFacts, paint, printResult } from './output.ts';
import type { Context } from './profiles.ts';

/** `webhooks list`, `listen`, `trigger` and `replay`. */
export function addWebhookCommands(program: Command, context: Context): void {
  const { client, isJson } = context;
  const webhooks = program
    .command('webhooks')
    .description('Tests webhook endpoints, and replays events.');
  webhooks
    .command('list')
    .description('Lists the endpoints.')
    .action(async () => {
      const { data } = await (await client()).webhooks.endpoints.list();
      printResult(
        data,
        isJson(),
        (all) =>
          all
            .map(({ _id, url, enabled, failures }) => {
              const state = !enabled ? 'off' : failures > 0 ? paint('red', 'failing') : 'on';
              return `${_id}  ${state}  ${url}`;
            })
            .join('\n') || 'No endpoints.',
      );
    });
  addListenCommand(webhooks, context);
  webhooks
    .command('trigger')
    .description('Posts a test event with made-up data to an endpoint.')
    .argument('<endpoint>', 'id of the endpoint, whe_…')
    .argument('[type]', 'type of the event', 'message.delivered')
    .action(async (endpoint: string, type: string) => {
      const dakiya = await client();
      const event = await dakiya.webhooks.endpoints.sendTest(endpoint, { type: type as EventType });
      printResult(event, isJson(), ({ _id, status }) =>
        formatFacts([
          ['event', _id],
          ['state', status],
        ]),
      );
    });
  webhooks
    .command('replay')
    .description('Posts an event again.')
    .argument('<event>', 'id of the event, evt_…')
    .action(async (id: string) => {
      const event = await (await client()).webhooks.events.replay(id);
      printResult(event, isJson(), ({ _id, status }) =>
        formatFacts([
          ['event', _id],
          ['state', status],
        ]),
      );
    });
}
