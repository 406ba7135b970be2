/**
 * Types for the part of `smpp` 0.5.1 that the sandbox and tests use, because the package has no types.
 *
 * The package is CommonJS and assigns most exports in loops. So only the default import works from ESM: `import smpp, { type
 * Pdu, type Session } from 'smpp'`.
 */
declare module 'smpp' {
  import type { Server as NetServer, Socket } from 'node:net';
  import type { ConnectionOptions } from 'node:tls';

  export type CommandName =
    | 'alert_notification'
    | 'bind_receiver'
    | 'bind_receiver_resp'
    | 'bind_transceiver'
    | 'bind_transceiver_resp'
    | 'bind_transmitter'
    | 'bind_transmitter_resp'
    | 'cancel_sm'
    | 'cancel_sm_resp'
    | 'data_sm'
    | 'data_sm_resp'
    | 'deliver_sm'
    | 'deliver_sm_resp'
    | 'enquire_link'
    | 'enquire_link_resp'
    | 'generic_nack'
    | 'outbind'
    | 'query_sm'
    | 'query_sm_resp'
    | 'replace_sm'
    | 'replace_sm_resp'
    | 'submit_multi'
    | 'submit_multi_resp'
    | 'submit_sm'
    | 'submit_sm_resp'
    | 'unbind'
    | 'unbind_resp';

  /** Fields and optional parameters by their names in the specification; unregistered TLVs are dropped. */
  export type PduFields = {
    command_status?: number;
    sequence_number?: number;
    [field: string]: unknown;
  };

  /**
   * One protocol data unit. Fields that the peer sent are `unknown` until they are checked: any field may be missing. A
   * received `short_message` or `message_payload` is `{ message, udh? }`, where `message` is a string if the package can
   * decode the `data_coding`, and otherwise a Buffer, and `udh` is a list of information elements. A TLV without a registered
   * name is a Buffer under its decimal tag.
   */
  export interface Pdu {
    readonly command: CommandName | 'unknown';
    readonly command_length: number;
    readonly command_id: number;
    command_status: number;
    sequence_number: number;
    [field: string]: unknown;
    isResponse(): boolean;
    /** Creates the response with the same sequence number; throws for a command that has no response. */
    response(fields?: PduFields): Pdu;
    /** @throws RangeError if `short_message` is longer than 255 octets, the most that its length octet can express. */
    toBuffer(): Buffer;
  }

  /** The part of a PDU that a session needs to send it. */
  export type OutgoingPdu = Pick<Pdu, 'sequence_number' | 'isResponse' | 'toBuffer'>;

  type PduListener = (pdu: Pdu) => void;
  /** Sends a request; false means that the socket is not writable, and no callback will come. */
  type Request = (fields?: PduFields, onResponse?: PduListener, onSent?: PduListener) => boolean;

  /**
   * One connection, as client or server. After an `error` it receives nothing, so it must be destroyed; without a listener for
   * `error` the process ends.
   */
  export interface Session {
    readonly socket: Socket;
    sequence: number;
    paused: boolean;
    /** The server that accepted the connection; undefined for a client. */
    readonly server?: Server;

    on(event: 'connect' | 'secureConnect' | 'close', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    on(event: 'pdu' | 'send' | 'unknown' | CommandName, listener: PduListener): this;
    once(event: 'connect' | 'secureConnect' | 'close', listener: () => void): this;
    once(event: 'error', listener: (error: Error) => void): this;
    once(event: 'pdu' | 'send' | 'unknown' | CommandName, listener: PduListener): this;
    off(event: 'connect' | 'secureConnect' | 'close', listener: () => void): this;
    off(event: 'error', listener: (error: Error) => void): this;
    off(event: 'pdu' | 'send' | 'unknown' | CommandName, listener: PduListener): this;
    removeAllListeners(event?: string): this;

    /** Adds a sequence number to a request without one; false if the socket is not writable. */
    send(pdu: OutgoingPdu, onResponse?: PduListener, onSent?: PduListener): boolean;
    /** Stops reading from the peer. */
    pause(): void;
    resume(): void;
    /** Ends the socket after pending writes; `onClose` is called when it is closed. */
    close(onClose?: () => void): void;
    destroy(onClose?: () => void): void;

    bind_receiver: Request;
    bind_transceiver: Request;
    bind_transmitter: Request;
    data_sm: Request;
    deliver_sm: Request;
    enquire_link: Request;
    submit_sm: Request;
    unbind: Request;
  }

