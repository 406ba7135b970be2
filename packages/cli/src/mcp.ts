import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { note, print } from './output.ts';
import type { Context, Profile } from './profiles.ts';

/** The longest time for a response, in milliseconds. */
const timeoutMs = 30_000;

/** `mcp`. */
export function addMcpCommand(program: Command, { profile }: Context): void {
  program
    .command('mcp')
    .description('Serves agents over stdio (Model Context Protocol), with the tools of the server.')
    .addHelpText(
      'after',
      `
In the configuration of an agent:
  { "mcpServers": { "dakiya": { "command": "dakiya", "args": ["mcp"] } } }

The tools depend on the scopes of the API key. With a live key, messages are only checked unless the agent asks to send.`,
    )
    .action(async () => {
      const used = await profile();
      const answers: Promise<void>[] = [];
      for await (const line of createInterface({ input: process.stdin })) {
        if (line.trim() !== '') answers.push(pass(line, used));
      }
      await Promise.all(answers);
    });
}

type Incoming = { id?: unknown; params?: { _meta?: Record<string, unknown> }; method?: string };

/** Passes a message to the server, and prints its answer. The server keeps no sessions, so each message is one request. */
async function pass(line: string, { url, apiId, apiKey }: Profile): Promise<void> {
  let message: Incoming;
  try {
    message = JSON.parse(line) as Incoming;
  } catch {
    printError(null, -32_700, 'The message is not JSON.');
    return;
  }
  const { id, method, params } = message;
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion'];
  try {
    const response = await fetch(new URL('/mcp', url), {
      method: 'POST',
      body: line,
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'x-api-id': apiId,
        'x-api-key': apiKey,
        // The server compares these with the message.
        ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
        ...(version !== undefined && method && { 'mcp-method': method }),
        ...nameOf(message, version),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = await response.text();
    if (id === undefined) return;
    for (const text of readMessages(answer, response.headers.get('content-type') ?? '')) {
      const parsed = JSON.parse(text) as { jsonrpc?: string; message?: string };
      if (parsed.jsonrpc) print(JSON.stringify(parsed));
      else printError(id, -32_000, parsed.message ?? `The server answered ${response.status}.`);
    }
  } catch (error) {
    const { cause, message: reason } = error as Error & { cause?: Error };
    note(`${url}: ${cause?.message || reason}`);
    if (id !== undefined) printError(id, -32_000, 'The server cannot be reached.');
  }
}

/** The messages of a response: one as JSON, or several as server-sent events for clients of earlier protocol versions. */
function readMessages(answer: string, type: string): string[] {
  if (!type.startsWith('text/event-stream')) return [answer];
  return answer.split('\n').flatMap((line) => (line.startsWith('data: {') ? [line.slice(6)] : []));
}

/** The header with the name of the tool, which the protocol asks for since 2026-07-28. */
function nameOf({ params }: Incoming, version: unknown): Record<string, string> {
  const name = (params as { name?: unknown } | undefined)?.name;
  return version !== undefined && typeof name === 'string' ? { 'mcp-name': name } : {};
}

const printError = (id: unknown, code: number, message: string): void =>
  print(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
