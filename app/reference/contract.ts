/** A field of a request or an answer, as the reference shows it and "Try it" asks for it. */
export type Field = {
  name: string;
  /** In words, such as `string or null` or `array of objects`. */
  type: string;
  required: boolean;
  description: string | null;
  /** What else it must be, a sentence or a value each. */
  constraints: Constraint[];
  /** As text; null where its parts have the examples. */
  example: string | null;
  control: InputKind;
  /** Of an object, or of the objects in a list. */
  groups: FieldGroup[];
};

/** A rule in words, with the values that it names, which are shown as code. */
export type Constraint = { words: string; values: string[] };

/** How a field is filled in. `json` is for what has parts. */
export type InputKind =
  | { kind: 'text' | 'password' | 'number' | 'json' }
  | { kind: 'choice'; options: string[] };

/** Fields that go together: all of an object, or those of one of its variants, which has a title. */
export type FieldGroup = { title: string | null; fields: Field[] };

/** Where a parameter stands. */
export type ParameterLocation = 'path' | 'query' | 'header';

export type Parameters = { place: ParameterLocation; fields: Field[] };

/** What lets a caller in. */
export type AuthScheme = 'key' | 'session' | 'none';

/** An operation in a list. */
export type OperationEntry = {
  id: string;
  method: string;
  /** Below `/api/v1`. */
  path: string;
  summary: string;
};

export type OperationGroup = { tag: string; operations: OperationEntry[] };

/** An error that an operation may answer. */
export type OperationError = { code: string; message: string };

/** A request body: its forms, of which there is usually one, and the JSON of its example. */
export type Body = { description: string | null; groups: FieldGroup[]; example: unknown };

/** All that the reference shows of an operation, as the OpenAPI document has it. */
export type OperationView = OperationEntry & {
  tag: string;
  description: string | null;
  access: AuthScheme;
  parameters: Parameters[];
  body: Body | null;
  success: {
    status: number;
    description: string;
    groups: FieldGroup[];
    /** Undefined where it has no body. */
    example?: unknown;
  };
  errors: { status: number; errors: OperationError[] }[];
  errorExample: unknown;
  idempotent: boolean;
  /** It is for a browser to visit: it answers with a redirect. */
  redirects: boolean;
};

/** Code, as it is copied and as it is shown. */
export type RenderedCode = { text: string; html: string };

/** What a call of an operation looks like, and what comes back. */
export type Examples = {
  curl: RenderedCode;
  answer: RenderedCode | null;
  error: RenderedCode | null;
};
