import { fill, Resource } from './client.ts';
import type {
  Ask,
  Body,
  CallOptions,
  Change,
  Create,
  Data,
  Form,
  List,
  Query,
  Read,
  Upload,
} from './types.ts';

/** The account's DLT registrations, and the check of messages against them. */
export class Dlt extends Resource {
  readonly entities: DltEntities = new DltEntities(this.client);
  readonly headers: DltHeaders = new DltHeaders(this.client);
  readonly templates: DltTemplates = new DltTemplates(this.client);
  readonly imports: DltImports = new DltImports(this.client);
  readonly links: DltLinks = new DltLinks(this.client);
  readonly chains: DltChains = new DltChains(this.client);

  /** Returns the DLT result of up to 1,000 messages without sending them. Free of charge. @throws InvalidRequestError */
  check(
    params: Body<'checkDltMessages'>,
    options?: CallOptions,
  ): Promise<Data<'checkDltMessages'>> {
    const request = { method: 'POST', path: '/dlt/check', body: params, repeatable: true } as const;
    return this.client.call(request, options);
  }

  /** Returns the DLT mode: whether messages that DLT would reject fail, or pass with a warning. */
  getMode(options?: CallOptions): Promise<Data<'getDltMode'>> {
    return this.client.call({ method: 'GET', path: '/dlt/registry' }, options);
  }

  /** Sets the DLT mode. @throws InvalidRequestError */
  updateMode(params: Body<'updateDltMode'>, options?: CallOptions): Promise<Data<'updateDltMode'>> {
    return this.client.call({ method: 'PATCH', path: '/dlt/registry', body: params }, options);
  }
}

/** Principal entities: the businesses on whose behalf you send. */
export class DltEntities extends Resource {
  /** Lists entities in the order of their ids. */
  readonly list: List<'listDltEntities'> = this.client.lists('/dlt/entities');

  /** Registers an entity. @throws InvalidRequestError, DltError */
  readonly create: Create<'createDltEntity'> = this.client.creates('/dlt/entities');

  /** Changes an entity, by its `entity_id`. @throws InvalidRequestError, NotFoundError */
  readonly update: Change<'updateDltEntity'> = this.client.changes('/dlt/entities/{id}');

  /** Deletes an entity. @throws NotFoundError, InvalidRequestError */
  readonly delete: Read<'deleteDltEntity'> = this.client.byId('DELETE', '/dlt/entities/{id}');
}

/** Headers: the sender names of your messages. */
export class DltHeaders extends Resource {
  /** Lists headers in alphabetical order. */
  readonly list: List<'listDltHeaders'> = this.client.lists('/dlt/headers');

  /**
   * Registers a header. It is `pending` until the installation's operator approves it. @throws InvalidRequestError, DltError
   */
  readonly create: Create<'createDltHeader'> = this.client.creates('/dlt/headers');

  /** Changes the status of a header. @throws InvalidRequestError, NotFoundError */
  readonly update: Change<'updateDltHeader'> = this.client.changes('/dlt/headers/{id}');

  /** Deletes a header. @throws NotFoundError */
  readonly delete: Read<'deleteDltHeader'> = this.client.byId('DELETE', '/dlt/headers/{id}');

  /**
   * Adds evidence that you own a header: a file, or its name and base64 content. A lost response is not retried.
   *
   * @throws InvalidRequestError, NotFoundError
   */
  addEvidence(
    header: string,
    params: Form<'addDltEvidence'> | Body<'addDltEvidence'>,
    options?: CallOptions,
  ): Promise<Data<'addDltEvidence'>> {
    const post = { method: 'POST', path: fill('/dlt/headers/{id}/evidence', header) } as const;
    const request = 'file' in params ? { ...post, form: params } : { ...post, body: params };
    return this.client.call(request, options);
  }
}

/** Content templates: the texts that you may send. */
export class DltTemplates extends Resource {
  /** Lists templates in the order of their ids. */
  readonly list: List<'listDltTemplates'> = this.client.lists('/dlt/templates');

  /** Registers a template. @throws InvalidRequestError, DltError */
  readonly create: Create<'createDltTemplate'> = this.client.creates('/dlt/templates');

  /** Returns a template by its `template_id`. @throws NotFoundError */
  readonly get: Read<'getDltTemplate'> = this.client.byId('GET', '/dlt/templates/{id}');

  /** Changes the name, status or headers of a template. @throws InvalidRequestError, NotFoundError */
  readonly update: Change<'updateDltTemplate'> = this.client.changes('/dlt/templates/{id}');

  /** Deletes a template. @throws NotFoundError */
  readonly delete: Read<'deleteDltTemplate'> = this.client.byId('DELETE', '/dlt/templates/{id}');

  /**
   * Imports templates from a DLT portal's export. A large file is still being processed when the method returns; use
   * `dlt.imports.get` to follow it.
   *
   * @throws InvalidRequestError
   */
  readonly import: Upload<'importDltTemplates'> = this.client.uploads('/dlt/templates/import');
}

/** Imports of portals' exports. */
export class DltImports extends Resource {
  /** Imports headers, entities or templates from a file. `list` says which. @throws InvalidRequestError */
  readonly create: Upload<'importDltList'> = this.client.uploads('/dlt/imports');

  /**
   * Returns the progress of an import with one page of its rows. Pass `next` as `after` until it is null. @throws
   * NotFoundError
   */
  get(
    id: string,
    query: Query<'getDltImport'> = {},
    options?: CallOptions,
  ): Promise<Data<'getDltImport'>> {
    return this.client.call({ method: 'GET', path: fill('/dlt/imports/{id}', id), query }, options);
  }
}

/** Links, phone numbers and email addresses that texts may contain. */
export class DltLinks extends Resource {
  /** Lists links in alphabetical order. */
  readonly list: List<'listDltLinks'> = this.client.lists('/dlt/links');

  /** Registers a link. @throws InvalidRequestError */
  readonly create: Create<'createDltLink'> = this.client.creates('/dlt/links');

  /** Deletes a link by its `kind` and `value`. @throws NotFoundError */
  readonly delete: Ask<'deleteDltLink'> = this.client.byQuery('DELETE', '/dlt/links');
}

/** Telemarketer chains, one per entity and carrier. */
export class DltChains extends Resource {
  /** Lists chains. */
  readonly list: List<'listDltChains'> = this.client.lists('/dlt/chains');

  /** Sets an entity's chain for a carrier. @throws InvalidRequestError, DltError */
  readonly create: Create<'createDltChain'> = this.client.creates('/dlt/chains');

  /** Deletes a chain by its `entity_id` and `carrier`. @throws NotFoundError */
  readonly delete: Ask<'deleteDltChain'> = this.client.byQuery('DELETE', '/dlt/chains');
}
