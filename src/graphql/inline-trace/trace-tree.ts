import type { GraphQLError, GraphQLResolveInfo } from 'graphql';
import type { Clock } from '../../lib/clock.ts';
import type { Millis } from '../../lib/units.ts';
import { formatWithoutHttpExtension } from '../graphql-errors.ts';
import { createReverseProtobufWriter, type ReverseProtobufWriter } from './protobuf-writer.ts';

type Path = GraphQLResolveInfo['path'];

/** The trace of one operation while it is executed. */
export type InlineTraceRecorder = {
  /** Records the start of a field; the returned function records its end. */
  readonly startField: (info: GraphQLResolveInfo) => () => void;
  /**
   * Ends the trace and returns it with these errors as Apollo's protobuf message `Trace` in base64.
   */
  readonly encode: (errors: readonly GraphQLError[]) => string;
};

/** A field or list element of the response, or the root. Times are nanoseconds from the start. */
type TraceNode = {
  /** Response name of a field, index of a list element; empty for the root. */
  readonly key: string | number;
  info?: Pick<GraphQLResolveInfo, 'fieldName' | 'returnType' | 'parentType'>;
  startTime: number;
  endTime: number;
  readonly errors: GraphQLError[];
  readonly children: TraceNode[];
};

/** Maximum fields of a trace, about 0.5 MB encoded; further fields make the trace incomplete. */
const maxFields = 10_000;

/** Creates the trace of an operation that starts now; `clock` tells its start and end. */
export function createInlineTraceRecorder(clock: Clock): InlineTraceRecorder {
  const startedAt = performance.now();
  const startTime = clock.now();
  const root = createNode('');
  // Executors create one path object for each object of the response and share it in its fields.
  const nodes = new Map<Path | undefined, TraceNode>([[undefined, root]]);
  const elapsed = () => Math.round((performance.now() - startedAt) * 1e6);
  let fields = 0;

  function nodeOf(path: Path): TraceNode {
    const known = nodes.get(path);
    if (known) return known;
    const node = createNode(path.key);
    nodes.set(path, node);
    (path.prev ? nodeOf(path.prev) : root).children.push(node);
    return node;
  }

  return {
    startField: ({ path, fieldName, returnType, parentType }) => {
      fields += 1;
      if (fields > maxFields) return nothing;
      const node = nodeOf(path);
      node.info = { fieldName, returnType, parentType };
      node.startTime = elapsed();
      return () => {
        node.endTime = elapsed();
      };
    },
    encode: (errors) => {
      for (const error of errors) nearestNode(root, error.path ?? []).errors.push(error);
      const writer = createReverseProtobufWriter();
      if (fields > maxFields) writer.integer(33, 1);
      // The weight of a sample is 1, because every operation is recorded.
      writer.double(31, 1);
      writer.message(14, () => writeNode(writer, root));
      writer.integer(11, elapsed());
      writer.message(4, () => writeTimestamp(writer, startTime));
      writer.message(3, () => writeTimestamp(writer, clock.now()));
      return writer.bytes().toString('base64');
    },
  };
}

const nothing = () => {};

const createNode = (key: string | number): TraceNode => ({
  key,
  startTime: 0,
  endTime: 0,
  errors: [],
  children: [],
});

/** Returns the node of a path, or the deepest recorded node above it if the path has none. */
function nearestNode(root: TraceNode, path: NonNullable<GraphQLError['path']>): TraceNode {
  let node = root;
  for (const key of path) {
    const atIndex = typeof key === 'number' ? node.children[key] : undefined;
    const next = atIndex?.key === key ? atIndex : node.children.find((one) => one.key === key);
    if (!next) break;
    node = next;
  }
  return node;
}

// Field numbers are those of Apollo's `reports.proto`; the writer needs them in reverse order.

function writeNode(writer: ReverseProtobufWriter, node: TraceNode): void {
  const { key, info, startTime, endTime, errors, children } = node;
  if (info && info.fieldName !== key) writer.string(14, info.fieldName);
  if (info) writer.string(13, info.parentType.name);
  for (const child of children.toReversed()) writer.message(12, () => writeNode(writer, child));
  for (const error of errors.toReversed()) writer.message(11, () => writeError(writer, error));
  if (info) {
    writer.integer(9, endTime);
    writer.integer(8, startTime);
    writer.string(3, String(info.returnType));
  }
  if (typeof key === 'number') writer.integer(2, key);
  else if (key !== '') writer.string(1, key);
}

function writeError(writer: ReverseProtobufWriter, error: GraphQLError): void {
  const { message, locations = [], path, extensions } = formatWithoutHttpExtension(error);
  writer.string(4, JSON.stringify({ message, locations, path, extensions }));
  for (const { line, column } of locations.toReversed()) {
    writer.message(2, () => {
      writer.integer(2, column);
      writer.integer(1, line);
    });
  }
  writer.string(1, message);
}

function writeTimestamp(writer: ReverseProtobufWriter, millis: Millis): void {
  writer.integer(2, Math.round((millis % 1000) * 1e6));
  writer.integer(1, Math.floor(millis / 1000));
}
