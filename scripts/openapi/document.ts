/** A JSON schema in the document, with the keywords that the comparison supports. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  [keyword: string]: unknown;
};

type Content = Record<string, { schema?: Schema }>;

export type Parameter = { name: string; in: string; required?: boolean; schema?: Schema };

export type Response = { headers?: Record<string, { schema?: Schema }>; content?: Content };

export type Operation = {
  operationId?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
};

/** The parts of an OpenAPI 3.1 document that callers rely on. */
export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};
