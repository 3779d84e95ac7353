import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { ReactNode } from 'react';
import { type AnyVariables, createRequest } from 'urql';
import { useDataTimes } from '../graphql/data-age.ts';
import { useGateway } from '../graphql/gateway-state.ts';
import { formatNumber } from '../lib/format.ts';
import { graphiqlUrl } from '../lib/graphiql-url.ts';
import { TimeSince } from './time.tsx';

type ProofLineProps<Variables extends AnyVariables> = {
  /** What states the figure, such as "Data node" or "Contract". */
  readonly source: string;
  /** The block at which a contract stated it. */
  readonly block?: number | null | undefined;
  /** The query that read the figure, which the reader can repeat in GraphiQL. */
  readonly query: TypedDocumentNode<unknown, Variables>;
  readonly variables: Variables;
  /** The query that the link repeats, if it reads more than the figures. */
  readonly verifyBy?: TypedDocumentNode<unknown, Variables>;
  /**
   * Whether the age counts from the oldest value, or from the response, where the oldest value is one
   * that never changes.
   */
  readonly age?: 'value' | 'response';
  /** What else proves the figure. */
  readonly children?: ReactNode;
};

/** States below a figure where it comes from and how old it is, with a link that reads it again. */
export function ProofLine<Variables extends AnyVariables>(props: ProofLineProps<Variables>) {
  const { source, block, query, variables, verifyBy = query, age = 'value', children } = props;
  const times = useDataTimes(createRequest(query, variables).key);
  const readAt = (age === 'value' ? times?.readAt : times?.receivedAt) ?? null;
  const isDown = useGateway()?.isDataNodeDown === true && /data node/i.test(source);
  return (
    <p className="proof-line muted">
      <span>{source}</span>
      {block != null && <span>block {formatNumber(block)}</span>}
      {readAt !== null && (
        <span className="age">
          read <TimeSince at={readAt / 1000} units={1} />
        </span>
      )}
      {isDown && <span>does not answer now</span>}
      {children}
      <a href={graphiqlUrl(verifyBy, variables)}>Verify</a>
    </p>
  );
}
