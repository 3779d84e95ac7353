/** A word that the project does not use in paths and exported names, and what it uses instead. */
export type RefusedWord = {
  /** Matched against one part of a name: `answer` in `answerCache`, `answer-cache.ts`, `ANSWER`. */
  readonly word: RegExp;
  readonly instead: string;
  /** Where the word is refused; everywhere when left out. */
  readonly within?: RegExp;
  /** Names in which it has its ordinary meaning. */
  readonly except?: RegExp;
};

/** The "not" column of `docs/glossary.md`. */
export const refusedWords: readonly RefusedWord[] = [
  { word: /^doors?$/, instead: 'REST API, GraphQL API, app' },
  { word: /^slices?$/, instead: 'domain', except: /^slice(Page|Json)/ },
  { word: /^rooms?$/, instead: 'layer' },
  { word: /^answers?$|^answer(er|ing|able|ed)$/, instead: 'response' },
  { word: /^ask(s|ed|ing|er)?$/, instead: 'fetch, request' },
  { word: /^kept$/, instead: 'cached' },
  { word: /^flights?$/, instead: 'in-flight request', except: /in-?flight/i },
  { word: /^told$|^tell(s|er|ing)?$/, instead: 'publish, send, frame' },
  { word: /^spell(s|ed|ing|ings)?$/, instead: 'raw cache key, format' },
  { word: /^seats?$/, instead: 'subscriber' },
  { word: /^ears?$/, instead: 'listener' },
  { word: /^audiences?$/, instead: 'broadcast, subscribers' },
  { word: /^crowds?$/, instead: 'set' },
  { word: /^goodbye$|^leaving$/, instead: 'shutdown, disconnect' },
  { word: /^dialects?$/, instead: 'upstream schema, wire format' },
  { word: /^wild$|^loose$|^unnamed$/, instead: 'legacy, lenient, partial' },
  { word: /^sound$|^delicate$/, instead: 'valid' },
  { word: /^refusals?$/, instead: 'upstream error' },
  { word: /^guards?$|^patience$/, instead: 'resilience, limits' },
  { word: /^front$|^roads?$/, instead: 'router' },
  { word: /^twins?$|^shadows?$/, instead: 'placeholder field, cached fragment' },
  { word: /^parts?$/, instead: 'cached fragment', within: /^src\/graphql\// },
  { word: /^brought$|^words$/, instead: 'hints, names', within: /^src\// },
  { word: /^(short)?cuts?$/, instead: 'strict first', within: /^src\// },
];

/** The parts of a name or path: `answerCache`, `answer-cache.ts` and `ANSWER_CACHE` have two. */
export function partsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase());
}

/** What is wrong with a name of a file, or null: the word, and what to say instead. */
export function refusedWordIn(name: string, path: string): string | null {
  const parts = partsOf(name);
  for (const { word, instead, within, except } of refusedWords) {
    if (within !== undefined && !within.test(path)) continue;
    if (except?.test(name)) continue;
    const found = parts.find((part) => word.test(part));
    if (found !== undefined) return `${path}: ${name} has "${found}", use: ${instead}`;
  }
  return null;
}
