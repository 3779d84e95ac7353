/** Adds to Yoga's empty 406 response a body that lists the acceptable media types. */
export function explainNotAcceptable(made: Response): Response {
  if (made.status !== 406 || made.body !== null) return made;
  const types = (made.headers.get('accept') || 'UTF-8')
    .split(',')
    .map((type) => type.split(';')[0]);
  const known = [...new Set(types.map((type) => type?.trim()))].reverse().join(' or ');
  const message = `Accept must allow ${known}`;
  return new Response(
    JSON.stringify({ errors: [{ message, extensions: { code: 'NOT_ACCEPTABLE' } }] }),
    { status: 406, headers: { 'content-type': 'application/json; charset=utf-8' } },
  );
}
