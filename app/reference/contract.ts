/** A field of a request or response, for the reference and the "Try it" form. */
export type Field = {
  name: string;
  /** The type as text, such as `string or null` or `array of objects`. */
  type: string;
  required: boolean;
  description: string | null;
  /** Further rules. */
  constraints: Constraint[];
  /** An example of the value, as text; null if the parts of the value have examples. */
  example: string | null;
  control: InputKind;
  /** Fields of an object, or of the objects in a list. */
  groups: FieldGroup[];
};

/** A rule as text. Pages show the values in it as code. */
export type Constraint = { words: string; values: string[] };

/** The control of a field. `json` is for objects and lists. */
export type InputKind =
  | { kind: 'text' | 'password' | 'number' | 'json' }
  | { kind: 'choice'; options: string[] };

/** All fields of an object, or those of one variant, which has a title. */
export type FieldGroup = { title: string | null; fields: Field[] };

export type ParameterLocation = 'path' | 'query' | 'header';

export type Parameters = { place: ParameterLocation; fields: Field[] };

/** How a call is authenticated. */
export type AuthScheme = 'key' | 'session' | 'none';

/** An operation in a list. */
export type OperationEntry = {
  id: string;
  method: string;
  /** The path below `/api/v1`. */
  path: string;
  summary: string;
};

export type OperationGroup = { tag: string; operations: OperationEntry[] };

export type OperationError = { code: string; message: string };

/** A request body: its variants, usually one, and its example. */
export type Body = { description: string | null; groups: FieldGroup[]; example: unknown };

/** An operation of the OpenAPI document, prepared for display. */
export type OperationView = OperationEntry & {
  tag: string;
  description: string | null;
  access: AuthScheme;
  /** The scope that an API key needs; null if the call takes no key. */
  scope: string | null;
  /** Whether the operation also accepts a session token instead of the API key. */
  orSession: boolean;
  parameters: Parameters[];
  body: Body | null;
  /** Whether the body is a form with a file, which no form of the site sends. */
  takesFile: boolean;
  success: {
    status: number;
    description: string;
    groups: FieldGroup[];
    /** An example of the response's body; undefined if it has no body. */
    example?: unknown;
  };
  errors: { status: number; errors: OperationError[] }[];
  errorExample: unknown;
  idempotent: boolean;
  /** Whether the operation is a URL for browsers that responds with a redirect. */
  redirects: boolean;
};

/** A requirement of an operation that the account lacks, with a link to fulfil it. */
export type Missing = { text: string; link: { to: string; label: string } | null };

/** The values that the explorer fills into an operation's form for an account. */
export type OwnExample = {
  /** The values of the fields of the body; null for the example of the document. */
  body: Record<string, unknown> | null;
  /** Values of parameters in the path. */
  path: Record<string, string>;
  /** For fields without a correct and harmless example: what a person must enter, by field key. */
  asks: Record<string, string>;
  /** What the account lacks for the call to succeed with these values. */
  missing: Missing | null;
  /** Why the selected key cannot make the call with any values. */
  keyProblem: Missing | null;
};

/** Code as text for copying, and as highlighted HTML. */
export type RenderedCode = { text: string; html: string };

/** Examples of a request and its responses. */
export type Examples = {
  curl: RenderedCode;
  answer: RenderedCode | null;
  error: RenderedCode | null;
};

/** A type of webhook event of the OpenAPI document, prepared for display. */
export type EventView = {
  type: string;
  description: string;
  headers: Field[];
  /** Fields of the body. */
  groups: FieldGroup[];
  sample: RenderedCode;
  /** The meanings of the receiver's responses, by status; `other` for all statuses that are not listed. */
  responses: { status: string; meaning: string }[];
};
