import { paths } from '#app/paths.ts';
import { screens } from './screens.ts';

const known = new Map(screens.map((screen) => [screen.id as string, screen]));

/**
 * The address of a screen for the older `/dashboard?tab=` address, with its other parameters.
 *
 * @returns null if `tab` names no screen
 */
export function newAddress(search: URLSearchParams): string | null {
  const screen = known.get(search.get('tab') ?? '');
  if (!screen) return null;
  const rest = without(search, 'tab');
  if (screen.id !== 'messages') return paths.dashboard(screen.id, rest);
  const message = rest.get('message');
  if (message !== null) return paths.message(message, without(rest, 'message'));
  if (rest.get('section') !== 'refused') return paths.messages(rest);
  return paths.requestLog(rest.get('after') ?? undefined);
}

function without(search: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(name);
  return rest;
}