  /** A `net.Server`, or a `tls.Server` if it was created with a key and a certificate. */
  export type Server = NetServer & { readonly sessions: Session[] };

  export type ServerOptions = { key?: string | Buffer; cert?: string | Buffer };

  export type ConnectOptions = Omit<ConnectionOptions, 'host' | 'port'> & {
    host: string;
    port: number;
    tls?: boolean;
  };

  /** How a TLV's value is read and written; opaque here. */
  export interface TlvType {
    readonly default: unknown;
  }

  export type TlvOptions = {
    id: number;
    type: TlvType;
    multiple?: boolean;
    /** The name of the TLV; `addTLV` sets it. */
    tag?: string;
  };

  type ErrorName =
    | 'ESME_ROK'
    | 'ESME_RINVMSGLEN'
    | 'ESME_RINVCMDLEN'
    | 'ESME_RINVCMDID'
    | 'ESME_RINVBNDSTS'
    | 'ESME_RALYBND'
    | 'ESME_RSYSERR'
    | 'ESME_RINVSRCADR'
    | 'ESME_RINVDSTADR'
    | 'ESME_RBINDFAIL'
    | 'ESME_RINVPASWD'
    | 'ESME_RINVSYSID'
    | 'ESME_RMSGQFUL'
    | 'ESME_RINVESMCLASS'
    | 'ESME_RQUERYFAIL'
    | 'ESME_RSUBMITFAIL'
    | 'ESME_RTHROTTLED'
    | 'ESME_RX_T_APPN'
    | 'ESME_RX_P_APPN'
    | 'ESME_RX_R_APPN'
    | 'ESME_RINVTLVSTREAM'
    | 'ESME_RMISSINGTLV'
    | 'ESME_RINVTLVVAL'
    | 'ESME_RUNKNOWNERR';

  type Constants = {
    REGISTERED_DELIVERY: { FINAL: 1; FAILURE: 2; SUCCESS: 3; INTERMEDIATE: 16 };
    ESM_CLASS: {
      STORE_FORWARD: 3;
      MC_DELIVERY_RECEIPT: 4;
      INTERMEDIATE_DELIVERY: 32;
      UDH_INDICATOR: 64;
    };
    MESSAGE_STATE: {
      SCHEDULED: 0;
      ENROUTE: 1;
      DELIVERED: 2;
      EXPIRED: 3;
      DELETED: 4;
      UNDELIVERABLE: 5;
      ACCEPTED: 6;
      UNKNOWN: 7;
      REJECTED: 8;
      SKIPPED: 9;
    };
    TON: { UNKNOWN: 0; INTERNATIONAL: 1; NATIONAL: 2; ALPHANUMERIC: 5 };
    NPI: { UNKNOWN: 0; ISDN: 1 };
    ENCODING: { SMSC_DEFAULT: 0; ASCII: 1; LATIN1: 3; BINARY: 4; UCS2: 8 };
  };

  type Smpp = Constants &
    Record<ErrorName, number> & {
      createServer(listener: (session: Session) => void): Server;
      createServer(options: ServerOptions, listener: (session: Session) => void): Server;
      /** `onConnect` is called after the TLS handshake, if there is one. */
      connect(options: ConnectOptions, onConnect?: () => void): Session;
      /** Registers a TLV for the whole process, by name for writing and by id for reading. The last registration wins. */
      addTLV(name: string, options: TlvOptions): void;
      Session: new (options: { socket: Socket } | ConnectOptions) => Session;
      PDU: {
        new (command: CommandName, fields?: PduFields): Pdu;
        new (octets: Buffer): Pdu;
        /** Longest PDU that is read, in octets, for the whole process. */
        maxLength: number;
      };
      /** The fields of each command, for the whole process. A filter converts the value that is read. */
      commands: Record<CommandName, { params: Record<string, { filter?: unknown }> }>;
      types: {
        tlv: Record<'int8' | 'int16' | 'int32' | 'cstring' | 'string' | 'buffer', TlvType>;
      };
      /** Registered TLVs by name (writing) and by id (reading). */
      tlvs: Record<string, TlvOptions>;
      tlvsById: Record<number, TlvOptions>;
      errors: Record<string, number>;
      consts: Constants;
      /** GSM 03.38; `shift` 0 is the default alphabet. */
      gsmCoder: {
        encode(text: string, shift: number): Buffer;
        decode(octets: Buffer, shift: number): string;
      };
    };

  const smpp: Smpp;
  export default smpp;
}
