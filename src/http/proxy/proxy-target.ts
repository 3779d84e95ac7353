import { decodedForms, describeUnsafePath } from '../../lib/encoding/url-path.ts';
import { isDeniedPath } from './is-denied-path.ts';

/** The upstream path of a request, or the error that rejects it. */
export type ProxyPathOrError =
  | { readonly kind: 'forward'; readonly path: string }
  | { readonly kind: 'refused'; readonly status: 400 | 403; readonly error: string };

/**
 * Returns the raw request target after one of the mounts, byte for byte, starting with its slash;
 * undefined for other targets.
 */
export function stripProxyMount(rawTarget: string, mounts: readonly string[]): string | undefined {
  for (const mount of mounts) {
    if (rawTarget.startsWith(mount) && rawTarget[mount.length] === '/') {
      return rawTarget.slice(mount.length);
    }
  }
  return undefined;
}

const refused = (status: 400 | 403, error: string): ProxyPathOrError => ({
  kind: 'refused',
  status,
  error,
});

/** Paths that servers read in one way only, so that checking all interpretations is skipped. */
const plainPath = /^(?:[\w~!$&'()*+,=:@/-]|(?<=\w)\.)*$/;

/**
 * Validates the target and keeps its bytes. Rejects denied paths and dot segments, backslashes and
 * control characters, plain or encoded up to three times.
 *
 * @param raw - Path and query as received, starting with `/`; every character one byte.
 * @param deny - Denied path prefixes, under any interpretation of the path.
 */
export function checkProxyTarget(raw: string, deny: readonly string[]): ProxyPathOrError {
  if (/[^\u0021-\u00ff]|#/.test(raw)) {
    return refused(400, 'path must not contain blanks, control characters or a fragment');
  }
  const query = raw.indexOf('?');
  const path = query < 0 ? raw : raw.slice(0, query);
  for (const reading of plainPath.test(path) ? [] : decodedForms(path)) {
    const bad = describeUnsafePath(reading);
    if (bad !== null) return refused(400, `path must not contain ${bad}`);
  }
  if (isDeniedPath(path, deny)) return refused(403, 'this path is not served');
  return { kind: 'forward', path: raw };
}
