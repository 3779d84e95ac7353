import { hash } from 'node:crypto';
import { parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { GatewayError, InvalidInputError } from '../../lib/errors.ts';
import { isRecord } from '../../lib/parse.ts';
import { documentLimits } from '../validation/document-limits.ts';

type SentParams = Readonly<Record<string, unknown>>;

/** Documents that clients name by hash instead of sending them. */
export type PersistedDocuments = {
  /**
   * Returns the parameters, with the document that they name as `query`; stores a document that
   * comes with its hash.
   *
   * @throws {GatewayError} the document is unknown or not allowed, or does not match its hash.
   */
  readonly resolve: (params: SentParams) => SentParams | Promise<SentParams>;
  /** Like `resolve`, synchronously for documents in memory; returns other parameters unchanged. */
  readonly peek: (params: SentParams) => SentParams;
  /** Whether a text is that of a trusted document. */
  readonly isTrusted: (text: string) => boolean;
};

/** Automatic persisted queries that replicas share, by the SHA-256 of the document in hex. */
export type SharedPersistedQueries = {
  readonly get: (sha256: string) => Promise<string | null>;
  readonly put: (sha256: string, text: string) => void;
};

/** The document is unknown or not allowed. Clients of the protocol react to the message. */
class PersistedDocumentError extends GatewayError {
  override readonly name = 'PersistedDocumentError';
  readonly status = 400;
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const queryNotFound = () =>
  new PersistedDocumentError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');

/** Maximum memory of the automatic persisted queries, bytes. */
const maxStoredBytes = 16 * 1024 * 1024;
const maxStoredDocuments = 10_000;
/** Memory of an entry besides its text: its key and its place in the store, bytes. */
const entryBytes = 500;

/** Returns the SHA-256 of a text in hex. */
export const sha256Hex = (text: string): string => hash('sha256', text);

/** Creates the store of persisted documents: trusted ones, and automatic persisted queries. */
export function createPersistedDocuments(options: {
  /** Trusted documents by id. Each is also stored by its SHA-256. */
  readonly trusted?: ReadonlyMap<string, string>;
  /** Whether all other documents are rejected; false by default. */
  readonly isTrustedOnly?: boolean;
  readonly shared?: SharedPersistedQueries | undefined;
}): PersistedDocuments {
  const { trusted = new Map(), isTrustedOnly = false, shared } = options;
  const automatic = new LRUCache<string, string>({
    max: maxStoredDocuments,
    maxSize: maxStoredBytes,
    sizeCalculation: (text) => entryBytes + 2 * text.length,
  });
  const trustedTexts = new Set(trusted.values());
  const find = (id: string) => trusted.get(id) ?? (isTrustedOnly ? undefined : automatic.get(id));

  function admit(params: SentParams, text: string): void {
    const id = idOf(params);
    if (id === null && !isTrustedOnly) return;
    const own = sha256Hex(text);
    if (isTrustedOnly && !trusted.has(own)) throw required();
    if (id === null) return;
    if (id.value !== own && trusted.get(id.value) !== text) {
      throw new InvalidInputError(`${id.name} must be the SHA-256 of query`);
    }
    if (id.isAutomatic && !isTrustedOnly && !automatic.has(own) && canParse(text)) {
      automatic.set(own, text);
      shared?.put(own, text);
    }
  }

  /** @throws {InvalidInputError} the request names two documents. */
  function checkSameDocument({ documentId, extensions }: SentParams, text: string): void {
    const other = documentId == null ? null : idOf({ extensions });
    if (other && other.value !== sha256Hex(text)) {
      throw new InvalidInputError(
        `${other.name} must be the SHA-256 of the document of documentId`,
      );
    }
  }

  async function fetchShared(params: SentParams, { value }: DocumentId): Promise<SentParams> {
    const text = (await shared?.get(value)) ?? null;
    if (text === null) throw queryNotFound();
    automatic.set(value, text);
    return withDocument(params, text);
  }

  return {
    isTrusted: (text) => trustedTexts.has(text),
    resolve: (params) => {
      if (typeof params.query === 'string') {
        admit(params, params.query);
        checkSameDocument(params, params.query);
        return params.documentId === undefined ? params : withDocument(params, params.query);
      }
      const id = idOf(params);
      // `parseGraphQLParams` reports a document that is missing or not a text.
      if (id === null || (params.query ?? null) !== null) return params;
      const text = find(id.value);
      if (text !== undefined) {
        checkSameDocument(params, text);
        return withDocument(params, text);
      }
      if (!id.isAutomatic) {
        throw new PersistedDocumentError(
          'PERSISTED_DOCUMENT_NOT_FOUND',
          'documentId names no document of this service',
        );
      }
      if (isTrustedOnly) throw required();
      if (shared) return fetchShared(params, id);
      throw queryNotFound();
    },
    peek: (params) => {
      if ((params.query ?? null) !== null) return params;
      const id = isRecord(params.extensions) || params.documentId ? idOrNull(params) : null;
      const text = id === null ? undefined : find(id.value);
      return text === undefined ? params : withDocument(params, text);
    },
  };
}

/** Whether a document is worth storing: a request with another one fails each time. */
function canParse(text: string): boolean {
  try {
    parse(text, { noLocation: true, maxTokens: documentLimits.tokens });
    return true;
  } catch {
    return false;
  }
}

const required = () =>
  new PersistedDocumentError(
    'PERSISTED_DOCUMENT_REQUIRED',
    'this service executes only the documents that it knows',
  );

function withDocument(params: SentParams, query: string): SentParams {
  const { documentId: _documentId, ...rest } = params;
  return { ...rest, query };
}

type DocumentId = {
  /** The parameter, for messages. */
  readonly name: string;
  readonly value: string;
  readonly isAutomatic: boolean;
};

/** Returns the id of the document, if any. @throws {GatewayError} the id is malformed. */
function idOf({ documentId, extensions }: SentParams): DocumentId | null {
  if (documentId !== undefined && documentId !== null) {
    if (typeof documentId !== 'string') {
      throw new InvalidInputError('documentId must be a string such as sha256:<64 hex digits>');
    }
    const value = documentId.replace(/^sha256:/, '');
    return { name: 'documentId', value, isAutomatic: false };
  }
  const persisted = isRecord(extensions) ? extensions.persistedQuery : undefined;
  if (!isRecord(persisted)) return null;
  const { version, sha256Hash } = persisted;
  if (version !== 1) {
    throw new PersistedDocumentError('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');
  }
  if (typeof sha256Hash !== 'string') {
    throw new InvalidInputError('extensions.persistedQuery.sha256Hash must be a string');
  }
  const name = 'extensions.persistedQuery.sha256Hash';
  return { name, value: sha256Hash.toLowerCase(), isAutomatic: true };
}

function idOrNull(params: SentParams): DocumentId | null {
  try {
    return idOf(params);
  } catch {
    return null;
  }
}
