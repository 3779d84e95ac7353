import type { DocumentInput } from '../documents.ts';
import { type GetDtfQuery, getDtf } from '../generated/operations.ts';
import { type Loaded, type LoadOptions, useQuery } from './use-query.ts';

/** The fund in the result of a document; null if there is no such fund. */
type DtfResult<Dtf> = { readonly dtf: Dtf | null };

/** Options of a fund. */
export type DtfOptions<Dtf> = Pick<LoadOptions, 'every'> & {
  /** A document of your own with the root field `dtf(id: $id)`, for other fields. */
  readonly document?: DocumentInput<DtfResult<Dtf>, { id: string }> | undefined;
};

/** Returns a fund by its id. Data are null if there is no such fund. */
export function useDtf<Dtf = NonNullable<GetDtfQuery['dtf']>>(
  id: string,
  { document, every }: DtfOptions<Dtf> = {},
): Loaded<Dtf | null> {
  const chosen = document ?? (getDtf as unknown as DocumentInput<DtfResult<Dtf>, { id: string }>);
  const { data, ...rest } = useQuery(chosen, { id }, { every });
  // A fund that could not be read is null too.
  const isUnread = data === undefined || (data.dtf === null && rest.error !== undefined);
  return { ...rest, data: isUnread ? undefined : data.dtf };
}
