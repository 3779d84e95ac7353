/** A rule about the text of files: where it holds, what it forbids, and who is excused. */
export type SourceRule = {
  readonly rule: string;
  readonly holdsFor: RegExp;
  readonly forbids: RegExp;
  readonly except?: RegExp;
  /** A line that breaks it: the check is tried on it. */
  readonly example: string;
};

/** The words are put together, so that this file does not break its own rules. */
const unfinished = ['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'].join('|');
const registries = [
  'registry.npm' + 'js.org',
  'registry.yarn' + 'pkg.com',
  'art' + 'ifactory',
].join('|');

/** What a reader of one file can rely on; walls between files are in `walls.ts`. */
export const sourceRules: readonly SourceRule[] = [
  {
    rule: 'process.env is read in main.ts, scripts and tests alone',
    holdsFor: /^(packages|src|sandbox)\/.*\.ts$/,
    forbids: /\bprocess\.env\b/,
    except: /(^|\/)main\.ts$|\.test\.ts$/,
    example: 'const port = process.env.PORT;',
  },
  {
    rule: 'the gateway tells the time by lib/clock.ts',
    holdsFor: /^src\/.*\.ts$/,
    forbids: /\bDate\.now\b|\bnew Date\(\)/,
    except: /^src\/lib\/clock\.ts$|\.test\.ts$|\/testing\//,
    example: 'const at = Date.now();',
  },
  {
    rule: 'the gateway calls upstreams through upstreams/http-client.ts or the byte proxy',
    holdsFor: /^src\/.*\.ts$/,
    forbids:
      /from 'undici'|createHttp1Pool|[^.\w]fetch\(\s*(['"`]|\w*[uU]rl\b)|\bglobalThis\.fetch\b/,
    except: /^src\/upstreams\/http-client\.ts$|^src\/http\/proxy\/|\.test\.ts$/,
    example: "import { request } from 'undici';",
  },
  {
    rule: 'a response is aborted by http/connections/abort-response.ts, in whatever state it is',
    holdsFor: /^src\/.*\.ts$/,
    forbids: /\b(response|res)\??\.destroy\(|\bresponse\.socket\??\.(destroy|resetAndDestroy)\(/,
    except: /^src\/http\/connections\/abort-response\.ts$|\.test\.ts$|\/testing\//,
    example: 'if (response.headersSent) response.destroy();',
  },
  {
    rule: 'GraphQL shows the figures that REST shows: resolvers do not round',
    holdsFor: /^src\/domains\/.*(resolvers|refs|\/graph\/.*)\.ts$/,
    forbids: /\bMath\.(round|floor|ceil|trunc)\b|\.toFixed\(|\bparseInt\(/,
    except: /\.test\.ts$/,
    example: 'mostMarkets: ({ largest }) => Math.round(largest),',
  },
  {
    rule: 'no undocumented property of node is used',
    holdsFor: /^src\/.*\.ts$/,
    forbids:
      /\b_(header|hasBody|httpMessage|handle|onPendingData|readableState|writableState|events)\b|\bkBuffer|\buseUserBuffer|\bmaxRequestsOnConnectionReached|(?<!process)\.(removeAllListeners|rawListeners|listeners)\(/,
    example: 'const running = socket._httpMessage;',
  },
  {
    rule: 'nothing is left for later',
    holdsFor: /\.(ts|mjs|sol|graphql|md)$|^\.ci\//,
    forbids: new RegExp(`\\b(${unfinished})\\b`),
    example: `// ${'TO' + 'DO'}: finish this`,
  },
  {
    rule: 'no registry hosts',
    holdsFor: /./,
    forbids: new RegExp(registries),
    example: `"resolved": "https://${'registry.npm' + 'js.org'}/zod"`,
  },
  {
    rule: 'no absolute paths of one machine',
    holdsFor: /./,
    forbids: new RegExp(`(^|[^\\w./])/(${['work', 'root', 'home', 'Users'].join('|')})/\\w`),
    example: `cd ${'/wo' + 'rk'}/main`,
  },
  {
    rule: 'no test is skipped or run alone',
    holdsFor: /\.test\.ts$/,
    forbids: new RegExp(
      `\\b(test|it|describe)\\.(${['on' + 'ly', 'to' + 'do', 'fa' + 'ils'].join('|')})\\b`,
    ),
    example: `test.${'on' + 'ly'}('x', () => {});`,
  },
  {
    rule: 'named exports',
    holdsFor: /^(packages|src|sandbox|tests|scripts|bench)\/(?!(?:.*\/)?vitest\.config).*\.ts$/,
    forbids: /^export default\b/m,
    example: `${'export'} default 1;`,
  },
];
