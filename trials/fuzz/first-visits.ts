import { setTimeout as pause } from 'node:timers/promises';
import { docsAddress, docsSections } from '#app/content/docs.ts';
import { paths } from '#app/paths.ts';
import type { ProbedStack } from '#tests/harness/probe.ts';
import type { Actor } from './actor.ts';
import type { Finding } from './findings.ts';
import { isEndpoint, type Route, readRoutes, templateOf } from './routes.ts';
import { maxTurnMs } from './suspects.ts';

/** The time in which work after a response ends. */
const restMs = 50;

/** An event stream does not end by itself. */
const timeoutMs = 2_000;

/**
 * Visits each page of a web that has just started, one after another: the first visit also compiles the page's code and
 * fills its caches, in the web that all users share.
 *
 * @returns a finding for each first visit that blocks the event loop for longer than `maxTurnMs`
 */
export async function visitEachPage(stack: ProbedStack, actor: Actor): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const path of listPages(await readRoutes(), actor.names)) {
    await stack.read('web');
    await visit(stack.url + path, actor.names['own.cookie'] ?? '');
    await pause(restMs);
    const { longestTurnMs } = await stack.read('web');
    if (longestTurnMs === null || longestTurnMs <= maxTurnMs) continue;
    findings.push({
      target: 'first visits',
      request: `GET ${path}`,
      problem: `the first visit takes ${longestTurnMs.toFixed(0)} ms of the web's processor time in one turn of the event loop; the maximum is ${maxTurnMs} ms`,
    });
  }
  return findings;
}

async function visit(url: string, cookie: string): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual', signal });
    await response.arrayBuffer();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** The paths of all pages, with the actor's message and order where a page shows one. */
function listPages(routes: Route[], names: Record<string, string>): string[] {
  const templates = routes.filter((route) => route.path !== undefined && !isEndpoint(route));
  const pages = templates.map((route) =>
    templateOf(route)
      .replace('{messageId}', names['own.messageId'] ?? '')
      .replace('{order}', names['own.orderId'] ?? '')
      .replace('{operation}', 'sendMessage')
      .replace(/\/\{section\}$/, '')
      .replace(/\{\w+\}/, 'unknown'),
  );
  const sections = docsSections.flatMap(({ id }) => [docsAddress(id), paths.ownDocsSection(id)]);
  return [...new Set([...pages, ...sections])];
}
