import { Resource } from './client.ts';
import type { Ask, CallOptions, Create, Data, List, Query, Read, Upload } from './types.ts';

/** Methods for the plan's balance and for analytics. */
export class Account extends Resource {
  /** Returns how many messages the plan has left; each segment of a text uses one. */
  getBalance(options?: CallOptions): Promise<Data<'getBalance'>> {
    return this.client.call({ method: 'GET', path: '/balance' }, options);
  }

  /**
   * Returns the figures of a period and of the previous one: counts, latency and reasons of failure. With a split, `parts`
   * has the figures of each part.
   */
  getAnalytics(
    query: Query<'getAnalytics'> = {},
    options?: CallOptions,
  ): Promise<Data<'getAnalytics'>> {
    return this.client.call({ method: 'GET', path: '/analytics', query }, options);
  }
}

/** Numbers that get no promotional messages. */
export class Suppressions extends Resource {
  /** Lists the suppressed numbers, newest first. */
  readonly list: List<'listSuppressions'> = this.client.lists('/suppressions');

  /** Suppresses a number (`recipient`) or several (`recipients`). @throws InvalidRequestError */
  readonly add: Create<'suppressRecipients'> = this.client.creates('/suppressions');

  /** Suppresses the numbers of a file of up to 5 MiB and 1,00,000 rows. @throws InvalidRequestError */
  readonly import: Upload<'importSuppressions'> = this.client.uploads('/suppressions/import');

  /** Allows promotional messages to a number again. @throws NotFoundError */
  readonly remove: Ask<'unsuppressRecipient'> = this.client.byQuery('DELETE', '/suppressions');
}

/** Personal data of recipients. */
export class Privacy extends Resource {
  /** Starts to erase all data about a number. @throws InvalidRequestError */
  readonly erase: Create<'eraseRecipient'> = this.client.creates('/erasures');

  /** Lists erasures, newest first. */
  readonly listErasures: List<'listErasures'> = this.client.lists('/erasures');

  /** Returns the progress of an erasure. @throws NotFoundError */
  readonly getErasure: Read<'getErasure'> = this.client.byId('GET', '/erasures/{id}');

  /** Returns the data stored about a number. Pass `next` as `after` until it is null. @throws InvalidRequestError */
  readonly getRecipientData: Ask<'getRecipientData'> = this.client.byQuery(
    'GET',
    '/recipient-data',
  );

  /** Lists the views of message texts, newest first. */
  readonly listTextViews: List<'listTextViews'> = this.client.lists('/text-views');

  /** Returns how many days messages and texts are kept. */
  getRetention(options?: CallOptions): Promise<Data<'getRetention'>> {
    return this.client.call({ method: 'GET', path: '/retention' }, options);
  }
}
