import { readProjectFile } from '../../lib/project-files.ts';

/** The log of an event stream on the pages `/graphql` and `/docs`. */
export const eventLog = {
  /** CSS that follows the header bar of the pages. */
  style: () => readProjectFile('src/http/pages/event-log.css'),
  /** JavaScript that defines `logEvents` and `clearEventLog`. */
  script: () => readProjectFile('src/http/pages/event-log.js'),
} as const;
