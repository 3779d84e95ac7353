import { google, Trace } from '@apollo/usage-reporting-protobuf';
import type { GraphQLError, GraphQLResolveInfo } from 'graphql';
import type { Clock } from '../../lib/clock.ts';
import type { Millis } from '../../lib/units.ts';

type Path = GraphQLResolveInfo['path'];

/** The trace of one operation while it is executed. */
export type TraceTree = {
  /** Records the start of a field; the returned function records its end. */
  readonly startField: (info: GraphQLResolveInfo) => () => void;
  /**
   * Adds the errors of the response, ends the trace, and returns it as Apollo's protobuf message in
   * base64. Called once.
   */
  readonly encode: (errors: readonly GraphQLError[]) => string;
};

/** Maximum fields of a trace, about 0.5 MB encoded; further fields make the trace incomplete. */
const maxFields = 10_000;

/**
 * Creates the trace of an operation that starts now.
 *
 * @param clock - Tells when the operation starts and ends; durations are measured.
 */
export function createTraceTree(clock: Clock): TraceTree {
  const startedAt = performance.now();
  const root = new Trace.Node();
  const trace = new Trace({ root, fieldExecutionWeight: 1, startTime: timestamp(clock.now()) });
  // Executors create one path object for each object of the response and share it in its fields.
  const nodes = new Map<Path | undefined, Trace.Node>([[undefined, root]]);
  const elapsed = () => Math.round((performance.now() - startedAt) * 1e6);
  let fields = 0;

  function nodeOf(path: Path): Trace.Node {
    const known = nodes.get(path);
    if (known) return known;
    const id = typeof path.key === 'number' ? { index: path.key } : { responseName: path.key };
    const node = new Trace.Node(id);
    nodes.set(path, node);
    (path.prev ? nodeOf(path.prev) : root).child.push(node);
    return node;
  }

  return {
    startField: ({ path, fieldName, returnType, parentType }) => {
      fields += 1;
      if (fields > maxFields) return nothing;
      const node = nodeOf(path);
      node.type = String(returnType);
      node.parentType = parentType.name;
      if (path.key !== fieldName) node.originalFieldName = fieldName;
      node.startTime = elapsed();
      return () => {
        node.endTime = elapsed();
      };
    },
    encode: (errors) => {
      for (const error of errors) nearestNode(root, error.path ?? []).error.push(toError(error));
      trace.isIncomplete = fields > maxFields;
      trace.durationNs = elapsed();
      trace.endTime = timestamp(clock.now());
      return Buffer.from(Trace.encode(trace).finish()).toString('base64');
    },
  };
}

const nothing = () => {};

const timestamp = (millis: Millis) =>
  new google.protobuf.Timestamp({
    seconds: Math.floor(millis / 1000),
    nanos: (millis % 1000) * 1e6,
  });

/** The deepest recorded node on the way to a path: an error may be below a null. */
function nearestNode(root: Trace.INode, path: NonNullable<GraphQLError['path']>) {
  let node = root as Trace.Node;
  for (const key of path) {
    const child = node.child as Trace.Node[];
    const isMatch = ({ index, responseName }: Trace.Node) =>
      typeof key === 'number' ? index === key : responseName === key;
    const atIndex = typeof key === 'number' ? child[key] : undefined;
    const next = atIndex && isMatch(atIndex) ? atIndex : child.find(isMatch);
    if (!next) break;
    node = next;
  }
  return node;
}

/** An error as clients see it, without the HTTP status that it sets. */
function toError(error: GraphQLError): Trace.Error {
  const { message, locations, path, extensions } = error.toJSON();
  const { http: _, ...shown } = extensions ?? {};
  return new Trace.Error({
    message,
    location: (locations ?? []).map((one) => new Trace.Location(one)),
    json: JSON.stringify({ message, locations, path, extensions: shown }),
  });
}
